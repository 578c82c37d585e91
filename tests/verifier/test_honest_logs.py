"""An honest operator is told so, and the numbers are his."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.hands import deals, deals_a_beaten_hit, deals_an_unbeaten_hit, deals_consecutive, deals_trips
from tests.verifier.play import founded, full_day, one_montana_round, one_round, seated
from tests.verifier.producer import HOUR_MS, LOG, STRANGER, SYSTEM, TRUST, Log, canonical, sign
from tests.verifier.sheets import MONTANA, SHEET
from verifier import verdict_output
from verifier.judge import Depth
from verifier.tally import MoneyKey, MoneyTotals
from verifier.verdict import Code

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verifier.hands import Wanted

pytestmark = pytest.mark.clause("F14")


@pytest.mark.parametrize("depth", list(Depth))
def test_a_full_day_holds(depth: Depth) -> None:
    outcome = audited(full_day().seal(), depth=depth)

    assert code(outcome) == "OK"
    assert verdict_output.exit_status(outcome) == 0


def test_everything_in_the_log_is_counted() -> None:
    log = full_day()
    sealed = log.seal()

    outcome = audited(sealed)

    kinds = [draft.fields["type"] for draft in log.drafts]
    assert outcome.tally.records == {kind: kinds.count(kind) for kind in kinds}
    assert outcome.tally.entries == outcome.size == len(kinds)
    assert outcome.checkpoints == len(sealed.checkpoints)
    assert outcome.tally.settled == kinds.count("settle")
    assert outcome.tally.voided == kinds.count("void") == 2
    assert outcome.tally.open_rounds == 1
    assert outcome.tally.chains == 3
    assert outcome.tally.commitments_replaced == 1


def test_every_outcome_occurs_in_the_full_day() -> None:
    results = {draft.fields["result"] for draft in full_day().drafts if draft.fields["type"] == "settle"}

    assert results == {"win", "lose", "trips", "pair_push", "consecutive_push", "surrender"}


def test_every_decision_on_a_montana_hand_occurs_in_the_full_day_with_a_side_bet_and_without() -> None:
    rounds = [draft.fields for draft in full_day().drafts if draft.fields["type"] == "settle"]
    montana = [fields for fields in rounds if len(fields["cards"]) == 12]

    assert {(fields["acts"][0]["a"], "bonus" in fields) for fields in montana} == {
        (action, bonus) for action in ("play", "raise", "surrender") for bonus in (True, False)
    }
    assert {fields["acts"][0]["by"] for fields in montana} == {"player", "timeout"}
    assert {len(fields["cards"]) for fields in rounds} == {2, 3, 10, 12}


@pytest.mark.parametrize("category", ["high_card", "pair", "three_of_a_kind", "straight", "flush", "full_house"])
@pytest.mark.parametrize("action", ["play", "raise", "surrender"])
def test_a_montana_round_holds_whatever_the_side_bet_makes(category: str, action: str) -> None:
    outcome = audited(one_montana_round(deals(category), action).seal())

    assert code(outcome) == "OK"
    assert outcome.tally.settled == 1


def test_stake_raise_and_side_bet_are_summed_together() -> None:
    log = one_montana_round(lambda cards: deals_a_beaten_hit(cards) and deals("flush")(cards))

    outcome = audited(log.seal())

    # 600 raised by 600 win 1 to 1, 200 on a flush 8 to 1: 2 * 1200 + 9 * 200 = 4200 of 1400.
    expected = MoneyTotals(handle=1400, returned=4200, cash=102_800, in_play=0)
    assert outcome.tally.money == {MoneyKey("USD", 2, test_account=False): expected}
    assert outcome.tally.settled_won == 1


def test_a_side_bet_of_an_undecided_round_is_in_play() -> None:
    log, _ = founded()
    montana = log.add(SYSTEM, "rules", {"rules": MONTANA})
    seated(log, "ada").open().deal(600, rules=montana, sheet=MONTANA, bonus=150)

    outcome = audited(log.seal())

    assert code(outcome) == "OK"
    assert outcome.tally.money == {MoneyKey("USD", 2, test_account=False): MoneyTotals(cash=99_250, in_play=750)}


@pytest.mark.parametrize(("beaten", "winning"), [(deals_a_beaten_hit, 1), (deals_an_unbeaten_hit, 0)])
def test_winning_cards_are_counted_among_voids_and_surrenders_whatever_the_side_bet_wins(
    beaten: Wanted, winning: int
) -> None:
    def wanted(cards: list[str]) -> bool:
        return beaten(cards) and deals("two_pair")(cards)

    log = one_montana_round(wanted, "surrender")
    montana = log.drafts[log.index("deal")].fields["rules"]
    log.checkpoint()
    seated(log, "ben").open(wanted=wanted).deal(600, rules=montana, sheet=MONTANA, bonus=150).void()

    outcome = audited(log.seal())

    assert code(outcome) == "OK"
    assert (outcome.tally.settled_won, outcome.tally.voided_winning) == (winning, winning)


def test_a_house_that_quotes_totals_pays_by_the_same_odds() -> None:
    log, _ = founded()
    sheet = {**SHEET, "game": "red-dog-table", "pay": {**SHEET["pay"], "quotes": "totals"}}
    rules = log.add(SYSTEM, "rules", {"rules": sheet})
    seated(log, "ada").open(wanted=deals_trips).deal(500, rules=rules, sheet=sheet).settle()

    outcome = audited(log.seal())

    assert code(outcome) == "OK"
    assert outcome.tally.money[MoneyKey("USD", 2, test_account=False)].returned == 6000


def test_money_is_summed_by_currency_with_test_accounts_apart() -> None:
    log, rules = founded()
    seated(log, "ada").open(wanted=deals_trips).deal(500, rules=rules).settle()
    seated(log, "ben", test=True).open(wanted=deals_consecutive).deal(700, rules=rules).settle().deal(600, rules=rules)

    outcome = audited(log.seal())

    # Trips pay 11 to one: 500 * 12 = 6000 come back. A push returns 700 of 700; 600 wait in play.
    assert outcome.tally.money == {
        MoneyKey("USD", 2, test_account=False): MoneyTotals(handle=500, returned=6000, cash=105_500, in_play=0),
        MoneyKey("USD", 2, test_account=True): MoneyTotals(handle=700, returned=700, cash=99_400, in_play=600),
    }


def test_the_work_may_be_shared_between_processes(tmp_path: Path) -> None:
    log, rules = founded()
    for name in ("ada", "ben", "cem"):
        player = seated(log, name, rounds=400).open()
        for _ in range(350):
            player.deal(500, rules=rules).settle()
            log.checkpoint()
    folder = log.seal().write(tmp_path)

    alone, shared = audited_folder(folder, jobs=1), audited_folder(folder, jobs=3)

    assert code(alone) == "OK"
    assert verdict_output.as_document(shared) == verdict_output.as_document(alone)


def test_a_late_settlement_is_late_and_not_tampering() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open().deal(500, rules=rules)
    log.now += SHEET["timeout_ms"] + SHEET["mmd_ms"]
    ada.settle("stand", by="timeout")

    outcome = audited(log.seal())

    # A record comes 1,000 ms after the one before: one second past time-out and grace.
    assert code(outcome) == "E_LATE"
    assert "1000 ms" in outcome.tally.milder[0].sentence
    assert verdict_output.exit_status(outcome) == 2
    assert outcome.tally.settled == 1


def test_a_settlement_in_the_last_millisecond_of_the_grace_is_in_time() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open().deal(500, rules=rules)
    log.now += SHEET["timeout_ms"] + SHEET["mmd_ms"] - 1000
    ada.settle("stand", by="timeout")

    assert code(audited(log.seal())) == "OK"


def test_lateness_does_not_hide_tampering() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open().deal(500, rules=rules)
    log.now += SHEET["timeout_ms"] + HOUR_MS
    ada.settle("stand", by="timeout").deal(500, rules=rules).settle()
    log.drafts[-1].pinned["result"] = "jackpot"

    outcome = audited(log.seal())

    assert code(outcome) == "E_PAYOUT"
    assert verdict_output.exit_status(outcome) == 1
    assert outcome.tally.failures[Code.E_LATE] == 1


def test_a_round_never_settled_is_told_when_the_log_has_gone_on() -> None:
    log, rules = founded()
    seated(log, "ada").open().deal(500, rules=rules)
    assert code(audited(log.seal())) == "OK"

    log.now += SHEET["timeout_ms"] + SHEET["mmd_ms"]
    seated(log, "ben")
    outcome = audited(log.seal())

    assert code(outcome) == "E_UNSETTLED"
    assert outcome.tally.milder[0].place.index == log.index("deal")
    assert verdict_output.exit_status(outcome) == 2


def test_a_lost_seed_is_an_incident_and_the_next_round_is_still_proved() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open().deal(500, rules=rules).void(lost=True)
    ada.deal(500, rules=rules).settle()

    outcome = audited(log.seal())

    assert code(outcome) == "E_SEED_LOST"
    assert verdict_output.exit_status(outcome) == 2
    assert outcome.tally.settled == 1


def test_an_empty_log_holds() -> None:
    sealed = Log().seal()

    outcome = audited(sealed)

    assert code(outcome) == "OK"
    assert outcome.checkpoints == 1


def test_keys_that_came_another_way_are_enough() -> None:
    sealed = one_round().seal()

    assert code(audited(sealed, trust=canonical(TRUST).encode())) == "OK"


def test_a_trust_file_from_elsewhere_may_be_laid_out_as_its_author_likes() -> None:
    laid_out = canonical(TRUST).replace(",", ",\n  ").encode()

    assert code(audited(one_round().seal(), trust=laid_out)) == "OK"


def test_other_keys_than_the_logs_make_its_first_record_fail() -> None:
    foreign = canonical({**TRUST, "root": STRANGER.vkey}).encode()

    outcome = audited(one_round().seal(), trust=foreign)

    assert code(outcome) == "E_KEY"
    assert outcome.tally.tampering is not None
    assert outcome.tally.tampering.place.index == 0


def test_a_checkpoint_kept_from_earlier_agrees_with_the_log_as_it_grew() -> None:
    log = one_round()
    earlier = log.seal()
    seated(log, "ben")

    assert code(audited(log.seal(), kept=[earlier.checkpoints[max(earlier.checkpoints)]])) == "OK"


def test_a_tail_withheld_from_the_auditor_is_betrayed_by_a_checkpoint_he_kept() -> None:
    sealed = one_round().seal()
    kept = sealed.checkpoints.pop(max(sealed.checkpoints))

    outcome = audited(sealed, kept=[kept])

    assert code(outcome) == "E_WITHHELD_ENTRY"
    assert verdict_output.exit_status(outcome) == 1


def test_history_written_anew_is_betrayed_by_a_checkpoint_he_kept() -> None:
    log = one_round()
    kept = log.seal().checkpoints
    log.drafts[log.index("init")].fields["player"] = "ab" * 32
    rewritten = log.seal()
    assert code(audited(rewritten)) == "OK"

    assert code(audited(rewritten, kept=[kept[max(kept)]])) == "E_FORK"


def test_an_older_checkpoint_of_a_size_no_longer_published_shows_another_root() -> None:
    log = one_round()
    old = sign(log.seal().entries, [5], signer=LOG)[5]
    log.drafts[log.index("init")].fields["player"] = "ab" * 32

    assert code(audited(log.seal(), kept=[old])) == "E_ROOT"
