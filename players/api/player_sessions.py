"""DELETE /api/v1/ops/players/{player_id}/sessions."""

from datetime import UTC, datetime

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.player_path import player_from_path
from players.operations.end_sessions import end_sessions_as_operator
from rest.caller import actor_of
from rest.fields import RequiresReason
from rest.permissions import IsOperator
from rest.query import read_query


class PlayerSessionsView(APIView):
    """A player's sessions, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    @extend_schema(
        operation_id="delete_player_sessions",
        parameters=[
            OpenApiParameter(
                "reason",
                OpenApiTypes.STR,
                required=True,
                description="The reason for ending them, which is kept (1 to 200 characters).",
            )
        ],
        request=None,
        responses={204: None},
    )
    def delete(self, request: Request, player_id: str) -> Response:
        """End all sessions of a player at once. The player can log in again, and an open round can be finished then."""
        reason = read_query(RequiresReason, request)["reason"]
        end_sessions_as_operator(
            player_from_path(player_id),
            reason=reason,
            actor=actor_of(request),
            now=datetime.now(UTC),
        )
        return Response(status=204)
