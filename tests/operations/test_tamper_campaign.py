"""A short tamper campaign on a log that the platform wrote: the whole table of attacks, and some random changes."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from benchmarks.tamper_campaign import evening, rows
from benchmarks.tamper_campaign.attempt import Touched
from benchmarks.tamper_campaign.campaign import ROWS, Campaign, batches, begun
from benchmarks.tamper_campaign.damage import files_of
from benchmarks.tamper_campaign.devices import SIGNED
from benchmarks.tamper_campaign.explained import REASONS, reason
from benchmarks.tamper_campaign.judged import CRASH, Desk, judge_folder
from benchmarks.tamper_campaign.known_signatures import known
from benchmarks.tamper_campaign.signature_rows import SIGNATURE_ROWS
from tests import world
from tests.verifier.producer import ROUNDS, STRANGER, canonical
from tests.world import NOW
from verifier.note import parse_vkey, split
from verifier.verdict import Fault

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.tamper_campaign.owned_log import OwnedLog

pytestmark = pytest.mark.clause("F15")

PLAYED = 150
"""As many as the tests of chance need: of fewer voided wins luck is not ruled out."""
MUTATIONS = 60
SIGNED_MUTATIONS = 30


@pytest.mark.django_db
@pytest.mark.slow
def test_every_attack_is_caught_and_whatever_is_not_is_explained(tmp_path: Path) -> None:
    world.open_house()
    evening.play(tmp_path, rounds=PLAYED, begin=NOW)
    with begun(tmp_path) as campaign:
        _require_caught_or_explained(campaign)
    with begun(tmp_path / SIGNED) as signed:
        _require_signatures_to_hold(signed)


def _require_signatures_to_hold(campaign: Campaign) -> None:
    assert campaign.log.drafts[campaign.log.begins].fields["type"] == "player_key"

    campaign.try_rows(SIGNATURE_ROWS)
    campaign.try_random(SIGNED_MUTATIONS, seed=15)

    figures = campaign.figures()
    assert figures["complaints"] == []
    assert figures["tried"] == len(SIGNATURE_ROWS) + SIGNED_MUTATIONS
    assert {"E_PKEY", "E_PSIG", "E_PSIG_MISSING", "W_KEY_FORCED"} <= figures["caught"].keys()


def _require_caught_or_explained(campaign: Campaign) -> None:
    assert campaign.honest.entries == [canonical_note(campaign.log, at) for at in range(len(campaign.log.drafts))]

    campaign.try_rows()
    campaign.try_random(MUTATIONS, seed=15)

    figures = campaign.figures()
    assert figures["complaints"] == []
    assert figures["tried"] == len(ROWS) + MUTATIONS
    assert sum(figures["caught"].values()) + sum(figures["harmless"].values()) == figures["tried"]
    assert figures["harmless"].keys() <= REASONS.keys()
    assert figures["rows"]["paid otherwise, balances follow"] == "E_PAYOUT"
    for number, cards in itertools.product(range(evening.HANDS), (["2c", "2d"], ["Kh", "3s"])):
        changed = campaign.log.copied()
        rows.put("hand", number=number, cards=cards)(changed)
        assert campaign.desk.judge(changed.seal()).code == "E_CARDS"
    changed = campaign.log.copied()
    account = rows.draft(changed, "init").fields
    account["test"] = int(account["test"])
    assert changed.seal().entries != campaign.honest.entries, "1 and true are two spellings"


def canonical_note(log: OwnedLog, at: int) -> bytes:
    draft = log.drafts[at]
    return draft.signer.note(canonical(draft.fields) + "\n")


@pytest.mark.parametrize(
    "touched",
    [
        Touched(operation="field", kind="settle", path=("pay", "returned")),
        Touched(operation="field", kind="settle", path=("cards", "0")),
        Touched(operation="field", kind="deal", path=("ante",)),
        Touched(operation="field", kind="erasure", path=("ev",)),
        Touched(operation="left out", kind="settle"),
        Touched(operation="doubled", kind="wallet"),
        Touched(operation="paid", kind="settle"),
        Touched(operation="signature", kind="deal"),
        Touched(operation="field", kind="deal", path=("psig", "sig")),
        Touched(operation="field", kind="player_key", path=("pop", "sig")),
    ],
    ids=str,
)
def test_what_changes_an_outcome_or_money_is_never_explained(touched: Touched) -> None:
    assert reason(touched, is_newest=False) is None


def test_a_program_that_breaks_is_no_verdict(tmp_path: Path) -> None:
    (tmp_path / "trust.json").symlink_to(tmp_path / "trust.json")

    assert judge_folder(tmp_path).code == CRASH


def test_a_desk_has_the_files_of_one_export_alone(tmp_path: Path) -> None:
    at_desk = Desk(tmp_path)
    at_desk.judge_files({"tile/entries/000.p/2": b"two", "checkpoints/2": b"second", "same": b"same"})

    at_desk.judge_files({"tile/entries/000": b"all", "same": b"same"})

    assert files_of(tmp_path) == {"tile/entries/000": b"all", "same": b"same"}
    assert [path.name for path in tmp_path.rglob("*") if path.is_dir()] == ["tile", "entries"]


def test_only_what_was_verified_before_is_taken_for_granted() -> None:
    honest, key = ROUNDS.note("what was signed\n"), parse_vkey(ROUNDS.vkey)
    with known([key], [honest]):
        key.verify(split(honest))
        with pytest.raises(Fault, match="does not verify"):
            key.verify(split(honest)._replace(text=b"what was not signed\n"))
        with pytest.raises(Fault, match="does not verify"):
            parse_vkey(STRANGER.vkey).verify(split(honest))

    with pytest.raises(Fault, match="does not verify"), known([key], [honest.replace(b"was", b"is")]):
        pass


def test_a_seed_gives_the_same_changes_however_many_try_them() -> None:
    assert sum(batch.count for batch in batches(1_001, seed=7)) == 1_001
    assert [*batches(1_001, seed=7)][:4] == [*batches(1_000, seed=7)]
    assert not {*batches(1_000, seed=7)} & {*batches(1_000, seed=8)}
