"""A stake at a table is a player's only one: nothing else is staked or begun until it has its end."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, transaction

from audit.operations.open_epoch import StakeStillOpen, open_epoch
from audit.queries.chains import load_head
from players.core.erasure import Obstacle
from players.core.status import Status
from players.operations.erase import ask_erasure
from players.operations.set_status import set_status
from reddog_platform.erasure_hooks import erasure_hooks
from tests import table_records, world
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> SeatedPlayer:
    world.open_house()
    return world.seat_player()


def refused(step: Callable[[], object]) -> StakeStillOpen:
    """Return the refusal of a step that writes nothing."""
    before = world.everything_stored()
    with pytest.raises(StakeStillOpen) as refusal:
        step()
    assert world.everything_stored() == before
    return refusal.value


def test_no_round_is_dealt_while_a_stake_at_a_table_is_open(player: SeatedPlayer) -> None:
    stake = table_records.sit(player.chain, 5_000)

    refusal = refused(lambda: world.deal(player))
    assert (refusal.code, refusal.detail) == (
        "stake-open",
        "Nothing was taken. Your stake at a table is open: finish that hand first.",
    )
    table_records.leave(player.chain, stake, returned_minor=4_000)

    world.deal(player)
    world.assert_world_sound()


def test_what_a_process_remembers_of_a_player_knows_of_no_table_and_deals_nothing(player: SeatedPlayer) -> None:
    world.play_round(player)
    table_records.sit(player.chain, 5_000)

    refused(lambda: world.deal(player))


def test_no_epoch_is_opened_while_a_stake_at_a_table_is_open(player: SeatedPlayer) -> None:
    stake = table_records.sit(player.chain, 5_000)
    world.run_sequencer()

    refused(lambda: open_epoch(player.chain, client_seed=b"\x07" * 32, now=NOW))
    table_records.leave(player.chain, stake, returned_minor=4_000)

    assert open_epoch(player.chain, client_seed=b"\x07" * 32, now=NOW).epoch == 1


def test_nobody_is_erased_with_a_stake_at_a_table(player: SeatedPlayer) -> None:
    table_records.sit(player.chain, 100_000)
    set_status(player.chain, Status.CLOSED, reason="a test", actor="operator:test", now=NOW)

    later = NOW + timedelta(days=60)

    prospect = ask_erasure(player.chain, retention_days=30, hooks=erasure_hooks(later), now=later)

    # The buy-in is in no account of the player's.
    assert prospect.obstacles == (Obstacle.STAKE_OPEN,)


def test_the_database_keeps_no_chain_with_a_round_and_a_stake_open(player: SeatedPlayer) -> None:
    world.deal_open_round(player)

    with pytest.raises(IntegrityError, match="audit_chain_one_stake_open"), transaction.atomic():
        table_records.sit(player.chain, 5_000)


def test_a_step_keeps_what_it_is_not_told(player: SeatedPlayer) -> None:
    stake = table_records.sit(player.chain, 5_000)
    world.fund(player.chain, 1_000)
    assert load_head(player.chain).stake_open

    table_records.leave(player.chain, stake, returned_minor=4_000)
    world.fund(player.chain, 1_000)
    assert not load_head(player.chain).stake_open
