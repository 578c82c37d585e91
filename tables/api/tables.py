"""Tables, for players and for whoever watches: the list, one of them, its events, the hands that it has finished."""

from typing import Any, Final

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.clock import database_now
from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from rest.caller import PlayerIdentity
from rest.http_cache import cacheable_response
from rest.paging import PAGE_PARAMETERS, MalformedPage, cursor_of, cursor_text, id_cursor, id_cursor_of, limit_of
from tables.api.burnt import BurntCountsOutput
from tables.api.outputs import EventOutput, HandOutput, HandSummary, TableOutput, TableSummary
from tables.api.table_path import epoch_from_path, table_from_path
from tables.queries.hands import finished_hand, hands_page
from tables.queries.snapshots import snapshot
from tables.queries.table_events import BEFORE_FIRST, events_after
from tables.queries.table_list import tables_page

_GAME_NAME: Final = "^[a-z0-9-]{1,60}$"
GAME_PARAMETER: Final = OpenApiParameter(
    "game", {"type": "string", "pattern": _GAME_NAME}, description="Only tables of this game."
)
_GAME: Final = serializers.RegexField(_GAME_NAME)
_SEQ_DIGITS: Final = 15
_DAY_SECONDS: Final = 86_400


class ListedTable(TableSummary):
    """A table in the list, by which players choose where they sit."""

    burnt_hands = BurntCountsOutput()

    class Meta:
        """The schema's name for it."""

        ref_name = "ListedTable"


class TablesOutput(serializers.Serializer[Any]):
    """A page of tables."""

    items = ListedTable(many=True)
    next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Tables"


class TablesView(APIView):
    """The tables."""

    permission_classes = ()

    @extend_schema(operation_id="list_tables", parameters=[GAME_PARAMETER, *PAGE_PARAMETERS], responses=TablesOutput)
    def get(self, request: Request) -> Response:
        """Return a page of the tables that are not closed, by id. Needs no account."""
        query = request.query_params
        page = tables_page(after=id_cursor_of(query), limit=limit_of(query), game=game_of(request))
        return Response({"items": page.items, "next": None if page.next is None else id_cursor(page.next)})


class TableView(APIView):
    """A table."""

    permission_classes = ()
    polled = True

    @extend_schema(operation_id="get_table", responses=TableOutput)
    def get(self, request: Request, table_id: str) -> Response:
        """Return a table as it stands. With a player's token it has the player's own hand and legal actions.

        Needs no account.
        """
        table = table_from_path(table_id)
        shown = snapshot(table, _viewer(request))
        return Response({**shown, "read_at": rfc3339(to_epoch_ms(database_now()))})


class TableEventsView(APIView):
    """The events of a table."""

    permission_classes = ()
    polled = True

    class Output(serializers.Serializer[Any]):
        """A page of events, oldest first."""

        items = EventOutput(many=True)
        next = serializers.CharField(
            allow_null=True, help_text="`after` of the next page; null if this page has the newest event."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "TableEvents"

    @extend_schema(
        operation_id="list_table_events",
        parameters=[
            OpenApiParameter(
                "after",
                {"type": "integer", "minimum": BEFORE_FIRST, "maximum": 10**_SEQ_DIGITS - 1, "default": BEFORE_FIRST},
                description="Only events of a higher `seq`. Without it, from the first.",
            ),
            PAGE_PARAMETERS[0],
        ],
        responses=Output,
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Return the table's records after a given one, as the stream has them. Needs no account."""
        limit = limit_of(request.query_params)
        events = events_after(table_from_path(table_id), after=_after(request), limit=limit)
        return Response({"items": events, "next": str(events[-1]["seq"]) if len(events) == limit else None})


class HandsView(APIView):
    """The hands that a table has finished."""

    permission_classes = ()

    class Output(serializers.Serializer[Any]):
        """A page of hands, newest first."""

        items = HandSummary(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Hands"

    @extend_schema(operation_id="list_hands", parameters=[*PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request, table_id: str) -> Response:
        """Return a page of the hands and games that a table has finished. Needs no account."""
        query = request.query_params
        cursor = cursor_of(query, parts=1)
        page = hands_page(
            table_from_path(table_id), before=None if cursor is None else cursor[0], limit=limit_of(query)
        )
        return Response({"items": page.items, "next": None if page.next is None else cursor_text(page.next)})


class HandView(APIView):
    """A hand that a table has finished."""

    permission_classes = ()

    @extend_schema(operation_id="get_hand", responses=HandOutput)
    def get(self, request: Request, table_id: str, epoch: str) -> HttpResponseBase:
        """Return a finished hand or game with its records, which prove it. Needs no account."""
        hand = finished_hand(table_from_path(table_id), epoch_from_path(epoch))
        # Nothing of it changes, and a long game has a megabyte.
        return cacheable_response(request, hand, fresh_seconds=_DAY_SECONDS)


def game_of(request: Request) -> str | None:
    """Return the game that the query asks for, None for all."""
    game = request.query_params.get("game")
    return None if game is None else _GAME.run_validation(game)


def _viewer(request: Request) -> ChainId | None:
    return request.user.chain if isinstance(request.user, PlayerIdentity) else None


def _after(request: Request) -> int:
    text = request.query_params.get("after", str(BEFORE_FIRST))
    if text == str(BEFORE_FIRST):
        return BEFORE_FIRST
    if not (text.isascii() and text.isdigit() and len(text) <= _SEQ_DIGITS):
        raise MalformedPage("`after` is the `seq` of an event, or -1.")
    return int(text)
