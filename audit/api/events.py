"""GET /api/v1/ops/events: significant events."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.data_age import DATA_AS_OF_HEADER, telling_age
from audit.event_catalogue import BY_NAME, kinds_of, severity_of
from audit.event_catalogue.kind import Severity
from audit.queries.events import EventRow, events
from audit.replica import read_lagging
from kernel.ids import ChainId, chain_id
from kernel.instants import rfc3339, to_epoch_ms
from rest.interval import INTERVAL_PARAMETERS, interval_of
from rest.paging import PAGE_PARAMETERS, MalformedPage, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor

_SEVERITIES: Final = [severity.value for severity in Severity]


class SavedEvent(serializers.Serializer[Any]):
    """A significant event."""

    id = serializers.CharField(help_text="32 hex digits; ids are in the order of the events.")
    occurred_at = serializers.DateTimeField()
    kind = serializers.CharField(help_text="In kebab-case, and stable.")
    severity = serializers.ChoiceField(choices=_SEVERITIES, help_text="How soon somebody should look; by the kind.")
    player_id = serializers.CharField(allow_null=True, help_text="The player, where it concerns one.")
    actor = serializers.CharField(
        help_text="`player`, `platform`, `operator:<name>`, `staff:<name>`, or `unknown` before anybody proved who."
    )
    reason = serializers.CharField()
    before = serializers.DictField()
    after = serializers.DictField()
    request_id = serializers.CharField(
        allow_null=True,
        help_text="The X-Request-ID of the request that caused it, or the task; null before there were any.",
    )

    class Meta:
        """The schema's name for it."""

        ref_name = "Event"


SEVERITY_PARAMETER: Final = OpenApiParameter(
    "severity",
    OpenApiTypes.STR,
    enum=_SEVERITIES,
    description="Only those of this severity, in the order of their instants.",
)


KIND_PARAMETER: Final = OpenApiParameter(
    "kind",
    OpenApiTypes.STR,
    description="Only those of this kind (docs/events.md), in the order of their instants.",
)


class EventsOutput(serializers.Serializer[Any]):
    """A page of significant events, newest first."""

    items = SavedEvent(many=True)
    next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Events"


class EventsView(APIView):
    """All significant events."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(
        operation_id="list_events",
        parameters=[
            OpenApiParameter("player_id", OpenApiTypes.STR, description="Only those that concern this player's id."),
            KIND_PARAMETER,
            SEVERITY_PARAMETER,
            *INTERVAL_PARAMETERS,
            *PAGE_PARAMETERS,
            DATA_AS_OF_HEADER,
        ],
        responses=EventsOutput,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return a page of significant events: what was changed, by whom and why, before and after."""
        text = request.query_params.get("player_id")
        player = None if text is None else chain_id(text)
        if text is not None and player is None:
            raise MalformedPage("player_id is 32 hex digits.")
        page = read_lagging(partial(page_of_events, request.query_params, player))
        return telling_age(Response(page.value), page.as_of)


def page_of_events(query: Mapping[str, str], player: ChainId | None) -> dict[str, object]:
    """Return the page that the query asks for, of one player's events or of all."""
    limit = limit_of(query)
    interval = interval_of(query)
    page = events(
        subject=player,
        before=id_cursor_of(query),
        limit=limit,
        since=interval.start,
        until=interval.end,
        kinds=_kinds_of(query),
    )
    return {"items": [shown_event(event) for event in page], "next": next_by_id(page, limit)}


def _kinds_of(query: Mapping[str, str]) -> tuple[str, ...] | None:
    """Return the kinds that `kind` and `severity` leave; None for all."""
    kind, severity = query.get("kind"), query.get("severity")
    if kind is not None and kind not in BY_NAME:
        raise serializers.ValidationError({"kind": ["It is a kind of docs/events.md."]})
    if severity is not None and severity not in _SEVERITIES:
        raise serializers.ValidationError({"severity": [f"It is one of {', '.join(_SEVERITIES)}."]})
    if severity is None:
        return None if kind is None else (kind,)
    kinds = kinds_of(Severity(severity))
    return kinds if kind is None else tuple(each for each in kinds if each == kind)


def shown_event(event: EventRow) -> dict[str, object]:
    """Write an event for the staff."""
    return {
        "id": event.id.hex,
        "occurred_at": rfc3339(to_epoch_ms(event.at)),
        "kind": event.kind,
        "severity": severity_of(event.kind).value,
        "player_id": event.subject and event.subject.hex,
        "actor": event.actor,
        "reason": event.reason,
        "before": event.before,
        "after": event.after,
        "request_id": event.request_id,
    }
