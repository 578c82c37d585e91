"""Whoever takes a stake back and sits again does not keep the others waiting."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from kernel.instants import rfc3339, to_epoch_ms
from tables.core.continuation import CroupierStep
from tables.queries.snapshots import snapshot
from tests import house_table, live_tables, world
from tests.core.tables.seated import POT
from tests.live_tables import BETTING, SECOND
from tests.world import NOW

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db

BUY_IN_MINOR: Final = 5_000


@pytest.fixture
def pot(monkeypatch: pytest.MonkeyPatch) -> ChainId:
    house_table.open_house_with_tables(monkeypatch)
    return house_table.announced_table(house_table.table_of(POT.game))


@pytest.fixture
def players(pot: ChainId) -> list[SeatedPlayer]:  # noqa: ARG001  the house must be open
    return [world.seat_player(name) for name in ("ada", "bob", "cem")]


def sit(player: SeatedPlayer, table: ChainId, seat: int, *, after: timedelta) -> None:
    live_tables.stake(player, table, seat, BUY_IN_MINOR, now=NOW + after)


def ends_at(table: ChainId) -> object:
    return snapshot(table, None)["due_at"]


def text(instant: datetime) -> str:
    return rfc3339(to_epoch_ms(instant))


def test_a_player_who_withdraws_and_sits_again_does_not_restart_the_clock(
    pot: ChainId, players: list[SeatedPlayer]
) -> None:
    ada, bob, _ = players
    sit(ada, pot, 0, after=0 * SECOND)
    for again in range(3):
        sit(bob, pot, 1, after=(1 + 2 * again) * SECOND)
        assert ends_at(pot) == text(NOW + SECOND + BETTING)
        live_tables.withdraw(bob, pot, now=NOW + (2 + 2 * again) * SECOND)
        assert ends_at(pot) is None
    # In another seat too: the player counts, not a place.
    sit(bob, pot, 2, after=7 * SECOND)

    assert house_table.step(pot, now=NOW + SECOND + BETTING - timedelta(milliseconds=1)) is None
    assert house_table.step(pot, now=NOW + SECOND + BETTING) is CroupierStep.SEATS


def test_whoever_comes_back_after_the_time_is_over_ends_the_betting(pot: ChainId, players: list[SeatedPlayer]) -> None:
    ada, bob, _ = players
    sit(ada, pot, 0, after=0 * SECOND)
    sit(bob, pot, 1, after=SECOND)
    live_tables.withdraw(bob, pot, now=NOW + 2 * SECOND)
    sit(bob, pot, 1, after=60 * SECOND)

    # Due then, and not before: the croupier is not late.
    assert ends_at(pot) == text(NOW + 60 * SECOND)
    assert house_table.step(pot, now=NOW + 60 * SECOND) is CroupierStep.SEATS


def test_another_player_who_comes_later_starts_the_clock(pot: ChainId, players: list[SeatedPlayer]) -> None:
    ada, bob, cem = players
    sit(ada, pot, 0, after=0 * SECOND)
    sit(bob, pot, 1, after=SECOND)
    live_tables.withdraw(bob, pot, now=NOW + 2 * SECOND)
    sit(cem, pot, 1, after=60 * SECOND)

    assert ends_at(pot) == text(NOW + 60 * SECOND + BETTING)


def test_where_nobody_waited_a_stake_that_was_taken_back_is_forgotten(
    pot: ChainId, players: list[SeatedPlayer]
) -> None:
    ada, bob, _ = players
    for player in (ada, bob):
        sit(player, pot, 0, after=0 * SECOND)
        live_tables.withdraw(player, pot, now=NOW + SECOND)
    sit(ada, pot, 0, after=60 * SECOND)
    sit(bob, pot, 1, after=61 * SECOND)

    assert ends_at(pot) == text(NOW + 61 * SECOND + BETTING)


def test_against_the_house_the_oldest_stake_that_stands_waits_no_longer_either(
    pot: ChainId, players: list[SeatedPlayer]
) -> None:
    del pot
    ada, bob, _ = players
    table = house_table.announced_table()
    live_tables.stake(ada, table, 0)
    live_tables.stake(bob, table, 1, now=NOW + 2 * SECOND)
    live_tables.withdraw(ada, table, now=NOW + 7 * SECOND)
    live_tables.stake(ada, table, 0, now=NOW + 7 * SECOND)

    assert house_table.step(table, now=NOW + BETTING) is CroupierStep.SEATS
