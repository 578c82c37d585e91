"""What was voided on a day, why, and by whom."""

from __future__ import annotations

from datetime import date

import pytest

from kernel.instants import to_epoch_ms
from reports.catalogue.voids import DEFINITION
from reports.core.day_zone import DayZone
from reports.core.period import Period
from tests import world
from tests.operations.test_growing_tables import keyed_reads
from tests.reports.asking import FROM, HOUR, MILLISECOND, UNTIL, assert_same_in_small_pages, rows_of
from tests.reports.making import Book, seated

pytestmark = [pytest.mark.clause("F19"), pytest.mark.django_db]

NEXT_DAY = Period(date(2026, 11, 22), date(2026, 11, 23), DayZone("America/New_York"))


def test_a_void_is_told_on_the_day_on_which_the_money_came_back_in_pages_of_any_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house(now=FROM - HOUR)
    book, players = Book(), [seated(name, now=FROM - HOUR) for name in ("ada", "bea", "cleo", "dora")]
    waiting = [book.bet_until_one_waits(player, 500 + place, now=FROM) for place, player in enumerate(players)]
    # Two at one instant, and one for each of both days at midnight.
    for view, now in zip(waiting, (FROM, FROM, UNTIL - MILLISECOND, UNTIL), strict=True):
        book.void(view, now=now)

    told = rows_of(DEFINITION)

    ada, bea, cleo, _ = players
    first, second = sorted((ada, bea), key=lambda player: player.chain.hex)
    assert [row["account"] for row in told] == [player.chain.hex for player in (first, second, cleo)]
    assert told[-1] == {
        "time": to_epoch_ms(UNTIL - MILLISECOND),
        "accounts": "players",
        "account": cleo.chain.hex,
        "currency": "USD",
        "game": world.GAME,
        "round": waiting[2].round_id,
        "seq": told[-1]["seq"],
        "amount": 502,
        "cause": "void",
        "reason": "a test",
        "by": "operator:olga",
        "approved_by": "operator:pete",
    }
    assert [row["amount"] for row in rows_of(DEFINITION, NEXT_DAY)] == [503]
    assert_same_in_small_pages(DEFINITION, monkeypatch)
    with keyed_reads():
        rows_of(DEFINITION)
