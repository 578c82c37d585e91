"""GET /api/v1/ops/players: find a player."""

from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.queries.accounts import PlayerNotFound, find_player
from rest.fields import StrictText
from rest.permissions import IsAuditor
from rest.query import read_query


class PlayersView(APIView):
    """Players, for the staff."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Query(serializers.Serializer[Any]):
        """Whom to find."""

        username = StrictText(help_text="The whole user name, in any case.")

    class Output(serializers.Serializer[Any]):
        """A player, for the staff."""

        id = serializers.CharField(help_text="The player's id and chain, 32 hex digits.")
        username = serializers.CharField()
        status = serializers.CharField()
        created_at = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "PlayerForOperator"

    @extend_schema(operation_id="find_player", parameters=[Query], responses=Output)
    def get(self, request: Request) -> Response:
        """Find a player by the user name."""
        row = find_player(read_query(self.Query, request)["username"])
        if row is None:
            raise PlayerNotFound("No player has this user name.")
        return Response(
            {
                "id": row.chain.hex,
                "username": row.username,
                "status": row.status,
                "created_at": rfc3339(to_epoch_ms(row.created_at)),
            }
        )
