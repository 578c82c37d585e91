"""Filings in the system chain: each rule, and the attack that it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.play import one_round
from tests.verifier.producer import HOUR_MS, ROOT, ROUNDS, STRANGER, SYSTEM, Document, Log, Signer

if TYPE_CHECKING:
    from collections.abc import Sequence

DIGEST = "5a" * 32


def filing(log: Log, **other: object) -> Document:
    """A filing that holds: an hour that ended before the log began, over all that it has."""
    began = log.drafts[0].fields["time"]
    honest = {
        "report": "taxable-revenue",
        "def": 1,
        "from": began - 2 * HOUR_MS,
        "to": began - HOUR_MS,
        "filters": {},
        "rev": 1,
        "size": len(log.drafts),
        "gen": began - HOUR_MS,
        "files": {"csv": DIGEST, "json": DIGEST},
    }
    return {**honest, **other}


def verdict(*filings: Document, signer: Signer = ROUNDS) -> str:
    log = one_round()
    for fields in filings:
        log.add(SYSTEM, "filing", fields, signer=signer)
    return code(audited(log.seal()))


def numbered(log: Log, revisions: Sequence[int], **other: object) -> list[Document]:
    return [filing(log, rev=revision, **other) for revision in revisions]


def test_a_filing_holds_in_each_format_with_filters_and_over_the_whole_log_before_it() -> None:
    log = one_round()
    files = dict.fromkeys(("csv", "json", "parquet", "pdf", "xlsx"), DIGEST)

    assert verdict(filing(log, files=files, filters={"currency": "USD", "game": "red-dog"})) == "OK"


def test_a_filing_may_be_made_and_logged_in_the_millisecond_in_which_its_interval_ends() -> None:
    log = one_round()
    # The record is written a second after the log's last.
    now = log.now + 1000

    assert verdict(filing(log, to=now, gen=now)) == "OK"
    assert verdict(filing(log, to=now, gen=now + 1)) == "E_FILING"


@pytest.mark.parametrize(
    "spoilt",
    [
        {"report": "Taxable revenue"},
        {"report": ""},
        {"def": 0},
        {"rev": 0},
        {"size": -1},
        {"from": True},
        {"files": {}},
        {"files": {"docx": DIGEST}},
        {"files": {"csv": "5A" * 32}},
        {"filters": {"game": 5}},
        {"filters": {"game": ""}},
        {"filters": {"Game": "red-dog"}},
        {"filters": []},
        {"sum": 500},
    ],
)
def test_a_filing_whose_fields_are_not_of_their_form_is_refused(spoilt: Document) -> None:
    assert verdict(filing(one_round(), **spoilt)) == "E_FORM"


@pytest.mark.parametrize("missing", ["def", "files", "filters", "from", "gen", "report", "rev", "size", "to"])
def test_a_filing_without_one_of_its_fields_is_refused(missing: str) -> None:
    honest = filing(one_round())

    assert verdict({name: value for name, value in honest.items() if name != missing}) == "E_FORM"


@pytest.mark.parametrize("order", ["interval", "made before its end"])
def test_a_filing_of_what_was_not_over_is_refused(order: str) -> None:
    honest = filing(one_round())
    spoilt = {"from": honest["to"]} if order == "interval" else {"gen": honest["to"] - 1}

    assert verdict({**honest, **spoilt}) == "E_FILING"


def test_a_filing_covers_no_entry_that_comes_after_it() -> None:
    log = one_round()

    # It stands at the index that is the number of entries before it.
    assert verdict(filing(log, size=len(log.drafts))) == "OK"
    assert verdict(filing(log, size=len(log.drafts) + 1)) == "E_FILING"


@pytest.mark.parametrize(
    ("revisions", "expected"),
    [([1], "OK"), ([1, 2, 3], "OK"), ([2], "E_FILING"), ([1, 1], "E_FILING"), ([1, 3], "E_FILING")],
)
def test_revisions_of_a_report_are_numbered_without_a_gap(revisions: Sequence[int], expected: str) -> None:
    assert verdict(*numbered(one_round(), revisions)) == expected


@pytest.mark.parametrize("other", [{"report": "wagering-summary"}, {"from": 5}, {"filters": {"currency": "USD"}}])
def test_reports_are_numbered_by_kind_interval_and_filters(other: Document) -> None:
    log = one_round()

    assert verdict(filing(log), filing(log, **other)) == "OK"
    assert verdict(filing(log), filing(log, **other, rev=2)) == "E_FILING"


def test_another_definition_of_a_report_goes_on_with_its_revisions() -> None:
    log = one_round()

    assert verdict(filing(log), filing(log, **{"def": 2}, rev=2)) == "OK"


def test_a_gap_in_the_revisions_is_told_once() -> None:
    log = one_round()
    for fields in numbered(log, [1, 5, 6]):
        log.add(SYSTEM, "filing", fields)

    outcome = audited(log.seal())

    assert outcome.tally.failures == {"E_FILING": 1}


@pytest.mark.parametrize("signer", [ROOT, STRANGER])
def test_a_filing_is_signed_by_the_records_key(signer: Signer) -> None:
    assert verdict(filing(one_round()), signer=signer) == "E_KEY"


def test_a_filing_does_not_stand_in_a_players_chain() -> None:
    log = one_round()
    log.add(log.drafts[-1].fields["chain"], "filing", filing(log))

    assert code(audited(log.seal())) == "E_SYS"
