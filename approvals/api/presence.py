"""POST /api/v1/ops/factor-challenges, and `proof`: a fresh second factor."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from rest.permissions import IsStaff
from staff.api.login_fields import FactorInput, factor_proof_of, place_of
from staff.operations.prove_presence import PresenceProof, ask_presence


class ProofInput(FactorInput):
    """The answer to a challenge of POST /api/v1/ops/factor-challenges."""

    # A session is where it is: no device has to be known for it.
    device = None  # type: ignore[assignment]  # DRF's way to leave a field out

    class Meta:
        """The schema's name for it."""

        ref_name = "PresenceProof"


def presence_of(request: Request, fields: dict[str, Any]) -> PresenceProof | None:
    """Return the proof in the validated body of a request, None without one."""
    proof = fields.get("proof")
    if proof is None:
        return None
    return PresenceProof(challenge=proof["challenge"], factor=factor_proof_of(proof), place=place_of(request, None))


class FactorChallengeView(APIView):
    """A challenge for the caller's second factor."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsStaff,)
    throttle_scope = "log-in"

    class Output(serializers.Serializer[None]):
        """The challenge. It is answered once, by the caller, within five minutes."""

        challenge = serializers.CharField(help_text="Send it back in `proof`, with one of the methods.")
        expires_at = serializers.DateTimeField()
        methods = serializers.ListField(child=serializers.CharField())
        passkey = serializers.DictField(
            allow_null=True, help_text="What the browser's `navigator.credentials.get` needs; null without a passkey."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "FactorChallenge"

    @extend_schema(operation_id="create_factor_challenge", request=None, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Ask to prove the caller's second factor once more. A newer challenge replaces it."""
        challenge = ask_presence(request.user.get_username(), now=datetime.now(UTC))
        return Response(
            {
                "challenge": challenge.token,
                "expires_at": rfc3339(to_epoch_ms(challenge.expires_at)),
                "methods": list(challenge.methods),
                "passkey": challenge.passkey,
            },
            status=201,
        )
