"""The page on the life of a round names every source that a step reads and every CTE that it writes."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.round_view import RoundView
from games.operations import player_snapshot
from tests import world
from tests.world import NOW, SeatedPlayer

pytestmark = pytest.mark.django_db

_PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "life-of-a-round.md"
_CTE: Final = re.compile(r"(?:^WITH |\), )(\w+) AS \(")
# The session's activity is written at most once a minute.
_LATER: Final = NOW + timedelta(minutes=2)


@pytest.fixture
def player() -> SeatedPlayer:
    world.open_house()
    return world.seat_player()


def statements_of(step: Callable[[], RoundView]) -> tuple[set[str], set[str]]:
    """Return the names of what the step gathered and of what it recorded, each in one statement."""
    player_snapshot._snapshots.clear()
    with CaptureQueriesContext(connection) as captured:
        step()
    gathered, recorded = (query["sql"] for query in captured.captured_queries if query["sql"].startswith("WITH "))
    return set(_CTE.findall(gathered)), set(_CTE.findall(recorded))


def section(title: str) -> str:
    """Return a section of the page."""
    return _PAGE.read_text().partition(f"## {title}\n")[2].partition("\n## ")[0]


def tables_of(text: str) -> list[set[str]]:
    """Return the first column of each table."""
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) for table in tables]


def listed_after(word: str, text: str) -> set[str]:
    """Return the names in the paragraph that begins with this word."""
    paragraph = text.partition(f"**{word}**")[2].partition("\n\n")[0]
    return set(re.findall(r"`(\w+)`", paragraph))


def test_the_page_names_what_a_deal_reads_and_writes(player: SeatedPlayer) -> None:
    # The newest deal is read only where the jurisdiction sets a pace.
    paced = replace(player.jurisdiction, game_cycle_ms=3_000)
    sources, written = tables_of(section("The deal"))

    gathered, recorded = statements_of(lambda: world.deal(player, jurisdiction=paced, now=_LATER))

    # Where nothing is left to decide, the same names are written: two rows of each.
    assert (gathered, recorded) == (sources, written)


def test_the_page_names_what_a_decision_reads_and_writes(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    act = section("The act")

    gathered, recorded = statements_of(lambda: world.decide(player, view, now=_LATER))

    assert (gathered, recorded) == (listed_after("Gather", act), listed_after("Record", act))
