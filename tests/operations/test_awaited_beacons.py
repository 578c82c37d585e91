"""A hand that waits more than a minute for the value of its beacon is an alarm, until the value comes or the hand is voided."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from audit.queries.events import events
from kernel.instants import to_epoch_ms
from reddog_platform.database_figures import table_figures
from reddog_platform.process_diagnostics import PROCESSES
from reddog_platform.process_watch import PROCESS_BACK, PROCESS_SILENT, WATCHED, ProcessWatch
from tables.core.continuation import Phase
from tables.operations.take_step import take_step_or_wait
from tables.queries.awaited_beacons import awaited_beacons
from tables.queries.croupier import tables_status
from tables.queries.live_tables import live_tables
from tables.queries.table_states import table_state, table_states
from tests import world
from tests.house_table import Placed, announced_table, place, reveal, step
from tests.operations.test_beacon import BETTING_OVER, GENESIS_SECONDS, PERIOD_SECONDS, Source, revealed, source
from tests.operations.test_process_watch import look_twice

if TYPE_CHECKING:
    from kernel.ids import ChainId

__all__ = ["source"]
pytestmark = pytest.mark.django_db

PUBLISHED = BETTING_OVER + timedelta(seconds=PERIOD_SECONDS)


def waiting(source: Source, *, player: str = "player") -> ChainId:
    """Return a table whose hand has all but its public value, since the source says nothing."""
    source.mute.set()
    table = announced_table_while_it_speaks(source)
    revealed(table, player=player)
    take_step_or_wait(table, now=PUBLISHED)
    assert table_state(table).phase is Phase.REVEALING
    return table


def announced_table_while_it_speaks(source: Source) -> ChainId:
    source.mute.clear()
    table = announced_table()
    source.mute.set()
    return table


def house_stake(table: ChainId) -> Placed:
    """Return a stake whose betting is over and covered, and whose value is awaited."""
    placed = place(world.seat_player("player"), table, 0)
    step(table, now=BETTING_OVER)
    world.run_sequencer(now=BETTING_OVER)
    return placed


def said() -> list[tuple[str, object]]:
    found = events(subject=None, before=None, limit=50, kinds=(PROCESS_SILENT, PROCESS_BACK))[::-1]
    return [(event.kind, event.after["process"]) for event in found]


def figure() -> float:
    (metric,) = (each for each in table_figures(datetime.now(UTC)) if each.name == "reddog_table_beacons_late")
    return float(metric.samples[0].value)


def deal(table: ChainId) -> None:
    deadline = time.monotonic() + 10
    while table_state(table).phase is Phase.REVEALING and time.monotonic() < deadline:
        take_step_or_wait(table, now=PUBLISHED)
    assert table_state(table).phase is not Phase.REVEALING


def test_a_silent_source_is_an_alarm_and_a_red_line_until_its_value_comes(source: Source) -> None:
    watch = ProcessWatch({"beacon": WATCHED["beacon"]})
    look_twice(watch)
    assert said() == []
    assert PROCESSES["beacon"]().healthy
    # The hand waits since the day of the tests, by the database's clock.
    table = waiting(source)
    late = tables_status().late_beacons

    look_twice(watch, at=BETTING_OVER + timedelta(minutes=2))
    red = PROCESSES["beacon"]()

    assert [each.source for each in late] == [source.url]
    assert said() == [(PROCESS_SILENT, "beacon")]
    assert (red.healthy, figure()) == (False, 1)
    assert f"round {late[0].round} of {source.url}" in red.state

    source.speak()
    deal(table)
    look_twice(watch, at=BETTING_OVER + timedelta(minutes=5))

    assert said() == [(PROCESS_SILENT, "beacon"), (PROCESS_BACK, "beacon")]
    assert (PROCESSES["beacon"]().healthy, figure()) == (True, 0)


def test_a_hand_is_late_from_a_minute_after_its_last_value_or_its_round_whichever_is_later(source: Source) -> None:
    state = table_state(waiting(source))
    assert state.running is not None
    # Rounds come every three seconds, and the bets end between two of them.
    since_ms = state.running.seats_ms - GENESIS_SECONDS * 1000
    published_ms = state.running.seats_ms + PERIOD_SECONDS * 1000 - since_ms % (PERIOD_SECONDS * 1000)

    def late_at(now_ms: int) -> bool:
        (awaited,) = awaited_beacons(table_states(live_tables()), now_ms=now_ms)
        return awaited.late

    assert not late_at(published_ms - 1), "the round is not published yet"
    assert not late_at(published_ms + 60_000)
    assert late_at(published_ms + 60_001)


def test_a_last_value_after_the_round_begins_the_minute(source: Source) -> None:
    table = announced_table_while_it_speaks(source)
    placed = house_stake(table)
    revealed_at = PUBLISHED + timedelta(seconds=5)
    reveal(placed, now=revealed_at)

    (awaited,) = awaited_beacons(table_states(live_tables()), now_ms=to_epoch_ms(revealed_at) + 1000)

    assert awaited.waited_ms == 1000


def test_a_hand_that_waits_for_a_players_value_does_not_wait_for_the_beacon(source: Source) -> None:
    house_stake(announced_table_while_it_speaks(source))

    assert awaited_beacons(table_states(live_tables()), now_ms=to_epoch_ms(PUBLISHED) + 600_000) == []
