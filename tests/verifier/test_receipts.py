"""What a player kept, against what the log holds."""

from __future__ import annotations

import json

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.play import full_day, one_round
from tests.verifier.producer import STRANGER, Document, canonical, receipt
from verifier import verdict_output
from verifier.judge import Depth


@pytest.mark.parametrize("depth", list(Depth))
def test_receipts_of_a_whole_log_are_found_in_it(depth: Depth) -> None:
    sealed = full_day().seal()

    outcome = audited(sealed, depth=depth, receipts=[receipt(entry) for entry in sealed.entries if b'"deal"' in entry])

    assert code(outcome) == "OK"
    assert outcome.receipts == sum(b'"deal"' in entry for entry in sealed.entries)


def test_a_tail_withheld_and_linked_over_is_shown_by_a_receipt_alone() -> None:
    log = one_round()
    kept = receipt(log.seal().entries[-1])
    del log.drafts[-2:]
    shortened = log.seal()
    assert code(audited(shortened)) == "OK"

    outcome = audited(shortened, receipts=[kept])

    assert code(outcome) == "E_RECEIPT_MISSING"
    assert verdict_output.exit_status(outcome) == 1


def test_a_receipt_signed_by_no_key_of_the_log_proves_nothing() -> None:
    log = one_round()
    log.drafts[-1].signer = STRANGER
    forged = receipt(log.seal().entries[-1])

    outcome = audited(one_round().seal(), receipts=[forged])

    assert code(outcome) == "E_RECEIPT_SIG"
    assert verdict_output.exit_status(outcome) == 1


def test_a_receipt_that_was_altered_proves_nothing() -> None:
    sealed = one_round().seal()
    altered = sealed.entries[-1].replace(b'"returned":', b'"returned":9', 1)

    assert code(audited(sealed, receipts=[receipt(altered)])) == "E_RECEIPT_SIG"


@pytest.mark.parametrize(
    "line",
    [
        b"no JSON",
        b"\xff",
        b"[]",
        b"{}",
        b"9" * 5000,
        b"[" * 50_000,
        json.dumps({"note": 5}).encode(),
        json.dumps({"note": "\ud800"}).encode(),
        json.dumps({"note": "no note"}).encode(),
    ],
)
def test_a_line_that_is_no_receipt_is_told_and_empty_lines_are_not(line: bytes) -> None:
    outcome = audited(one_round().seal(), receipts=[b"", line, b"  "])

    assert code(outcome) == "E_RECEIPT_SIG"
    assert outcome.receipts == 1


def test_what_else_a_receipt_carries_is_not_looked_at() -> None:
    sealed = one_round().seal()
    document: Document = {"note": sealed.entries[-1].decode(), "shown_at": 1.5, "remark": None}

    assert code(audited(sealed, receipts=[json.dumps(document).encode()])) == "OK"
    assert canonical(document) != json.dumps(document)
