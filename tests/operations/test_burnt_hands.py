"""What is published of hands that were not dealt because a value did not come."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from audit.models import Event
from games.core.family import Bet
from tables.core.burnt import house_would_have_won_minor
from tables.core.continuation import CroupierStep
from tables.core.epoch import TableEpoch, mix
from tables.core.epoch_cards import EpochCards
from tables.core.house_hand import deal_hand
from tables.core.player_records import LateValue
from tables.core.stakes import Stake
from tables.models import MissingValue
from tables.queries.burnt import BurntCounts, burnt_counts, burnt_hands, missing_by_table
from tests import house_table, live_tables, world
from tests.core.tables.seated import RED_DOG
from tests.house_table import BET_MS, REVEAL_MS
from tests.world import NOW

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=15)
MUCH_LATER = NOW + timedelta(minutes=30)
STAKE_MINOR = 1_000


@pytest.fixture
def table() -> ChainId:
    world.open_house()
    return house_table.announced_table()


@pytest.fixture
def players() -> tuple[SeatedPlayer, SeatedPlayer]:
    return world.seat_player("ada"), world.seat_player("bob")


def burn(
    table: ChainId, silent: SeatedPlayer, other: SeatedPlayer, *, now: datetime, late: LateValue | None = None
) -> None:
    """Let a hand of two burn because one of them, in seat 0, does not reveal."""
    live_tables.stake(silent, table, 0, STAKE_MINOR, late=late, now=now)
    live_tables.stake(other, table, 1, STAKE_MINOR, now=now)
    over = now + timedelta(milliseconds=BET_MS)
    assert house_table.step(table, now=over) is CroupierStep.SEATS
    world.run_sequencer(now=over)
    live_tables.reveal(other, table, now=over)
    too_late = over + timedelta(milliseconds=REVEAL_MS)
    assert house_table.step(table, now=too_late) is CroupierStep.TABLE_ABORT
    assert house_table.end_all_stakes(now=too_late) == 2


def told(table: ChainId) -> list[Any]:
    return burnt_hands(table, before=None, limit=10).items


def owed_by(player: SeatedPlayer) -> bytes:
    """Return the leaf of the record that names a player's value as missing."""
    return bytes(MissingValue.objects.get(chain=player.chain, told_seq=None).abort_leaf)


def test_a_value_is_owed_until_it_comes_late_and_then_the_deck_is_known(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]
) -> None:
    silent, other = players
    burn(table, silent, other, now=NOW)
    (hand,) = told(table)
    assert (hand["epoch"], hand["values"]) == (0, [{"seat": 0, "status": "owed", "value": None}])
    assert hand["house_would_have_won"] is None

    value = live_tables.value_of(silent, table, 0)
    live_tables.stake(silent, table, late=LateValue(abort_leaf=owed_by(silent), value=value), now=LATER)

    (hand,) = told(table)
    assert hand["values"] == [{"seat": 0, "status": "late", "value": value.hex()}]
    abort = next(record for record in house_table.records(table) if record["type"] == "table_abort")
    epoch, seed = TableEpoch(table, 0), bytes.fromhex(str(abort["seed"]))
    values = {0: value, 1: live_tables.value_of(other, table, 0)}
    cards = EpochCards(epoch=epoch, seed=seed, client=mix(epoch, values))
    stakes = [Stake(seat=seat, leaf=bytes(32), bet=Bet(STAKE_MINOR), contribution=bytes(32)) for seat in values]
    won_minor = house_would_have_won_minor(deal_hand(RED_DOG, stakes, cards))
    assert hand["house_would_have_won"] == {"amount": won_minor, "currency": "USD"}


def test_values_that_are_lost_or_owed_are_counted_and_more_than_one_is_an_alarm(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]
) -> None:
    silent, other = players
    elsewhere = house_table.announced_table()
    assert burnt_counts([table, elsewhere]) == {
        table: BurntCounts(hands=0, burnt=0, late=0, lost=0, owed=0),
        elsewhere: BurntCounts(hands=0, burnt=0, late=0, lost=0, owed=0),
    }
    burn(table, silent, other, now=NOW)
    assert burnt_counts([table])[table] == BurntCounts(hands=1, burnt=1, late=0, lost=0, owed=1)
    assert not burnt_counts([table])[table].alarm

    burn(table, silent, other, now=LATER, late=LateValue(abort_leaf=owed_by(silent), value=None))

    counts = burnt_counts([table])[table]
    assert (counts, counts.alarm) == (BurntCounts(hands=2, burnt=2, late=0, lost=1, owed=1), True)
    assert missing_by_table() == {table: 2}
    assert [hand["epoch"] for hand in told(table)] == [1, 0]
    assert [hand["values"][0]["status"] for hand in told(table)] == ["owed", "lost"]

    value = live_tables.value_of(silent, table, 1)
    live_tables.stake(silent, table, late=LateValue(abort_leaf=owed_by(silent), value=value), now=MUCH_LATER)
    counts = burnt_counts([table])[table]
    assert (counts, counts.alarm) == (BurntCounts(hands=2, burnt=2, late=1, lost=1, owed=0), False)


def test_the_hand_that_brings_missing_values_above_one_in_a_thousand_is_an_event_of_its_own(
    table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]
) -> None:
    silent, other = players
    burn(table, silent, other, now=NOW)
    assert alarms() == []

    burn(table, silent, other, now=LATER, late=LateValue(abort_leaf=owed_by(silent), value=None))
    raised = {"table": table.hex, "epoch": 1, "hands": 2, "lost": 1, "owed": 1}
    assert alarms() == [raised]

    # The alarm stands: it is not raised with each further hand.
    burn(table, silent, other, now=MUCH_LATER, late=LateValue(abort_leaf=owed_by(silent), value=None))
    assert burnt_counts([table])[table].alarm
    assert alarms() == [raised]


def alarms() -> list[dict[str, object]]:
    return list(Event.objects.filter(kind="table-values-missing").order_by("id").values_list("after", flat=True))


def test_burnt_hands_are_told_page_by_page(table: ChainId, players: tuple[SeatedPlayer, SeatedPlayer]) -> None:
    silent, other = players
    burn(table, silent, other, now=NOW)
    burn(table, silent, other, now=LATER, late=LateValue(abort_leaf=owed_by(silent), value=None))

    first = burnt_hands(table, before=None, limit=1)
    assert ([hand["epoch"] for hand in first.items], first.next) == ([1], 1)
    second = burnt_hands(table, before=first.next, limit=1)
    assert [hand["epoch"] for hand in second.items] == [0]
    assert burnt_hands(table, before=second.next, limit=1).items == []
