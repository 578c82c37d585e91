"""docs/life-of-a-round.md lists the parts of the statements that a round really runs, and the tables of each."""

from __future__ import annotations

import re
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.db import connection

from players.tokens import session_id_of
from reddog_platform.embedded.home import CHECKOUT
from responsible_gaming.core.jurisdictions import DEMO
from tests import world
from tests.world import NOW, SeatedPlayer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

pytestmark = pytest.mark.django_db

PAGE: Final = (CHECKOUT / "docs" / "life-of-a-round.md").read_text()
# A jurisdiction that asks when the last round began reads that too.
PACED: Final = replace(DEMO, game_cycle_ms=1_000)
MINUTE: Final = timedelta(minutes=1)
_ROUNDS: Final = 30

Parts = dict[str, set[str]]
"""The named parts of WITH statements, with the tables that each mentions."""


class Statements:
    """What the database was asked, as reading and as writing statements."""

    def __init__(self) -> None:
        self.reads: Parts = defaultdict(set)
        self.writes: Parts = defaultdict(set)

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, *others: Any) -> Any:
        parts = parts_of(sql)
        writes = any(re.match(r"\s*(?:INSERT|UPDATE|DELETE)\b", body) for body in parts.values())
        for name, body in parts.items():
            (self.writes if writes else self.reads)[name] |= tables_of(body)
        return execute(sql, params, *others)


@contextmanager
def statements(seen: Statements) -> Iterator[None]:
    with connection.execute_wrapper(seen):
        yield


@pytest.fixture
def player() -> SeatedPlayer:
    world.open_house()
    return world.seat_player()


def test_the_page_lists_what_the_opening_of_an_epoch_reads_and_writes() -> None:
    world.open_house()
    chain = world.sign_up("ada", now=NOW)
    world.run_sequencer()
    seen = Statements()
    with statements(seen):
        world.open_next_epoch(chain)

    assert listed("## Before: the chain and its seeds") == [seen.reads, seen.writes]


def test_the_page_lists_what_a_deal_reads_and_writes(player: SeatedPlayer) -> None:
    seen = Statements()
    for at, seat in sittings(player):
        with statements(seen):
            view = world.deal(seat, jurisdiction=PACED, now=at)
        if view.outcome is None:
            world.decide(seat, view, jurisdiction=PACED, now=at)

    assert listed("## The deal") == [seen.reads, seen.writes]


def test_the_page_lists_what_an_act_reads_and_writes(player: SeatedPlayer) -> None:
    seen = Statements()
    for at, seat in sittings(player):
        view = world.deal(seat, jurisdiction=PACED, now=at)
        if view.outcome is None:
            # From another session, about which this process remembers nothing.
            other = back(player, at + MINUTE)
            with statements(seen):
                world.decide(other, view, jurisdiction=PACED, now=at + 3 * MINUTE)

    assert listed("## The act") == [seen.reads, seen.writes]


def test_the_page_names_every_test_that_kills_what_takes_part_in_a_round() -> None:
    files = [path for path in (CHECKOUT / "tests" / "crash").glob("test_*_killed.py") if "report" not in path.name]
    tests = [
        f"{path.name}::{name}"
        for path in files
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    ]

    assert tests
    assert [test for test in tests if f"`tests/crash/{test}`" not in PAGE] == []


def sittings(player: SeatedPlayer) -> Iterator[tuple[datetime, SeatedPlayer]]:
    """Come back for each round, and bet a while after the login, so that the step notes the activity."""
    for number in range(_ROUNDS):
        at = NOW + (10 * number + 1) * MINUTE
        yield at + 2 * MINUTE, back(player, at)


def back(player: SeatedPlayer, at: datetime) -> SeatedPlayer:
    token = world.log_in_player(now=at).token
    return replace(player, token=token, session_id=session_id_of(token))


def listed(heading: str) -> list[Parts]:
    """Return the section's tables: a part a row, with the tables of its last cell."""
    section = PAGE[PAGE.index(f"{heading}\n") :].split("\n## ", 1)[0]
    found = re.findall(r"((?:^\|.+\n)+)", section, re.MULTILINE)
    return [{name.strip(" `"): tables for name, tables in map(part, table.splitlines()[2:])} for table in found]


def part(row: str) -> tuple[str, set[str]]:
    """Return a row's name and tables, the first of which belongs to the row's app."""
    name, app, cell = row.split("|")[1:4]
    tables = re.findall(r"`(\w+)`", cell)
    assert tables[0].startswith(f"{app.strip()}_"), f"another app's table: {row}"
    return name, set(tables)


def parts_of(sql: str) -> dict[str, str]:
    """Take a WITH statement apart; nothing of any other statement."""
    found: dict[str, str] = {}
    at = re.match(r"\s*WITH ", sql)
    place = at.end() if at else len(sql)
    while part := re.compile(r"(\w+) AS (?:NOT )?(?:MATERIALIZED )?\(").match(sql, place):
        end = closing(sql, part.end())
        found[part[1]] = sql[part.end() : end]
        place = end + 1
        if sql[place : place + 2] != ", ":
            break
        place += 2
    return found


def closing(sql: str, place: int) -> int:
    """Return where the parenthesis closes that was opened before `place`; quoted text is passed over."""
    depth, quoted = 1, False
    while depth:
        if sql[place] == "'":
            quoted = not quoted
        elif not quoted:
            depth += {"(": 1, ")": -1}.get(sql[place], 0)
        place += 1
    return place - 1


def tables_of(body: str) -> set[str]:
    """Return the tables of ours that a part mentions."""
    ours = set(connection.introspection.table_names())
    return ours & set(re.findall(r"\w+", body))
