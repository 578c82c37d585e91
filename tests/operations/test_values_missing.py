"""When players' values that did not come raise the alarm: by a game's newest hands, and by each table's own."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from tables.core.continuation import CroupierStep
from tables.models import TableStatus
from tables.operations.set_table_status import set_table_status
from tables.queries import missing_values
from tables.queries.missing_values import missing_max
from tests import house_table, live_tables, world
from tests.api.caller import Auditor
from tests.house_table import BET_MS, REVEAL_MS
from tests.live_tables import SECOND
from tests.operations.test_burnt_hands import LATER, MUCH_LATER, alarms, burn
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db

REVEALING = timedelta(milliseconds=REVEAL_MS)
BET = timedelta(milliseconds=BET_MS)


@pytest.fixture(autouse=True)
def _house() -> None:
    world.open_house()


@pytest.fixture
def names() -> Iterator[str]:
    """Name players, each of whom sits down once: whoever has burnt a hand sits out."""
    return (f"player{number}" for number in count())


def burn_once(table: ChainId, names: Iterator[str], *, now: datetime) -> None:
    burn(table, world.seat_player(next(names), now=now), world.seat_player(next(names), now=now), now=now)


def deal_elsewhere(table: ChainId, player: SeatedPlayer, hands: int, *, now: datetime) -> None:
    for number in range(hands):
        house_table.play_hand(table, player, now=now + 10 * number * SECOND)


def places_of_alarms() -> list[tuple[str, int]]:
    return [(str(alarm["table"]), int(str(alarm["epoch"]))) for alarm in alarms()]


def listed_alarms(auditor: Auditor) -> dict[str, bool]:
    items: list[dict[str, Any]] = json.loads(auditor.get("/ops/tables/burnt-hands").content)["items"]
    return {item["table_id"]: item["alarm"] for item in items}


def test_a_table_that_burns_raises_the_alarm_however_much_its_game_deals_at_others(
    names: Iterator[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing_values, "HANDS_COUNTED", 4)
    busy, player = house_table.announced_table(house_table.table_of(seats=1)), world.seat_player("busy")
    table, auditor = house_table.announced_table(), Auditor()
    burn_once(table, names, now=NOW)
    deal_elsewhere(busy, player, 4, now=NOW + 60 * SECOND)
    assert (alarms(), missing_max()) == ([], 1)

    burn_once(table, names, now=LATER)

    (raised,) = alarms()
    assert raised["of_game"] == {"hands": 4, "lost": 0, "owed": 1}, "three hands elsewhere, and this one"
    assert raised["of_table"] == {"hands": 2, "lost": 0, "owed": 2}
    assert missing_max() == 2
    assert listed_alarms(auditor) == {busy.hex: False, table.hex: True}

    # The table's alarm stands: it is not raised with each further hand.
    deal_elsewhere(busy, player, 4, now=LATER + 60 * SECOND)
    burn_once(table, names, now=MUCH_LATER)
    assert alarms() == [raised]
    assert missing_max() == 3

    # Its own newest hands stay the newest of a table that is closed: they would ring for ever.
    deal_elsewhere(busy, player, 4, now=MUCH_LATER + 60 * SECOND)
    set_table_status(table, TableStatus.CLOSED, reason="a test", actor="operator:test", now=MUCH_LATER)
    assert missing_max() == 0
    assert listed_alarms(auditor) == {busy.hex: False, table.hex: True}


def test_a_games_alarm_hides_no_tables_own_and_each_is_raised_once(names: Iterator[str]) -> None:
    table, elsewhere = house_table.announced_table(), house_table.announced_table()

    burn_once(table, names, now=NOW)
    burn_once(elsewhere, names, now=NOW + 60 * SECOND)
    assert places_of_alarms() == [(elsewhere.hex, 0)], "the game's"

    burn_once(table, names, now=LATER)
    assert places_of_alarms() == [(elsewhere.hex, 0), (table.hex, 1)], "the table's own"

    burn_once(table, names, now=MUCH_LATER)
    assert places_of_alarms() == [(elsewhere.hex, 0), (table.hex, 1)]


def test_an_epoch_that_its_game_counts_no_more_when_it_is_burnt_does_not_raise_the_games_alarm_again(
    names: Iterator[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(missing_values, "HANDS_COUNTED", 2)
    first, second, third = (house_table.announced_table() for _ in range(3))
    for table, ended in ((first, NOW + BET), (second, NOW + BET + SECOND), (third, NOW + BET + 2 * SECOND)):
        live_tables.stake(world.seat_player(next(names)), table, now=NOW)
        live_tables.end_betting(table, now=ended)

    for table in (second, third, first):
        assert house_table.step(table, now=NOW + BET + 2 * SECOND + REVEALING) is CroupierStep.TABLE_ABORT

    assert places_of_alarms() == [(third.hex, 0)]
