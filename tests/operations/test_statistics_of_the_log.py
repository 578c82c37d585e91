"""What the platform wrote, as the auditor's statistical tests see it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from audit.operations.export import export_log
from audit.operations.renew_commitment import renew_commitment
from audit.queries.epochs import epoch_seeds
from games.core.cards import Card, card_text
from games.operations.round_cards import round_seed, round_shoe
from games.operations.void import void_round
from games.queries.sheets import current_sheet
from kernel.ids import RoundId
from tests import world
from tests.approving import approval
from tests.verifier.hands import deals_win
from tests.world import NOW
from verifier.__main__ import main as verify

if TYPE_CHECKING:
    from pathlib import Path

    from games.core.round_view import RoundView

pytestmark = [pytest.mark.clause("F15"), pytest.mark.django_db]


@pytest.fixture
def player() -> world.SeatedPlayer:
    world.open_house()
    return world.seat_player(amount_minor=10_000_000)


def verdict(folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    world.run_sequencer()
    export_log(folder)
    verify([str(folder), "--json"])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def winning(view: RoundView) -> bool:
    """Look at the hidden card, as one who has the keys can."""
    round_id = RoundId.parse(view.round_id)
    epoch = epoch_seeds(round_id.chain, round_id.epoch)
    assert epoch is not None
    shoe = round_shoe(round_seed(round_id, epoch), round_id, epoch, current_sheet(world.GAME).sheet)
    return deals_win([card_text(Card(shoe[at])) for at in range(3)])


def test_an_operator_with_all_keys_who_voids_the_rounds_that_win_is_warned_of(
    player: world.SeatedPlayer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    voided = 0
    # Of thirty, one evening in a hundred looks like chance. An epoch has rounds for some sixty.
    # Of thirty, one evening in a hundred looks like chance. An epoch has rounds for some sixty.
    while voided < 45:
        view = world.deal(player)
        if view.outcome is None and winning(view):
            void_round(RoundId.parse(view.round_id), by=approval("a power cut"), now=NOW)
            voided += 1
        elif view.outcome is None:
            world.decide(player, view)

    told = verdict(tmp_path / "log", capsys)

    assert (told["verdict"], told["exit"], told["first"]["code"]) == ("warning", 3, "W_SELECTED")
    tests = {one["test"]: one for one in told["tests"]}
    assert (tests["voids"]["n"], tests["voids"]["won"], tests["voids"]["code"]) == (45, 45, "W_SELECTED")
    assert [name for name, one in tests.items() if one["code"]] == ["voids"]


def test_epochs_that_were_left_and_commitments_that_were_replaced_are_counted_with_the_seeds_that_are_revealed(
    player: world.SeatedPlayer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world.play_round(player)
    renew_and_open(player)
    world.play_round(player)
    renew_and_open(player)

    told = verdict(tmp_path / "log", capsys)

    assert told["exit"] == 0
    unplayed = next(one for one in told["tests"] if one["test"] == "unplayed")
    # Two epochs were left, and two commitments replaced: 8 hands of each, of which none is said to be lost.
    assert unplayed["n"] == 4 * 8
    assert unplayed["won"] < unplayed["n"]


def renew_and_open(player: world.SeatedPlayer) -> None:
    renew_commitment(player.chain, reason="restored a backup", now=NOW)
    world.open_next_epoch(player.chain)
