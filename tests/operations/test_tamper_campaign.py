"""A short tamper campaign on a log that the platform wrote: the whole table of attacks, and some random changes."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from benchmarks.tamper_campaign import evening, rows
from benchmarks.tamper_campaign.attempt import Touched
from benchmarks.tamper_campaign.booking_rows import BOOKING_ROWS
from benchmarks.tamper_campaign.campaign import Campaign
from benchmarks.tamper_campaign.explained import REASONS, reason
from benchmarks.tamper_campaign.judged import CRASH, judge, judge_folder
from benchmarks.tamper_campaign.protection_rows import PROTECTION_ROWS
from tests import world
from tests.verifier.producer import canonical
from tests.world import NOW

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.tamper_campaign.owned_log import OwnedLog

pytestmark = pytest.mark.clause("F15")

ROUNDS = 40
MUTATIONS = 60


@pytest.mark.django_db
@pytest.mark.slow
def test_every_attack_is_caught_and_whatever_is_not_is_explained(tmp_path: Path) -> None:
    world.open_house()
    evening.play(tmp_path, rounds=ROUNDS, begin=NOW)
    campaign = Campaign.on(tmp_path)
    assert campaign.honest.entries == [canonical_note(campaign.log, at) for at in range(len(campaign.log.drafts))]

    campaign.try_rows()
    campaign.try_random(MUTATIONS, seed=15)

    figures = campaign.figures()
    assert figures["complaints"] == []
    assert figures["tried"] == len(rows.ROWS) + len(BOOKING_ROWS) + len(PROTECTION_ROWS) + MUTATIONS
    assert sum(figures["caught"].values()) + sum(figures["harmless"].values()) == figures["tried"]
    assert figures["harmless"].keys() <= REASONS.keys()
    assert figures["rows"]["paid otherwise, balances follow"] == "E_PAYOUT"
    for number, cards in itertools.product(range(evening.HANDS), (["2c", "2d"], ["Kh", "3s"])):
        changed = campaign.log.copied()
        rows.put("hand", number=number, cards=cards)(changed)
        assert judge(changed.seal()).code == "E_CARDS"


def canonical_note(log: OwnedLog, at: int) -> bytes:
    draft = log.drafts[at]
    return draft.signer.note(canonical(draft.fields) + "\n")


@pytest.mark.parametrize(
    "touched",
    [
        Touched(operation="field", kind="settle", path=("pay", "returned")),
        Touched(operation="field", kind="settle", path=("cards", "0")),
        Touched(operation="field", kind="deal", path=("rules",)),
        Touched(operation="left out", kind="settle"),
        Touched(operation="doubled", kind="wallet"),
        Touched(operation="paid", kind="settle"),
    ],
    ids=str,
)
def test_what_changes_an_outcome_or_money_is_never_explained(touched: Touched) -> None:
    assert reason(touched, is_newest=False) is None


def test_a_program_that_breaks_is_no_verdict(tmp_path: Path) -> None:
    (tmp_path / "trust.json").symlink_to(tmp_path / "trust.json")

    assert judge_folder(tmp_path).code == CRASH
