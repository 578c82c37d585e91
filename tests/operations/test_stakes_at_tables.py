"""A stake at a table is a player's only one: nothing else is staked or begun until it has its end."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from audit.models import Chain
from audit.operations.open_epoch import StakeStillOpen, open_epoch
from audit.queries.chains import load_head
from players.core.erasure import Obstacle
from players.core.status import Status
from players.operations.erase import ask_erasure
from players.operations.set_status import set_status
from reddog_platform.erasure_hooks import erasure_hooks
from tests import house_table, live_tables, world
from tests.core.tables.seated import POT
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


@pytest.fixture
def player() -> SeatedPlayer:
    return world.seat_player()


@pytest.fixture
def table() -> ChainId:
    return house_table.announced_table(house_table.table_of(POT.game, stakes=(1_000, 50_000)))


def refused(step: Callable[[], object]) -> StakeStillOpen:
    """Return the refusal of a step that writes nothing."""
    before = world.everything_stored()
    with pytest.raises(StakeStillOpen) as refusal:
        step()
    assert world.everything_stored() == before
    return refusal.value


def test_no_round_is_dealt_while_a_stake_at_a_table_is_open(player: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(player, table, stake_minor=5_000)

    refusal = refused(lambda: world.deal(player, now=LATER))
    assert (refusal.code, refusal.detail) == (
        "stake-open",
        "Nothing was taken. Your stake at a table is open: finish that hand first.",
    )
    live_tables.withdraw(player, table, now=LATER)

    world.deal(player, now=LATER)


def test_what_a_process_remembers_of_a_player_knows_of_no_table_and_deals_nothing(
    player: SeatedPlayer, table: ChainId
) -> None:
    world.play_round(player)
    live_tables.stake(player, table, stake_minor=5_000, now=LATER)

    refused(lambda: world.deal(player, now=LATER))


def test_no_epoch_is_opened_while_a_stake_at_a_table_is_open(player: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(player, table, stake_minor=5_000)
    world.run_sequencer()

    refused(lambda: open_epoch(player.chain, client_seed=b"\x07" * 32, now=NOW))
    live_tables.withdraw(player, table)

    assert open_epoch(player.chain, client_seed=b"\x07" * 32, now=NOW).epoch == 1


def test_nobody_is_erased_with_a_stake_at_a_table(table: ChainId) -> None:
    player = world.seat_player(amount_minor=50_000)
    live_tables.stake(player, table, stake_minor=50_000)
    set_status(player.chain, Status.CLOSED, reason="a test", actor="operator:test", now=NOW)

    later = NOW + timedelta(days=60)

    prospect = ask_erasure(player.chain, retention_days=30, hooks=erasure_hooks(later), now=later)

    # The buy-in is in no account of the player's.
    assert prospect.obstacles == (Obstacle.STAKE_OPEN,)


def test_the_database_keeps_no_chain_with_a_round_and_a_stake_open(player: SeatedPlayer) -> None:
    world.deal_open_round(player)

    with pytest.raises(IntegrityError, match="audit_chain_one_stake_open"), transaction.atomic():
        Chain.objects.filter(chain=player.chain).update(stake_open=True)


def test_a_step_keeps_what_it_is_not_told(player: SeatedPlayer, table: ChainId) -> None:
    live_tables.stake(player, table, stake_minor=5_000)
    world.fund(player.chain, 1_000)
    assert load_head(player.chain).stake_open

    live_tables.withdraw(player, table)
    world.fund(player.chain, 1_000)
    assert not load_head(player.chain).stake_open
