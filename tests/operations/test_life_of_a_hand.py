"""docs/life-of-a-hand.md lists the parts of the statements that a hand really runs, and the tables of each."""

from __future__ import annotations

import pytest

from games.core.action import Action
from tables.queries.stakes_to_end import due_stakes
from tests import house_table, live_tables, world
from tests.house_table import announced_table, table_of
from tests.live_tables import BETTING, SECOND
from tests.statement_parts import Statements, statements
from tests.world import NOW

pytestmark = pytest.mark.django_db


def test_print(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)
    at = NOW
    ada, bob = (world.seat_player(name) for name in ("ada", "bob"))
    with statements(c := Statements()):
        table = announced_table(table_of("montana-red-dog-table", seats=2), now=at)
    world.run_sequencer(now=at)
    seens = {"commit": c}
    at += 3 * 60 * SECOND
    with statements(seens.setdefault("stake", Statements())):
        live_tables.stake(ada, table, 0, side_bet_minor=100, now=at)
    live_tables.stake(bob, table, 1, now=at)
    at += BETTING
    with statements(seens.setdefault("seats", Statements())):
        house_table.step(table, now=at)
    world.run_sequencer(now=at)
    with statements(seens.setdefault("reveal", Statements())):
        live_tables.reveal(ada, table, now=at)
    live_tables.reveal(bob, table, now=at)
    with statements(seens.setdefault("deal", Statements())):
        house_table.step(table, now=at)
    at += 3 * SECOND
    with statements(seens.setdefault("act", Statements())):
        live_tables.act(ada, table, Action.RAISE, now=at)
    at += 30 * SECOND
    with statements(seens.setdefault("hand_end", Statements())):
        house_table.step(table, now=at)
    with statements(seens.setdefault("settle", Statements())):
        house_table.end_all_stakes(now=at)
    for name, seen in seens.items():
        print("==", name)
        print("R", {k: sorted(v) for k, v in seen.reads.items()})
        print("W", {k: sorted(v) for k, v in seen.writes.items()})
