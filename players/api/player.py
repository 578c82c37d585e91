"""GET /api/v1/ops/players/{player}, GET /api/v1/ops/players/{player}/identity."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from players.api.me import STATUSES
from players.api.subject import subject_of
from players.api.verification import VerificationOutput, verification_document
from players.operations.set_status import PlayerNotFound
from players.operations.view_identity import view_identity
from players.queries import earlier_accounts, player_if_any
from rest.fields import RequiresReason
from rest.permissions import IsAuditor, IsOperator


class PlayerView(APIView):
    """A player, for operators; responsible gaming adds whether the player is excluded."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """An account, and nothing of who the person is."""

        player = serializers.CharField(help_text="The player's id and chain, 32 hex digits.")
        username = serializers.CharField()
        status = serializers.ChoiceField(STATUSES)
        verification = VerificationOutput()
        consents_current = serializers.BooleanField()
        test_account = serializers.BooleanField(help_text="The house's own, kept out of reports.")
        earlier_accounts = serializers.ListField(
            child=serializers.CharField(), help_text="Closed accounts of the same person, oldest first."
        )
        created_at = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "AccountForOperator"

    @extend_schema(operation_id="player", responses=Output)
    def get(self, request: Request, player: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return how an account stands."""
        return Response(self.document(subject_of(player)))

    def document(self, chain: ChainId) -> dict[str, Any]:
        """Write how an account stands."""
        found = player_if_any(chain)
        if found is None:
            raise PlayerNotFound("No player has this id.")
        return {
            "player": found.chain.hex,
            "username": found.username,
            "status": found.status,
            "verification": verification_document(found),
            "consents_current": found.consents_current(settings.REDDOG_JURISDICTION.accounts),
            "test_account": found.test_account,
            "earlier_accounts": [earlier.hex for earlier in earlier_accounts(chain)],
            "created_at": rfc3339(to_epoch_ms(found.created_at)),
        }


class _Address(serializers.Serializer[Any]):
    line = serializers.CharField()
    city = serializers.CharField()
    region = serializers.CharField()
    postal_code = serializers.CharField()
    country = serializers.CharField()

    class Meta:
        ref_name = "AddressTold"


class IdentityView(APIView):
    """Who a player is, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Output(serializers.Serializer[Any]):
        """What the person told at registration; empty where nothing was."""

        given_name = serializers.CharField()
        family_name = serializers.CharField()
        birth_date = serializers.DateField()
        address = _Address()
        email = serializers.CharField()
        phone = serializers.CharField()

        class Meta:
            """The schema's name for it."""

            ref_name = "Identity"

    @extend_schema(
        operation_id="player_identity",
        parameters=[
            OpenApiParameter("reason", OpenApiTypes.STR, required=True, description="Why; it is kept (1 to 200).")
        ],
        responses=Output,
    )
    def get(self, request: Request, player: str) -> Response:
        """Return who a player is. That it was looked at, by whom and why, is kept as a significant event."""
        asked = RequiresReason(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        identity = view_identity(
            subject_of(player),
            reason=asked.validated_data["reason"],
            actor=f"operator:{request.user.get_username()}",
            now=datetime.now(UTC),
        )
        told = identity.document()
        told["birth_date"] = told.pop("born")
        return Response(told, headers={"Cache-Control": "no-store"})
