"""Hands that were not dealt because a value did not come: of one table for everybody, of all tables for the staff."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rest.fields import MoneyOutput
from rest.paging import PAGE_PARAMETERS, cursor_of, cursor_text, id_cursor, id_cursor_of, limit_of
from rest.permissions import IsAuditor
from tables.api.table_path import table_from_path
from tables.models import TableStatus
from tables.queries.burnt import ValueFate, burnt_counts, burnt_hands
from tables.queries.definitions import defined_table
from tables.queries.missing_values import counted_game, game_counts
from tables.queries.table_list import table_ids

FATES: Final = tuple(fate.value for fate in ValueFate)


class _Value(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    status = serializers.ChoiceField(
        FATES, help_text="`owed` until a later stake tells it: then it is `late`, or `lost` by the player's client."
    )
    value = serializers.CharField(allow_null=True, help_text="64 hex digits, once it is told.")

    class Meta:
        ref_name = "MissingValue"


class _BurntHand(serializers.Serializer[Any]):
    epoch = serializers.IntegerField()
    leaf = serializers.CharField(help_text="Of the `table_abort`.")
    burnt_at = serializers.DateTimeField()
    values = _Value(many=True, help_text="Those that did not come in time.")
    house_would_have_won = MoneyOutput(
        allow_null=True,
        help_text="If all seats had been silent; below 0 for a loss. Null until all values are told, and around a pot.",
    )

    class Meta:
        ref_name = "BurntHand"


class BurntHandsView(APIView):
    """The burnt hands of a table."""

    permission_classes = ()

    class Output(serializers.Serializer[Any]):
        """A page of burnt hands, newest first."""

        items = _BurntHand(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "BurntHands"

    @extend_schema(operation_id="list_burnt_hands", parameters=[*PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request, table_id: str) -> Response:
        """Return a page of the hands that a table could not deal because a value did not come. Needs no account."""
        cursor = cursor_of(request.query_params, parts=1)
        before = None if cursor is None else cursor[0]
        page = burnt_hands(table_from_path(table_id), before=before, limit=limit_of(request.query_params))
        return Response({"items": page.items, "next": None if page.next is None else cursor_text(page.next)})


class BurntCountsOutput(serializers.Serializer[Any]):
    """The newest hands of a table that were not dealt because a value did not come, counted."""

    hands = serializers.IntegerField(help_text="How many of the newest hands are counted: 1000 at most.")
    burnt = serializers.IntegerField()
    late = serializers.IntegerField(help_text="Values that a later stake told.")
    lost = serializers.IntegerField()
    owed = serializers.IntegerField()
    decks_known = serializers.IntegerField(help_text="Burnt hands against the house of which all values are told.")
    house_would_have_won = MoneyOutput(
        allow_null=True,
        help_text="The sum over these hands, had all seats been silent; below 0 for a loss. Null around a pot.",
    )

    class Meta:
        """The schema's name for it."""

        ref_name = "BurntCounts"


class _BurntCountsOfTable(BurntCountsOutput):
    table_id = serializers.CharField()
    game = serializers.CharField()
    test = serializers.BooleanField()
    alarm = serializers.BooleanField(
        help_text="Whether more than one value is lost or owed among the newest 1000 hands of this table, or of its game over"
        " all its tables, closed ones too. Those for test accounts are counted apart."
    )

    class Meta:
        ref_name = "BurntCountsOfTable"


class BurntCountsView(APIView):
    """The burnt hands of all tables, counted."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """A page of tables, by id."""

        items = _BurntCountsOfTable(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "BurntCountsByTable"

    @extend_schema(operation_id="list_burnt_counts", parameters=[*PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request) -> Response:
        """Return what was burnt among the newest 1000 hands of each table, closed tables too."""
        query = request.query_params
        limit = limit_of(query)
        chains = table_ids(after=id_cursor_of(query), limit=limit, statuses=list(TableStatus))
        counts = burnt_counts(chains)
        game_of = {chain: counted_game(defined_table(chain).definition) for chain in chains}
        of_game = game_counts(set(game_of.values()))
        items = [
            {
                "table_id": chain.hex,
                **game_of[chain]._asdict(),
                **counts[chain].document(defined_table(chain).definition.sheet.currency),
                "alarm": counts[chain].missing.alarm or of_game[game_of[chain]].alarm,
            }
            for chain in chains
        ]
        return Response({"items": items, "next": id_cursor(chains[-1]) if len(chains) == limit else None})
