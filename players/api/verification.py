"""GET and POST /api/v1/me/verification, PUT /api/v1/ops/players/{player}/verification."""

from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from players.api.subject import subject_of
from players.core.verification import Method, Verification
from players.operations.verify import begin_verification, decide_verification
from players.queries import PlayerView, player
from rest.caller import chain_of
from rest.fields import RequiresReason
from rest.permissions import IsOperator, IsPlayer

STATES: Final = tuple(state.value for state in Verification)


class VerificationOutput(serializers.Serializer[Any]):
    """Whether it is verified who a player is, and how and when that was decided last."""

    state = serializers.ChoiceField(STATES)
    method = serializers.CharField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    mandatory = serializers.BooleanField(help_text="Whether bets and deposits wait for it.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Verification"


class VerificationView(APIView):
    """The caller's verification."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="verification", responses=VerificationOutput)
    def get(self, request: Request) -> Response:
        """Return how far it has come."""
        return _answer(chain_of(request))

    @extend_schema(operation_id="begin_verification", request=None, responses=VerificationOutput)
    def post(self, request: Request) -> Response:
        """Have it verified who the caller is. While an answer is awaited, or once it is there, this changes nothing."""
        begin_verification(chain_of(request), verifier=settings.REDDOG_VERIFICATION, now=datetime.now(UTC))
        return _answer(chain_of(request))


class PlayerVerificationView(APIView):
    """A player's verification, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """The decision, what it rests on, and why; the reason is kept. No document's number belongs into it."""

        decision = serializers.ChoiceField([Verification.VERIFIED.value, Verification.REFUSED.value])
        method = serializers.ChoiceField([method.value for method in Method])

        class Meta:
            """The schema's name for it."""

            ref_name = "VerificationDecision"

    @extend_schema(operation_id="decide_verification", request=Input, responses={204: None})
    def put(self, request: Request, player: str) -> Response:
        """Decide whether it is verified who a player is, whatever was decided before. A dormant account wakes."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        decide_verification(
            subject_of(player),
            Verification(told["decision"]),
            method=Method(told["method"]),
            reason=told["reason"],
            actor=f"operator:{request.user.get_username()}",
            now=datetime.now(UTC),
        )
        return Response(status=204)


def verification_document(found: PlayerView) -> dict[str, object]:
    """Write how far the verification of a player has come."""
    at = found.verification_at
    return {
        "state": found.verification,
        "method": found.verification_method or None,
        "decided_at": None if at is None else rfc3339(to_epoch_ms(at)),
        "mandatory": settings.REDDOG_JURISDICTION.accounts.verification_required,
    }


def _answer(chain: ChainId) -> Response:
    return Response(verification_document(player(chain)))
