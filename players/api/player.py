"""GET /api/v1/ops/players/{player_id}, GET /api/v1/ops/players/{player_id}/identity."""

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
from players.api.player_path import player_from_path
from players.api.verification import VerificationOutput, verification_document
from players.operations.view_identity import view_identity
from players.queries.accounts import PlayerNotFound, player_if_any
from players.queries.persons import earlier_accounts
from rest.caller import actor_of
from rest.fields import RequiresReason
from rest.permissions import IsAuditor, IsOperator
from rest.query import read_query
from wallet.queries.balances import currency_of


class PlayerView(APIView):
    """A player, for operators. Responsible gaming adds whether the player is excluded."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """An account. Nothing in it identifies the person."""

        id = serializers.CharField(help_text="The player's id and chain, 32 hex digits.")
        username = serializers.CharField()
        status = serializers.ChoiceField(STATUSES)
        verification = VerificationOutput()
        consents_current = serializers.BooleanField()
        test_account = serializers.BooleanField(
            help_text="One of the operator's own accounts, which reports leave out."
        )
        earlier_accounts = serializers.ListField(
            child=serializers.CharField(), help_text="Closed accounts of the same person, oldest first."
        )
        created_at = serializers.DateTimeField()
        currency = serializers.CharField(help_text="ISO 4217: of all its money, and never another one.")

        class Meta:
            """The schema's name for it."""

            ref_name = "AccountForOperator"

    @extend_schema(operation_id="get_player", responses=Output)
    def get(self, request: Request, player_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a player's account."""
        return Response(self.document(player_from_path(player_id)))

    def document(self, chain: ChainId) -> dict[str, Any]:
        """Write a player's account."""
        row = player_if_any(chain)
        if row is None:
            raise PlayerNotFound("No player has this id.")
        return {
            "id": row.chain.hex,
            "username": row.username,
            "status": row.status,
            "verification": verification_document(row),
            "consents_current": row.consents_current(settings.REDDOG_JURISDICTION.accounts),
            "test_account": row.test_account,
            "earlier_accounts": [earlier.hex for earlier in earlier_accounts(chain)],
            "created_at": rfc3339(to_epoch_ms(row.created_at)),
            "currency": currency_of(chain),
        }


class _Address(serializers.Serializer[Any]):
    line = serializers.CharField()
    city = serializers.CharField()
    region = serializers.CharField()
    postal_code = serializers.CharField()
    country = serializers.CharField()

    class Meta:
        ref_name = "StoredAddress"


class IdentityView(APIView):
    """Who a player is, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Output(serializers.Serializer[Any]):
        """The person's data from registration; empty where there is none."""

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
        operation_id="get_player_identity",
        parameters=[
            OpenApiParameter(
                "reason",
                OpenApiTypes.STR,
                required=True,
                description="The reason for reading it, which is kept (1 to 200 characters).",
            )
        ],
        responses=Output,
    )
    def get(self, request: Request, player_id: str) -> Response:
        """Return a player's identity. Each reading is stored as a significant event, with the reader and the reason."""
        reason = read_query(RequiresReason, request)["reason"]
        identity = view_identity(
            player_from_path(player_id),
            reason=reason,
            actor=actor_of(request),
            now=datetime.now(UTC),
        )
        document = identity.document()
        document["birth_date"] = document.pop("born")
        return Response(document, headers={"Cache-Control": "no-store"})
