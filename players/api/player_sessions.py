"""GET and DELETE /api/v1/ops/players/{player_id}/sessions: a player's sessions, for the staff."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.my_sessions import SessionOutput, session_document
from players.api.player_path import known_player, player_from_path
from players.operations.end_sessions import end_sessions_as_operator
from players.queries.session_history import sessions
from rest.caller import actor_of
from rest.fields import RequiresReason
from rest.interval import INTERVAL_PARAMETERS, interval_of
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import ReadAuditorWriteOperator
from rest.query import read_query


class PlayerSessionsView(APIView):
    """A player's sessions, for the staff. Operators can end them."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (ReadAuditorWriteOperator,)

    class Output(serializers.Serializer[Any]):
        """A page of sessions, open or ended, newest first."""

        items = SessionOutput(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "SessionsOfPlayer"

    @extend_schema(
        operation_id="list_player_sessions", parameters=[*INTERVAL_PARAMETERS, *PAGE_PARAMETERS], responses=Output
    )
    def get(self, request: Request, player_id: str) -> Response:
        """Return a page of a player's sessions: when they began and ended, from where, and on which device."""
        query = request.query_params
        limit, interval = limit_of(query), interval_of(query)
        rows = sessions(
            known_player(player_id),
            before=id_cursor_of(query),
            now=datetime.now(UTC),
            limit=limit,
            start=interval.start,
            end=interval.end,
        )
        return Response({"items": list(map(session_document, rows)), "next": next_by_id(rows, limit)})

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
