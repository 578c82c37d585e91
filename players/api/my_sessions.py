"""GET /api/v1/me/sessions, DELETE /api/v1/me/sessions/{session_id}."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.api.sessions import LoginOutput, login_document
from players.core.session_state import EndReason
from players.operations.end_sessions import SessionNotFound, close_session
from players.queries.session_history import SessionView, sessions
from rest.caller import chain_of, session_of
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsPlayer


class SessionOutput(LoginOutput):
    """A session of a player."""

    id = serializers.CharField(help_text="32 hex digits.")
    reference = serializers.CharField(help_text="What the log calls it, the `sess` of its stakes: 64 hex digits.")
    active_at = serializers.DateTimeField(help_text="When it was last used, up to a minute late.")
    expires_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    end_reason = serializers.ChoiceField([reason.value for reason in EndReason], allow_null=True)

    class Meta:
        """The schema's name for it."""

        ref_name = "SessionOfPlayer"


class _OwnSessionOutput(SessionOutput):
    current = serializers.BooleanField(help_text="Whether it is the session of this request.")

    class Meta:
        ref_name = "SessionOfMine"


class MySessionsView(APIView):
    """The caller's sessions."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """A page of sessions, open or ended, newest first."""

        items = _OwnSessionOutput(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "SessionsOfMine"

    @extend_schema(operation_id="list_sessions", parameters=list(PAGE_PARAMETERS), responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of the caller's sessions, open or ended, newest first."""
        limit, before = limit_of(request.query_params), id_cursor_of(request.query_params)
        rows = sessions(chain_of(request), before=before, now=datetime.now(UTC), limit=limit)
        return Response(
            {
                "items": [{**session_document(row), "current": row.id == session_of(request)} for row in rows],
                "next": next_by_id(rows, limit),
            }
        )


class MySessionView(APIView):
    """One of the caller's sessions."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="delete_session", request=None, responses={204: None})
    def delete(self, request: Request, session_id: str) -> Response:
        """End one of the caller's sessions, at once, on whatever device it is."""
        try:
            session = UUID(hex=session_id)
        except ValueError as error:
            raise SessionNotFound("Nothing was ended. A session's id is 32 hex digits.") from error
        close_session(chain_of(request), session, now=datetime.now(UTC))
        return Response(status=204)


def session_document(row: SessionView) -> dict[str, object]:
    """Write a session as the API does."""
    return {
        "id": row.id.hex,
        "reference": row.reference.hex(),
        **login_document(row.login),
        "active_at": rfc3339(to_epoch_ms(row.active_at)),
        "expires_at": rfc3339(to_epoch_ms(row.expires_at)),
        "ended_at": None if row.ended_at is None else rfc3339(to_epoch_ms(row.ended_at)),
        "end_reason": row.end_reason,
    }
