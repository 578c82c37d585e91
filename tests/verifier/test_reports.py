"""Filed reports: an honest one is proved to the cent, and a file is what it was filed as."""

from __future__ import annotations

import copy

import pytest

from tests.verifier.filings import (
    GAME,
    REVISED,
    TO,
    UNPROVED,
    as_json,
    filing_of,
    played,
    report,
)
from tests.verifier.producer import HOUR_MS, SYSTEM, Document
from tests.verifier.proving import KINDS, code, filtered, proof_of, proved, sentence
from tests.verifier.sheets import RED_DOG_TABLE
from tests.verifier.tables import Host
from verifier.filed.later import Later
from verifier.filed.words import as_document, as_text


@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_report_is_proved(kind: str) -> None:
    day = played(late=False)

    proof = proved(day, report(kind, day))

    assert code(proof) == "OK", sentence(proof)
    assert proof.exit_status == 0
    assert any("none missing" in shown for shown in proof.shown)
    told = " ".join(proof.not_shown)
    assert all(column in told for column in UNPROVED.get(kind, ()))
    assert (proof.later, "later" in " ".join(as_text(proof))) == (Later(), False)


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_report_leaves_out_by_the_size_that_it_names_is_told(kind: str) -> None:
    day = played()

    proof = proved(day, report(kind, day))

    # Dan's 70,000 and 6000: in the log when the report was filed, and in no revision. He played nothing.
    same = kind in {"game-performance", "taxable-revenue", "voids", "wagering-summary"}
    assert (code(proof), proof.exit_status) == ("OK", 0 if same else 2)
    assert proof.later == Later(entries=2, before_filing=2, in_no_revision=2, changes_nothing=same)
    told = " ".join(" ".join(as_text(proof)).split())
    assert "2 entries that its figures would rest on reached the log too late for it, 2 of them before" in told
    assert ("with all of them its rows are the same" if same else "OUTDATED 2 of them are in no revision") in told


def test_what_was_before_the_interval_counts_where_balances_are_carried() -> None:
    day = played()
    for kind, entries in (("taxable-revenue", 0), ("operator-liability", 2)):
        document = report(kind, day)
        document["interval"] |= {"first": "2026-11-22", "until": "2026-11-23", "from": TO, "to": TO + 24 * HOUR_MS}
        document["generated_at"] = TO + 25 * HOUR_MS
        day.log.now = document["generated_at"]
        # The figures are those of the day before, and are not looked at here.
        later = proved(day, document).later
        assert later is not None
        assert later.entries == entries


def test_a_filed_report_is_told_with_its_interval_its_revision_and_its_place() -> None:
    day = played()

    told = " ".join(as_text(proved(day, report("taxable-revenue", day))))

    assert "taxable-revenue, definition 2, revision 1, as json" in told
    assert "of 2026-11-21T05:00:00.000Z to 2026-11-22T05:00:00.000Z" in told
    assert f"over the log's first {day.size} entries" in told
    assert f"log index {len(day.log.drafts) - 1}" in told
    assert "SUPERSEDED" not in told


def test_what_differs_from_the_ledger_is_told() -> None:
    day = played()

    assert "'to the ledger': by -3" in " ".join(as_text(proved(day, report("taxable-revenue", day))))


def test_a_late_entry_is_in_the_next_revision_and_the_first_still_holds_but_is_superseded() -> None:
    day = played()
    first = report("operator-liability", day)
    assert code(proved(day, first)) == "OK"

    second = copy.deepcopy(first)
    second |= {"revision": 2, "revised": REVISED}
    second["log"]["size"] = len(day.log.drafts)
    # Dan's 70,000 and 6000 came late.
    for line in (second["rows"][0], second["totals"][0]):
        line[2], line[7] = 284_477, 285_727
    assert code(proved(day, second)) == "OK"

    proof = proof_of(day, as_json(first))
    assert (code(proof), proof.exit_status) == ("OK", 0)
    assert proof.later == Later(entries=2, before_filing=2, in_no_revision=0)
    assert "SUPERSEDED by revision 2" in " ".join(as_text(proof))


def test_a_late_entry_is_not_in_a_report_that_does_not_cover_it() -> None:
    day = played()
    wrong = report("operator-liability", day)
    for line in (wrong["rows"][0], wrong["totals"][0]):
        line[2], line[7] = 284_477, 285_727

    assert "column cash: 284477 reported, the log gives 208477" in sentence(proved(day, wrong))


def test_a_report_of_two_days_has_each_settlement_on_its_own() -> None:
    day = played()
    document = report("taxable-revenue", day)
    document["interval"] |= {"until": "2026-11-23", "to": TO + 24 * HOUR_MS}
    document["generated_at"] = TO + 25 * HOUR_MS
    # Ben loses his 900 in the first second of the second day.
    document["rows"].append(["test", "2026-11-22", GAME, "USD", 1, 900, 0, 900, "", "", ""])
    document["totals"][1] = ["test", "", "", "USD", 2, 1700, 800, 900, 0, 0, 0]
    day.log.now = document["generated_at"]

    assert code(proved(day, document)) == "OK"


