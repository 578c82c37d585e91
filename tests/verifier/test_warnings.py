"""A warning is no proof: it is graver than lateness and milder than what is missing or tampered with."""

from __future__ import annotations

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.filings import played, report
from tests.verifier.play import founded, one_round, seated
from tests.verifier.proving import proved
from tests.verifier.sheets import SHEET
from verifier import verdict_output
from verifier.tally import LISTED_MAX, Tally
from verifier.verdict import Code, Failure, Place, Severity

UNAPPROVED = Failure(code=Code.W_UNAPPROVED, sentence="a sheet is not approved", place=Place())


def failure(of: Code, index: int | None = None) -> Failure:
    return Failure(code=of, sentence="as told", place=Place(index=index))


@pytest.mark.parametrize(
    ("codes", "deciding", "status"),
    [
        ((), None, 0),
        ((Code.E_LATE,), Code.E_LATE, 2),
        ((Code.E_LATE, Code.W_UNAPPROVED), Code.W_UNAPPROVED, 3),
        ((Code.W_UNAPPROVED, Code.E_WITHHELD_ENTRY, Code.E_LATE), Code.E_WITHHELD_ENTRY, 1),
        ((Code.E_WITHHELD_ENTRY, Code.W_UNAPPROVED, Code.E_PAYOUT), Code.E_PAYOUT, 1),
    ],
)
def test_the_gravest_class_decides_whatever_comes_first_in_the_log(
    codes: tuple[Code, ...], deciding: Code | None, status: int
) -> None:
    outcome = audited(one_round().seal())
    for index, one in enumerate(codes):
        outcome.tally.fail(failure(one, index))

    decides = verdict_output.deciding(outcome)

    assert (decides and decides.code) == deciding
    assert verdict_output.exit_status(outcome) == status


def test_every_code_of_a_warning_is_a_warning_and_no_other_is() -> None:
    warnings = {code for code in Code if code.severity is Severity.WARNING}

    assert warnings == {code for code in Code if code.startswith("W_")}
    assert warnings


def test_a_warning_is_told_in_words_and_as_json() -> None:
    outcome = audited(one_round().seal())
    outcome.tally.fail(UNAPPROVED)

    assert "verdict   WARNING W_UNAPPROVED" in list(verdict_output.as_text(outcome))
    document = verdict_output.as_document(outcome)
    assert (document["verdict"], document["exit"]) == ("warning", 3)


def test_no_number_of_late_records_hides_a_warning() -> None:
    first, second = Tally(), Tally()
    for index in range(LISTED_MAX + 1):
        first.fail(failure(Code.E_LATE, index))
    second.fail(UNAPPROVED)

    first.add(second)

    assert first.gravest == UNAPPROVED
    assert len(first.milder) == LISTED_MAX


def test_a_late_record_before_a_withheld_one_leaves_the_log_incomplete() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open().deal(500, rules=rules)
    log.now += SHEET["timeout_ms"] + SHEET["mmd_ms"]
    ada.settle("stand", by="timeout").deal(500, rules=rules)
    sealed = log.seal()
    sealed.entries.pop()

    outcome = audited(sealed)

    assert outcome.tally.failures[Code.E_LATE] == 1
    assert code(outcome) == "E_WITHHELD_ENTRY"
    assert verdict_output.exit_status(outcome) == 1


def test_a_report_over_a_log_with_a_warning_is_proved_and_the_warning_decides_the_exit_status() -> None:
    day = played(late=False)
    document = report("wagering-summary", day)
    proof = proved(day, document)
    assert proof.exit_status == 0

    proof.log.tally.fail(UNAPPROVED)

    assert proof.log_holds
    assert proof.exit_status == 3
