"""docs/life-of-a-hand.md lists the parts of the statements that a hand really runs, and the tables of each."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from games.core.action import Action
from reddog_platform.embedded.home import CHECKOUT
from tests import house_table, live_tables, world
from tests.core.tables.seated import MONTANA
from tests.life_pages import Statements, crash_tests, listed, statements, unnamed
from tests.live_tables import BETTING, SECOND
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db

PAGE: Final = (CHECKOUT / "docs" / "life-of-a-hand.md").read_text()
MINUTES: Final = timedelta(minutes=3)
"""After so long without a step, a session's next one stores that it is in use."""


def run(step: Callable[[], object]) -> Statements:
    """Take a step, and return its statements."""
    with statements(seen := Statements()):
        step()
    return seen


def played_hand(monkeypatch: pytest.MonkeyPatch) -> dict[str, Statements]:
    """Play the page's hand, and return the statements of each of its sections."""
    house_table.open_house_with_tables(monkeypatch)
    tables: list[ChainId] = []
    seen = {
        "## Before: the table and its seed": run(
            lambda: tables.append(house_table.announced_table(house_table.table_of(MONTANA.game, seats=3), now=NOW))
        )
    }
    (table,) = tables
    world.run_sequencer(now=NOW)
    ada, bob = (world.seat_player(name) for name in ("ada", "bob"))

    staked: datetime = NOW + MINUTES
    seen["## The stake"] = run(lambda: live_tables.stake(ada, table, 0, side_bet_minor=100, now=staked))
    live_tables.stake(bob, table, 1, now=staked)
    closed = staked + BETTING
    seen["## The end of the betting"] = run(lambda: house_table.step(table, now=closed))
    world.run_sequencer(now=closed)

    for player in (ada, bob):
        live_tables.reveal(player, table, now=closed)
    seen["## The deal"] = run(lambda: house_table.step(table, now=closed))
    decided = closed + timedelta(milliseconds=MONTANA.timeout_ms) - SECOND
    seen["## The decision"] = run(lambda: live_tables.act(ada, table, Action.RAISE, now=decided))
    over = decided + 2 * SECOND
    seen["## The end of the hand"] = run(lambda: house_table.step(table, now=over))
    seen["## The settlement"] = run(lambda: house_table.end_all_stakes(now=over))
    return seen


def test_the_page_lists_what_every_step_of_a_hand_reads_and_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    for heading, seen in played_hand(monkeypatch).items():
        assert listed(PAGE, heading) == [parts for parts in (seen.reads, seen.writes) if parts], heading


def test_the_page_names_every_test_that_kills_what_takes_part_in_a_hand() -> None:
    files = [path for path in crash_tests() if {"croupier", "tables"} & set(path.stem.split("_"))]

    assert unnamed(PAGE, files) == []
