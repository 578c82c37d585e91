"""docs/life-of-a-round.md lists the parts of the statements that a round really runs, and the tables of each."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from players.tokens import session_id_of
from reddog_platform.embedded.home import CHECKOUT
from tests import world
from tests.life_pages import Statements, crash_tests, listed, statements, unnamed
from tests.world import LONG_SESSIONS, NOW, SeatedPlayer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

pytestmark = pytest.mark.django_db

PAGE: Final = (CHECKOUT / "docs" / "life-of-a-round.md").read_text()
# A jurisdiction that asks when the last round began reads that too.
# They are played over more hours than a reality check would allow.
PACED: Final = replace(LONG_SESSIONS, game_cycle_ms=1_000)
MINUTE: Final = timedelta(minutes=1)
_ROUNDS: Final = 30


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

    assert listed(PAGE, "## Before: the chain and its seeds") == [seen.reads, seen.writes]


def test_the_page_lists_what_a_deal_reads_and_writes(player: SeatedPlayer) -> None:
    seen = Statements()
    for at, seat in sittings(player):
        with statements(seen):
            view = world.deal(seat, jurisdiction=PACED, now=at)
        if view.outcome is None:
            world.decide(seat, view, jurisdiction=PACED, now=at)

    assert listed(PAGE, "## The deal") == [seen.reads, seen.writes]


def test_the_page_lists_what_an_act_reads_and_writes(player: SeatedPlayer) -> None:
    seen = Statements()
    for at, seat in sittings(player):
        view = world.deal(seat, jurisdiction=PACED, now=at)
        if view.outcome is None:
            # From another session, about which this process remembers nothing.
            other = back(player, at + MINUTE)
            with statements(seen):
                world.decide(other, view, jurisdiction=PACED, now=at + 3 * MINUTE)

    assert listed(PAGE, "## The act") == [seen.reads, seen.writes]


def test_the_page_names_every_test_that_kills_what_takes_part_in_a_round() -> None:
    files = [path for path in crash_tests() if not {"report", "croupier", "tables"} & set(path.stem.split("_"))]

    assert unnamed(PAGE, files) == []


def sittings(player: SeatedPlayer) -> Iterator[tuple[datetime, SeatedPlayer]]:
    """Come back for each round, and bet a while after the login, so that the step notes the activity."""
    for number in range(_ROUNDS):
        at = NOW + (10 * number + 1) * MINUTE
        yield at + 2 * MINUTE, back(player, at)


def back(player: SeatedPlayer, at: datetime) -> SeatedPlayer:
    token = world.log_in_player(now=at).token
    return replace(player, token=token, session_id=session_id_of(token))
