"""GET /api/v1/me/inbox, POST /api/v1/me/inbox/reads: what was done to the account, and what of it was read."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.operations.read_messages import read_messages
from players.queries.inbox import InboxMessage, inbox, unread_count
from rest.caller import chain_of
from rest.paging import MAX_LIMIT, PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsPlayer

_ID: Final = r"^[0-9a-f]{32}$"
ACTORS: Final = ["player", "staff", "platform"]


class _Message(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="32 hex digits.")
    occurred_at = serializers.DateTimeField()
    kind = serializers.CharField(help_text="In kebab-case, and stable: docs/events.md lists them.")
    subject = serializers.CharField(help_text="A line, in English.")
    text = serializers.CharField(help_text="Plain sentences, in English.")
    actor = serializers.ChoiceField(ACTORS, help_text="Who did it.")
    read_at = serializers.DateTimeField(allow_null=True, help_text="Null while it was not read.")

    class Meta:
        ref_name = "InboxMessage"


class _Unread(serializers.Serializer[Any]):
    unread = serializers.IntegerField(help_text="How many messages were not read.")

    class Meta:
        ref_name = "UnreadMessages"


class InboxView(APIView):
    """The caller's inbox."""

    permission_classes = (IsPlayer,)

    class Output(_Unread):
        """A page of messages, newest first."""

        items = _Message(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Inbox"

    @extend_schema(operation_id="get_inbox", parameters=list(PAGE_PARAMETERS), responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of what was done to the caller's account, by whomever, and how much of all was not read."""
        limit, chain = limit_of(request.query_params), chain_of(request)
        page = inbox(chain, before=id_cursor_of(request.query_params), limit=limit)
        items = [_shown(message) for message in page]
        return Response({"items": items, "next": next_by_id(page, limit), "unread": unread_count(chain)})


class InboxReadsView(APIView):
    """What the caller has read of the inbox."""

    permission_classes = (IsPlayer,)

    class Input(serializers.Serializer[None]):
        """The messages that were read."""

        ids = serializers.ListField(
            child=serializers.RegexField(_ID, trim_whitespace=False), min_length=1, max_length=MAX_LIMIT
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "MessagesRead"

    @extend_schema(operation_id="create_message_reads", request=Input, responses={201: _Unread})
    def post(self, request: Request) -> Response:
        """Note that messages were read. Repeating it changes nothing."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        chain = chain_of(request)
        read_messages(chain, [UUID(hex=each) for each in body.validated_data["ids"]], now=datetime.now(UTC))
        return Response({"unread": unread_count(chain)}, status=201)


def _shown(message: InboxMessage) -> dict[str, object]:
    return {
        "id": message.id.hex,
        "occurred_at": rfc3339(to_epoch_ms(message.at)),
        "kind": message.kind,
        "subject": message.message.subject,
        "text": message.message.text,
        "actor": message.by,
        "read_at": None if message.read_at is None else rfc3339(to_epoch_ms(message.read_at)),
    }
