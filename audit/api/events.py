"""GET /api/v1/ops/events: significant events."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.queries import EventRow, events
from kernel.ids import ChainId, chain_id
from kernel.periods import rfc3339, to_ms
from rest.paging import PAGE_PARAMETERS, MalformedPage, cursor_of, cursor_text, limit_of
from rest.permissions import IsAuditor

# An id has 128 bits, and a cursor's numbers have 62 each.
_PART_BITS: Final = 48
_PARTS: Final = 3


class _Event(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="32 hex digits; ids are in the order of the events.")
    at = serializers.DateTimeField()
    kind = serializers.CharField(help_text="In kebab-case, and stable.")
    player = serializers.CharField(allow_null=True, help_text="The player's id, where it concerns one.")
    actor = serializers.CharField(
        help_text="`player`, `platform`, `operator:<name>`, `staff:<name>`, or `unknown` before anybody proved who."
    )
    reason = serializers.CharField()
    before = serializers.DictField()
    after = serializers.DictField()

    class Meta:
        ref_name = "Event"


class EventsOutput(serializers.Serializer[Any]):
    """A page of significant events, newest first."""

    items = _Event(many=True)
    next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Events"


class EventsView(APIView):
    """All significant events."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(
        operation_id="events",
        parameters=[
            OpenApiParameter("player", OpenApiTypes.STR, description="Only those that concern this player's id."),
            *PAGE_PARAMETERS,
        ],
        responses=EventsOutput,
    )
    def get(self, request: Request) -> Response:
        """Return a page of significant events: what was changed, by whom and why, before and after."""
        text = request.query_params.get("player")
        player = None if text is None else chain_id(text)
        if text is not None and player is None:
            raise MalformedPage("player is a player's id, 32 hex digits.")
        return Response(page_of_events(request.query_params, player))


def page_of_events(query: Mapping[str, str], player: ChainId | None) -> dict[str, object]:
    """Return the page that the query asks for, of one player's events or of all."""
    limit, cursor = limit_of(query), cursor_of(query, parts=_PARTS)
    page = events(subject=player, before=None if cursor is None else _id_of(cursor), limit=limit)
    following = cursor_text(*_parts_of(page[-1].id)) if len(page) == limit else None
    return {"items": [_shown(event) for event in page], "next": following}


def _parts_of(event_id: UUID) -> list[int]:
    return [event_id.int >> _PART_BITS * place & (1 << _PART_BITS) - 1 for place in range(_PARTS)]


def _id_of(parts: tuple[int, ...]) -> UUID:
    number = sum(part << _PART_BITS * place for place, part in enumerate(parts))
    if number >= 1 << 128:
        raise MalformedPage("cursor is not one that this list gave. Take it from `next` of the page before.")
    return UUID(int=number)


def _shown(event: EventRow) -> dict[str, object]:
    return {
        "id": event.id.hex,
        "at": rfc3339(to_ms(event.at)),
        "kind": event.kind,
        "player": event.subject and event.subject.hex,
        "actor": event.actor,
        "reason": event.reason,
        "before": event.before,
        "after": event.after,
    }
