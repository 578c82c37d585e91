"""A version whose return drifts is noticed and switched off by the worker's own tick; honest play is not."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from audit.models import Event
from audit.queries.switches import SwitchedOff, off_switches
from games.core.variants import red_dog_atlantic_city
from reports.core.day_zone import DayZone
from reports.models.rollups import GameDay
from reports.operations.aggregate_log import update_rollups
from reports.operations.scheduler import run_tick
from reports.operations.watch_drift import watch_drift
from tables.operations.switch_on import switch_on
from tests import world
from tests.api.test_switches import BY
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.world import SeatedPlayer

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F43")]

ZONE: Final = DayZone("America/New_York")
SHEET: Final = red_dog_atlantic_city.SHEET
VERSION: Final = f"version:{SHEET.game}@{SHEET.version}"


@pytest.fixture
def player() -> Iterator[SeatedPlayer]:
    """Play a round and sum it up; what a test writes over the sums is put right afterwards."""
    world.open_house()
    seated = world.seat_player()
    world.play_round(seated)
    world.run_sequencer()
    update_rollups(ZONE)
    kept = GameDay.objects.values().get()
    yield seated
    GameDay.objects.update(**{name: kept[name] for name in ("wagers_minor", "winnings_minor", *_STAKES)})


_STAKES: Final = ("settled", "stake_total_minor", "stake_squares")


def bets_came_to(count: int, *, returned_of_100: int) -> None:
    """Let the sums be those of so many bets of the highest stake, without raises."""
    stake = SHEET.stake_max_minor
    GameDay.objects.update(
        settled=count,
        stake_total_minor=count * stake,
        stake_squares=count * stake**2,
        wagers_minor=count * stake,
        winnings_minor=count * stake * returned_of_100 // 100,
    )


def levels() -> list[object]:
    return [event.after["level"] for event in Event.objects.filter(kind="rtp-drift").order_by("id")]


def test_a_return_above_the_rules_is_noticed_alarmed_and_stopped(player: SeatedPlayer) -> None:
    for count in (3_000, 5_000, 8_000, 11_000, 11_000):
        bets_came_to(count, returned_of_100=115)
        run_tick(ZONE, now=NOW)

    assert levels() == ["notice", "alarm", "stop"]
    (off,) = off_switches()
    assert off.name == VERSION
    with pytest.raises(SwitchedOff, match="This version of the game is being checked"):
        world.deal(player)
    stop = Event.objects.filter(kind="rtp-drift").latest("id")
    assert (stop.actor, stop.after["drift"], stop.after["bet"]) == ("platform", "above", "main")
    assert (stop.before["level"], stop.before["steps"]) == ("alarm", 2)
    assert Event.objects.get(kind="switched-off").actor == "platform"


@pytest.mark.usefixtures("player")
def test_a_return_that_no_decisions_explain_is_stopped_too() -> None:
    bets_came_to(9_000, returned_of_100=50)

    assert watch_drift(ZONE, now=NOW) == 1

    assert [switch.name for switch in off_switches()] == [VERSION]
    assert Event.objects.get(kind="rtp-drift").after["drift"] == "below"


@pytest.mark.usefixtures("player")
def test_what_two_people_put_back_on_is_stopped_again_by_more_evidence_alone() -> None:
    bets_came_to(11_000, returned_of_100=115)
    watch_drift(ZONE, now=NOW)
    switch_on(VERSION, BY, now=NOW)

    assert watch_drift(ZONE, now=NOW) == 0
    assert off_switches() == ()

    bets_came_to(20_000, returned_of_100=115)
    assert watch_drift(ZONE, now=NOW) == 1
    assert [switch.name for switch in off_switches()] == [VERSION]


@pytest.mark.parametrize("returned_of_100", [73, 80, 91, 96])
@pytest.mark.usefixtures("player")
def test_what_honest_players_get_back_is_no_drift(returned_of_100: int) -> None:
    """From the return of who always chooses worst, 73 %, to that of who chooses best, 96.8 %."""
    bets_came_to(1_000_000, returned_of_100=returned_of_100)

    assert watch_drift(ZONE, now=NOW) == 0
    assert off_switches() == ()


@pytest.mark.usefixtures("player")
def test_a_new_year_begins_with_no_evidence() -> None:
    bets_came_to(11_000, returned_of_100=115)

    assert watch_drift(ZONE, now=NOW + timedelta(days=60)) == 0
