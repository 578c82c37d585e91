"""GET /api/v1/ops/rounds: rounds of all players, for the staff."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.data_age import DATA_AS_OF_HEADER, telling_age
from audit.replica import read_lagging
from games.api.present import STATUSES, in_kebab_case, status_of
from games.api.rounds import GAME_NAME, money_or_none
from games.queries.found_rounds import DealPlace, FoundRound, RoundFilter, find_open_rounds, find_rounds
from kernel.ids import ChainId, RoundId
from kernel.instants import rfc3339, to_epoch_ms
from kernel.money import amount_document
from rest.fields import MoneyOutput, StrictSerializer
from rest.interval import INTERVAL_PARAMETERS, interval_of
from rest.paging import (
    ID_WORDS,
    PAGE_PARAMETERS,
    cursor_of,
    cursor_text,
    id_cursor,
    id_cursor_of,
    id_of_words,
    limit_of,
    words_of_id,
)
from rest.permissions import IsAuditor
from rest.query import read_query
from wallet.queries.balances import currencies_of

_FLAGS: Final = {"true": True, "false": False}
_PLAYER_ID: Final = "^[0-9a-f]{32}$"
_PLACE_PARTS: Final = 1 + ID_WORDS + 2
"""Of a cursor in the order of deals: the instant, the player's id, epoch and nonce."""


class _Round(serializers.Serializer[Any]):
    id = serializers.CharField()
    player_id = serializers.CharField()
    game = serializers.CharField()
    status = serializers.ChoiceField(STATUSES)
    stake = MoneyOutput()
    side_bet = MoneyOutput(allow_null=True, help_text="Null where there was none.")
    dealt_at = serializers.DateTimeField()
    times_out_at = serializers.DateTimeField(
        allow_null=True, help_text="When the sheet's default action settles it; null once it has ended."
    )
    overdue = serializers.BooleanField(help_text="Whether it is past that, and nobody has settled it.")
    settled_at = serializers.DateTimeField(allow_null=True)
    staked = MoneyOutput(allow_null=True)
    returned = MoneyOutput(allow_null=True)
    outcome = serializers.CharField(allow_null=True, help_text="In kebab-case; null while it is open.")

    class Meta:
        ref_name = "RoundForStaff"


class AllRoundsView(APIView):
    """The rounds of all players."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Query(StrictSerializer):
        """Which of them."""

        game = serializers.RegexField(GAME_NAME, required=False, help_text="Only rounds of this game.")
        player_id = serializers.RegexField(_PLAYER_ID, required=False, help_text="Only rounds of this player.")
        status = serializers.ChoiceField(
            STATUSES, required=False, help_text="Only rounds with this status; open ones in the order of players' ids."
        )
        overdue = serializers.ChoiceField(
            list(_FLAGS), required=False, help_text="`true`: only open ones past their time-out, which are stuck."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "RoundsQuery"

    class Output(serializers.Serializer[Any]):
        """A page of rounds, the newest deal first; open ones alone in the order of their players' ids."""

        items = _Round(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "RoundsForStaff"

    @extend_schema(
        operation_id="list_all_rounds",
        parameters=[Query, *INTERVAL_PARAMETERS, *PAGE_PARAMETERS, DATA_AS_OF_HEADER],
        responses=Output,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return a page of rounds, by the instant of the deal. The filters given must all match.

        A page of one game, or of settled or voided rounds alone, may have fewer items than `limit`, even none, while `next`
        names another one.
        """
        query, page, now = read_query(self.Query, request), request.query_params, datetime.now(UTC)
        wanted, limit = _filter_of(query, page), limit_of(page)
        is_overdue = _FLAGS[query.get("overdue", "false")]
        if is_overdue and query.get("status", "open") != "open":
            raise serializers.ValidationError({"overdue": ["Only an open round can be overdue."]})
        if is_overdue or query.get("status") == "open":
            after = id_cursor_of(page)
            rows = find_open_rounds(
                wanted,
                overdue_at=now if is_overdue else None,
                after=None if after is None else ChainId(after),
                limit=limit,
            )
            following = id_cursor(rows[-1].round_id.chain) if len(rows) == limit else None
            return Response(_page(rows, following, now))
        # What waits is looked for above, and acted on. This is a list of what was.
        read = read_lagging(partial(_page_of_all, wanted, before=_place_of(page), limit=limit, now=now))
        return telling_age(Response(read.value), read.as_of)


def _page_of_all(wanted: RoundFilter, *, before: DealPlace | None, limit: int, now: datetime) -> dict[str, object]:
    rows, place = find_rounds(wanted, before=before, limit=limit)
    return _page(rows, None if place is None else _place_cursor(place), now)


def _page(rows: Sequence[FoundRound], following: str | None, now: datetime) -> dict[str, object]:
    currencies = currencies_of(row.round_id.chain for row in rows)
    return {"items": [_present(row, currencies[row.round_id.chain], now) for row in rows], "next": following}


def _filter_of(query: Mapping[str, Any], page: Mapping[str, str]) -> RoundFilter:
    interval, player_id, status = interval_of(page), query.get("player_id"), query.get("status")
    return RoundFilter(
        chain=None if player_id is None else ChainId(UUID(hex=player_id)),
        game=query.get("game"),
        is_voided=None if status in {None, "open"} else status == "voided",
        start_ms=interval.start_ms,
        end_ms=interval.end_ms,
    )


def _place_of(page: Mapping[str, str]) -> DealPlace | None:
    numbers = cursor_of(page, parts=_PLACE_PARTS)
    if numbers is None:
        return None
    dealt_ms, *words, epoch, nonce = numbers
    return DealPlace(dealt_ms, RoundId(ChainId(id_of_words(words)), epoch, nonce))


def _place_cursor(place: DealPlace) -> str:
    named = place.round_id
    return cursor_text(place.dealt_ms, *words_of_id(named.chain), named.epoch, named.nonce)


def _present(row: FoundRound, currency: str, now: datetime) -> dict[str, object]:
    return {
        "id": str(row.round_id),
        "player_id": row.round_id.chain.hex,
        "game": row.game,
        "status": status_of(row.outcome),
        "stake": amount_document(row.stake_minor, currency),
        "side_bet": money_or_none(row.side_bet_minor or None, currency),
        "dealt_at": rfc3339(row.dealt_ms),
        "times_out_at": None if row.times_out_ms is None else rfc3339(row.times_out_ms),
        "overdue": row.times_out_ms is not None and row.times_out_ms <= to_epoch_ms(now),
        "settled_at": None if row.settled_ms is None else rfc3339(row.settled_ms),
        "staked": money_or_none(row.staked_minor, currency),
        "returned": money_or_none(row.returned_minor, currency),
        "outcome": in_kebab_case(row.outcome),
    }
