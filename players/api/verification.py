"""GET and POST /api/v1/me/verification, PUT /api/v1/ops/players/{player_id}/verification."""

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
from players.api.player_path import player_from_path
from players.core.verification import Method, Verification
from players.operations.verify import begin_verification, refuse_identity
from players.queries import accounts
from players.queries.accounts import PlayerView
from rest.caller import actor_of, chain_of
from rest.fields import RequiresReason
from rest.permissions import IsOperator, IsPlayer
from staff.core.approval import ProposalNeeded

STATUSES: Final = tuple(status.value for status in Verification)


class VerificationOutput(serializers.Serializer[Any]):
    """Whether the player's identity is verified, and how and when that was decided."""

    status = serializers.ChoiceField(STATUSES)
    method = serializers.CharField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    mandatory = serializers.BooleanField(help_text="Whether bets and deposits require it.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Verification"


class VerificationView(APIView):
    """The caller's verification."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="get_verification", responses=VerificationOutput)
    def get(self, request: Request) -> Response:
        """Return the state of the caller's verification."""
        return _answer(chain_of(request))

    @extend_schema(operation_id="create_verification", request=None, responses={201: VerificationOutput})
    def post(self, request: Request) -> Response:
        """Begin to verify the caller's identity. While it is pending, or once it is verified, this changes nothing."""
        begin_verification(chain_of(request), verifier=settings.REDDOG_VERIFICATION, now=datetime.now(UTC))
        return _answer(chain_of(request), status=201)


class PlayerVerificationView(APIView):
    """A player's verification, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """The decision, its method, and the reason, which is kept. Do not write a document's number into it."""

        decision = serializers.ChoiceField([Verification.VERIFIED.value, Verification.REFUSED.value])
        method = serializers.ChoiceField([method.value for method in Method])

        class Meta:
            """The schema's name for it."""

            ref_name = "VerificationDecision"

    @extend_schema(operation_id="set_player_verification", request=Input, responses=VerificationOutput)
    def put(self, request: Request, player_id: str) -> Response:
        """Refuse a player's identity, whatever was decided before. To verify it is the act `verify-identity`."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields, chain = body.validated_data, player_from_path(player_id)
        if fields["decision"] == Verification.VERIFIED:
            raise ProposalNeeded("verify-identity")
        refuse_identity(
            chain,
            method=Method(fields["method"]),
            reason=fields["reason"],
            actor=actor_of(request),
            now=datetime.now(UTC),
        )
        return _answer(chain)


def verification_document(row: PlayerView) -> dict[str, object]:
    """Write the state of a player's verification."""
    at = row.verification_at
    return {
        "status": row.verification,
        "method": row.verification_method or None,
        "decided_at": None if at is None else rfc3339(to_epoch_ms(at)),
        "mandatory": settings.REDDOG_JURISDICTION.accounts.verification_required,
    }


def _answer(chain: ChainId, *, status: int = 200) -> Response:
    return Response(verification_document(accounts.player(chain)), status=status)
