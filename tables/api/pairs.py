"""GET /api/v1/ops/tables/{table_id}/pairs: who loses to whom around a pot, and who plays softly."""

from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rest.fields import MoneyOutput
from rest.permissions import IsAuditor
from tables.api.table_path import table_from_path
from tables.queries.pairs import pairs_at_table


class _Partner(serializers.Serializer[Any]):
    player_id = serializers.CharField()
    games = serializers.IntegerField(help_text="With or without the other one.")
    lost = MoneyOutput(help_text="To the other one.")
    raised_together = MoneyOutput(help_text="The mean of the raises in a game with the other one.")
    raised_apart = MoneyOutput(allow_null=True, help_text="The same without; null where there was no such game.")
    good_hands_together = serializers.IntegerField(
        help_text="Good hands that the player decided in games with the other one, of the newest 100 of the table."
    )
    spared_together = serializers.IntegerField(
        help_text="Those of them on which less than half was raised of what the rules allowed."
    )
    good_hands_apart = serializers.IntegerField(help_text="The same without the other one.")
    spared_apart = serializers.IntegerField()

    class Meta:
        ref_name = "Partner"


class _Pair(serializers.Serializer[Any]):
    games = serializers.IntegerField(help_text="That both played.")
    net = MoneyOutput(help_text="What the first lost to the second, less what came back.")
    shared_device = serializers.BooleanField()
    shared_address = serializers.BooleanField()
    partners = _Partner(many=True, help_text="Two; the one who lost more to the other is first.")

    class Meta:
        ref_name = "Pair"


class PairsView(APIView):
    """Pairs of players at a table."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """The 100 most one-sided pairs."""

        items = _Pair(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Pairs"

    @extend_schema(operation_id="list_pairs", responses=Output)
    def get(self, request: Request, table_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return who lost to whom in the newest 1000 games around a pot, who spared good hands, and who shares a device or an address.

        Losses go to the game's winners in proportion to what they won. A good hand is one on which each chip raised wins more than it
        loses on average; whoever spares such hands in games with the other one, and not in others, plays softly. It proves nothing: it
        says where to look.
        """
        return Response({"items": pairs_at_table(table_from_path(table_id)), "next": None})
