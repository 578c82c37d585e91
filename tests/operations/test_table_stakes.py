"""Stakes at tables: who may place one, what is taken, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from audit.operations.open_epoch import RoundStillOpen, StakeStillOpen
from tables.models import PlacedStake
from tables.operations.place_stake import AlreadySeated, SeatTaken
from tables.queries.table_states import table_state
from tests import live_tables, world
from tests.world import NOW, SeatedPlayer
from wallet.queries.balances import balance

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> SeatedPlayer:
    world.open_house()
    return world.seat_player()


def test_a_stake_takes_the_money_and_stands_at_the_table(ada: SeatedPlayer) -> None:
    table = live_tables.open_table()

    view = live_tables.stake(ada, table, seat=3)

    after = balance(ada.chain)
    assert (after.cash_minor, after.in_play_minor) == (99_000, 1_000)
    seated = table_state(table).stake_of(ada.chain)
    assert seated is not None
    assert (seated.stake.seat, seated.stake.bet.stake_minor, seated.stake.leaf) == (3, 1_000, view.leaf)
    assert (view.staked_minor, view.returned_minor, view.outcome, view.cash_minor) == (1_000, None, None, 99_000)
