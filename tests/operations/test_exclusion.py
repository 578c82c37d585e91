"""Leaving the games: at once, whatever else happens at that moment and whatever the clock says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier, Event
from typing import TYPE_CHECKING

import pytest
from django.db import connections

from kernel.refusals import Refusal
from responsible_gaming.core.exclusion import ExclusionNotShortened, Kind
from responsible_gaming.core.limits import Limits
from responsible_gaming.core.rules.exclusion import PlayerExcluded
from responsible_gaming.operations.exclude import exclude
from responsible_gaming.queries import exclusion, limits_in_table
from tests import world
from tests.world import NOW, UNHURRIED, Seated

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = pytest.mark.clause("F28")

DAY = timedelta(days=1)


@pytest.mark.django_db
def test_a_clock_that_went_back_shortens_no_exclusion() -> None:
    world.house_opened()
    player = world.seated()
    exclude(player.chain, Kind.TIME_OUT, 1, now=NOW - 2 * DAY)

    with pytest.raises(PlayerExcluded):
        world.dealt(player, now=NOW + DAY - timedelta(seconds=1), profile=UNHURRIED)


@pytest.mark.django_db
def test_an_exclusion_leaves_the_other_limits_as_they_are() -> None:
    chain = world.player_registered()
    world.limited(chain, Limits(now={"stake_max": 700}))

    exclude(chain, Kind.TIME_OUT, 1, now=NOW)

    assert limits_in_table(chain).now == {"stake_max": 700, "excluded": 1}
    assert limits_in_table(chain).following == {"stake_max": 700}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_of_two_first_exclusions_at_the_same_moment_the_stricter_holds() -> None:
    world.house_opened(now=NOW)
    chains = [world.player_registered(f"player{number}") for number in range(8)]
    both = Barrier(2)

    def ask(chain: ChainId, kind: Kind, days: int | None) -> None:
        try:
            both.wait()
            exclude(chain, kind, days, now=NOW)
        except ExclusionNotShortened:
            assert kind is Kind.TIME_OUT
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        for chain in chains:
            asked = [pool.submit(ask, chain, Kind.SELF_EXCLUSION, None), pool.submit(ask, chain, Kind.TIME_OUT, 1)]
            for answer in asked:
                answer.result()
            found = exclusion(chain)
            assert found is not None
            assert (found.kind, found.lifted_ms) == (Kind.SELF_EXCLUSION, None)
            assert limits_in_table(chain).effective_at_ms is None


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_bets_however_many_put_an_exclusion_off() -> None:
    world.house_opened(now=datetime.now(UTC))
    player = world.seated(amount_minor=10_000_000, now=datetime.now(UTC))
    playing = Event()

    def play(seated: Seated) -> str:
        try:
            for _ in range(200):
                world.closed_round(seated, now=datetime.now(UTC))
                playing.set()
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "went on"

    with ThreadPoolExecutor(1) as pool:
        ended = pool.submit(play, player)
        playing.wait()
        exclude(player.chain, Kind.TIME_OUT, 1, now=datetime.now(UTC))
        assert ended.result() == "player-excluded"
