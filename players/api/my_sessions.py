"""GET /api/v1/me/sessions, DELETE /api/v1/me/sessions/{session}."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.api.sessions import LogOnOutput, log_on_document
from players.core.session_state import EndReason
from players.operations.end_sessions import SessionNotFound, close_session
from players.queries import SessionView, last_log_on, sessions
from rest.caller import chain_of, session_of
from rest.permissions import IsPlayer

_NEWEST: Final = 50


class _SessionOutput(serializers.Serializer[Any]):
    session = serializers.CharField(help_text="Its id, 32 hex digits.")
    current = serializers.BooleanField(help_text="Whether it is the one that asks.")
    began = LogOnOutput()
    active_at = serializers.DateTimeField(help_text="When it was last used, up to a minute late.")
    expires_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    end_reason = serializers.ChoiceField([reason.value for reason in EndReason], allow_null=True)

    class Meta:
        ref_name = "SessionOfMine"


class MySessionsView(APIView):
    """The caller's sessions."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """The newest fifty sessions, and the log-on before this one."""

        last_log_on = LogOnOutput(allow_null=True, help_text="The log-on before this session's.")
        sessions = _SessionOutput(many=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "SessionsOfMine"

    @extend_schema(operation_id="sessions", responses=Output)
    def get(self, request: Request) -> Response:
        """Return the caller's newest sessions, open or ended, newest first."""
        chain, now = chain_of(request), datetime.now(UTC)
        found = sessions(chain, now=now, limit=_NEWEST)
        began_at = next((row.began.at for row in found if row.id == session_of(request)), now)
        return Response(
            {
                "last_log_on": log_on_document(last_log_on(chain, before=began_at)),
                "sessions": [_document(row, current=session_of(request)) for row in found],
            }
        )


class MySessionView(APIView):
    """One of the caller's sessions."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="close_session", request=None, responses={204: None})
    def delete(self, request: Request, session: str) -> Response:
        """End one of the caller's sessions, at once, on whatever device it is."""
        try:
            session_id = UUID(hex=session)
        except ValueError as error:
            raise SessionNotFound("Nothing was ended. A session's id is 32 hex digits.") from error
        close_session(chain_of(request), session_id, now=datetime.now(UTC))
        return Response(status=204)


def _document(row: SessionView, *, current: UUID) -> dict[str, object]:
    return {
        "session": row.id.hex,
        "current": row.id == current,
        "began": log_on_document(row.began),
        "active_at": rfc3339(to_epoch_ms(row.active_at)),
        "expires_at": rfc3339(to_epoch_ms(row.expires_at)),
        "ended_at": None if row.ended_at is None else rfc3339(to_epoch_ms(row.ended_at)),
        "end_reason": row.end_reason,
    }