def test_a_report_of_a_day_on_which_nothing_happened_says_so() -> None:
    day = played()
    document = report("wagering-summary", day)
    document["interval"] |= {"first": "2026-09-01", "until": "2026-09-02"}
    # Midnights of New York's summer, at 04:00 UTC.
    document["interval"] |= {"from": 1_788_235_200_000, "to": 1_788_321_600_000}
    document |= {"rows": [], "totals": [], "activity": "No Activity", "currencies": [], "reconciliation": []}

    assert code(proved(day, document)) == "OK"
    assert (
        code(proved(day, {**document, "activity": "Activity", "revision": 2, "revised": REVISED}))
        == "E_REPORT_ENVELOPE"
    )


@pytest.mark.parametrize(
    ("kind", "column", "wanted"),
    [
        ("taxable-revenue", "accounts", "players"),
        ("taxable-revenue", "game", GAME),
        ("wagering-summary", "game", GAME),
        ("large-transactions", "type", "single-win"),
        ("account-adjustments", "accounts", "test"),
    ],
)
def test_a_filtered_report_has_what_its_filter_lets_through(kind: str, column: str, wanted: str) -> None:
    day = played()
    document = filtered(report(kind, day), column, wanted)

    assert code(proved(day, document)) == "OK"
    del document["rows"][0]
    document |= {"revision": 2, "revised": REVISED} | (
        {} if document["rows"] else {"activity": "No Activity", "currencies": []}
    )
    assert "missing" in sentence(proved(day, document))


def test_a_file_that_was_never_filed_is_unknown() -> None:
    day = played()
    document = report("taxable-revenue", day)
    proved(day, document)

    proof = proof_of(day, as_json({**document, "title": "Another"}))

    assert code(proof) == "E_REPORT_UNKNOWN"
    assert proof.exit_status == 1
    assert proof.shown == []


@pytest.mark.parametrize(
    ("form", "content"), [("parquet", b"PAR1..."), ("pdf", b"%PDF-1.7"), ("xlsx", b"PK\x03\x04...")]
)
def test_of_another_format_the_digest_alone_is_proved_and_the_reader_sent_to_one_that_can_be_read(
    form: str, content: bytes
) -> None:
    day = played()
    document = report("taxable-revenue", day)
    day.log.add(SYSTEM, "filing", filing_of(document, json=as_json(document), **{form: content}))

    proof = proof_of(day, content)

    assert (code(proof), proof.exit_status, len(proof.shown)) == ("OK", 0, 1)
    assert proof.not_shown == ["what it says: this program does not read it; give it the json of the same filing"]


@pytest.mark.parametrize("form", ["parquet", "pdf", "xlsx"])
def test_what_is_filed_as_something_else_than_it_is_is_refused(form: str) -> None:
    day = played()
    wrong = report("taxable-revenue", day)
    wrong["rows"][1][5] += 1
    day.log.add(SYSTEM, "filing", filing_of(wrong, **{form: as_json(wrong)}))

    assert code(proof_of(day, as_json(wrong))) == "E_REPORT_FORM"


@pytest.mark.parametrize("decoy", [{"report": "significant-events"}, {"rev": 2}])
def test_what_was_filed_twice_is_refused(decoy: Document) -> None:
    day = played()
    wrong = report("taxable-revenue", day)
    wrong["rows"][1][5] += 1
    # Of the first filing only the digest would be proved.
    day.log.add(SYSTEM, "filing", {**filing_of(wrong, json=as_json(wrong)), "rev": 1})
    day.log.add(SYSTEM, "filing", {**filing_of(wrong, pdf=as_json(wrong)), **decoy})

    assert "the same file was filed" in sentence(proof_of(day, as_json(wrong)))


@pytest.mark.parametrize("spoilt", [{"kind": "significant-events"}, {"definition": 3}])
def test_of_another_report_envelope_and_totals_are_proved_and_the_rows_are_not(spoilt: Document) -> None:
    day = played()
    document = report("taxable-revenue", day) | spoilt

    proof = proved(day, document)

    assert (code(proof), proof.exit_status) == ("OK", 0)
    assert any("its rows" in words for words in proof.not_shown)
    document |= {"revision": 2, "revised": REVISED}
    document["totals"][0][5] += 1
    assert code(proved(day, document)) == "E_REPORT_FIGURE"


def test_nothing_is_said_of_a_report_where_the_log_does_not_hold() -> None:
    day = played()
    document = report("taxable-revenue", day)
    day.log.drafts[day.log.index("settle")].pinned["result"] = "jackpot"
    day.log.add(SYSTEM, "filing", filing_of(document, json=as_json(document)))

    proof = proof_of(day, as_json(document))

    assert not proof.log_holds
    assert proof.exit_status == 1
    assert "report    not judged" in "\n".join(as_text(proof))
    assert as_document(proof)["report"] is None


def test_a_report_over_a_late_log_is_proved_and_the_lateness_decides_the_exit_status() -> None:
    day = played()
    document = report("taxable-revenue", day)
    day.log.now += 365 * 24 * HOUR_MS
    cem = day.log.drafts[day.log.index("void")]
    # A void without its seed is an incident of the operator's.
    del cem.fields["seed"]

    proof = proved(day, document)

    assert (code(proof), proof.exit_status) == ("OK", 2)


def test_a_table_without_stakes_adds_nothing_to_a_report() -> None:
    day = played(late=False)
    document = report("taxable-revenue", day)
    day.log.version = "rdf/2"
    Host(day.log, RED_DOG_TABLE)

    proof = proved(day, document)

    assert (code(proof), proof.exit_status) == ("OK", 0), sentence(proof)
    assert any("none missing" in shown for shown in proof.shown)
