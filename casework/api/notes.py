"""GET and POST /api/v1/ops/players/{player_id}/notes."""

from datetime import UTC, datetime
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casework.operations.add_note import add_note
from casework.queries.notes import NoteView, notes
from kernel.instants import rfc3339
from players.api.player_path import known_player, player_from_path
from rest.caller import actor_of
from rest.fields import StrictSerializer, StrictText
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import ReadAuditorWriteOperator

TEXT_MAX: Final = 2000


class WrittenText(StrictSerializer):
    """Words that are kept, 1 to 2,000 characters."""

    text = StrictText(min_length=1, max_length=TEXT_MAX)

    def validate_text(self, text: str) -> str:
        """Refuse words that are nothing but spaces."""
        if not text.strip():
            raise serializers.ValidationError("Write something.")
        return text


class _Output(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="32 hex digits; ids are in the order of the notes.")
    actor = serializers.CharField(help_text="Who wrote it: `operator:<name>`.")
    written_at = serializers.DateTimeField()
    text = serializers.CharField(allow_null=True, help_text="Null once the player was erased.")

    class Meta:
        ref_name = "Note"


class NotesView(APIView):
    """The staff's notes on a player."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (ReadAuditorWriteOperator,)

    class Input(WrittenText):
        """A note. The player can ask for a copy of it."""

        class Meta:
            """The schema's name for it."""

            ref_name = "NewNote"

    class Output(serializers.Serializer[Any]):
        """A page of notes, newest first."""

        items = _Output(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Notes"

    @extend_schema(operation_id="list_player_notes", parameters=list(PAGE_PARAMETERS), responses=Output)
    def get(self, request: Request, player_id: str) -> Response:
        """Return a page of the staff's notes on a player."""
        limit = limit_of(request.query_params)
        page = notes(known_player(player_id), before=id_cursor_of(request.query_params), limit=limit)
        return Response({"items": list(map(_present, page)), "next": next_by_id(page, limit)})

    @extend_schema(operation_id="create_player_note", request=Input, responses={201: _Output})
    def post(self, request: Request, player_id: str) -> Response:
        """Write a note on a player. It is kept as it is until the person is erased."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        chain, text = player_from_path(player_id), body.validated_data["text"]
        return Response(_present(add_note(chain, text, actor=actor_of(request), now=datetime.now(UTC))), status=201)


def _present(note: NoteView) -> dict[str, object]:
    return {"id": note.id.hex, "actor": note.author, "written_at": rfc3339(note.at_ms), "text": note.text}
