"""Voiding: the stake goes back, the seed is shown, the nonce is gone, and the auditor agrees."""

from pathlib import Path

import pytest

from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.queries.events import events
from games.operations.open_round import RoundClosed
from games.operations.void import void_round
from games.queries.rounds import RoundNotFound, history, round_view
from kernel.ids import RoundId
from tests import world
from tests.approving import approval
from tests.world import NOW, STAKE_MINOR
from verifier.__main__ import main as verify
from wallet.core.ledger import Balance
from wallet.queries.balances import balance

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> world.SeatedPlayer:
    world.open_house()
    return world.seat_player()


def voided(view_id: str, *, by: tuple[str, str] = ("olga", "pete")) -> None:
    void_round(RoundId.parse(view_id), by=approval("the dealer's camera failed", by=by), now=NOW)


@pytest.mark.clause("F19")
def test_a_void_gives_the_whole_stake_back_and_keeps_the_round(player: world.SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    before = balance(player.chain)

    voided(view.round_id)

    after = round_view(player.chain, RoundId.parse(view.round_id))
    assert balance(player.chain) == Balance(before.cash_minor + STAKE_MINOR, 0)
    assert (after.outcome, after.staked_minor, after.returned_minor) == ("void", STAKE_MINOR, STAKE_MINOR)
    assert history(player.chain, before=None, limit=1)[0].outcome == "void"
    record = parse_entry(after.receipts[1][1].entry)
    assert (record["reason"], record["by"]) == ("the dealer's camera failed", ["olga", "pete"])


@pytest.mark.clause("F19")
@pytest.mark.clause("F34")
def test_a_void_is_a_significant_event_with_both_operators_and_the_reason(player: world.SeatedPlayer) -> None:
    view = world.deal_open_round(player)

    voided(view.round_id)

    (event,) = events(subject=player.chain, before=None, limit=1)
    assert (event.kind, event.at, event.actor) == ("round-voided", NOW, "operator:olga+pete")
    assert event.reason == "the dealer's camera failed"
    assert event.before == {"round": view.round_id, "in_play_minor": STAKE_MINOR}
    assert event.after == {"round": view.round_id, "returned_minor": STAKE_MINOR}


@pytest.mark.clause("F19")
def test_a_void_that_is_refused_is_no_event(player: world.SeatedPlayer) -> None:
    view = world.play_round(player)

    with pytest.raises(RoundClosed):
        voided(view.round_id)

    assert "round-voided" not in {event.kind for event in events(subject=player.chain, before=None, limit=9)}


@pytest.mark.clause("F19")
def test_a_void_reveals_the_seed_and_uses_the_nonce_up(player: world.SeatedPlayer) -> None:
    view = world.deal_open_round(player)

    voided(view.round_id)
    following = world.deal(player)

    assert round_view(player.chain, RoundId.parse(view.round_id)).seed is not None
    assert following.nonce == view.nonce + 1


@pytest.mark.clause("F19")
def test_one_operator_alone_cannot_void(player: world.SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    before = world.everything_stored()

    with pytest.raises(AssertionError, match="the proposer never approves"):
        voided(view.round_id, by=("olga", "olga"))

    assert world.everything_stored() == before


def test_a_voided_round_can_be_neither_decided_nor_voided_again(player: world.SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    voided(view.round_id)

    with pytest.raises(RoundClosed):
        voided(view.round_id)
    with pytest.raises(RoundClosed):
        world.decide(player, view)


def test_a_round_that_does_not_exist_is_not_voided(player: world.SeatedPlayer) -> None:
    with pytest.raises(RoundNotFound):
        voided(f"{player.chain.hex}-0-1")
    with pytest.raises(RoundNotFound):
        voided(f"{'ab' * 16}-0-1")


def test_the_verifier_accepts_a_log_with_a_void(player: world.SeatedPlayer, tmp_path: Path) -> None:
    voided(world.deal_open_round(player).round_id)
    world.play_round(player)
    world.run_sequencer()
    export_log(tmp_path / "log")

    assert verify([str(tmp_path / "log")]) == 0
