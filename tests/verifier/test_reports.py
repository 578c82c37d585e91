"""Filed reports: an honest one is proved to the cent, and each figure that is not the log's is named."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.filings import (
    COLUMNS,
    FROM,
    GAME,
    PARAMETERS,
    TO,
    UNPROVED,
    Day,
    as_json,
    columns_of,
    filing_of,
    played,
    report,
)
from tests.verifier.producer import HOUR_MS, SYSTEM, Document
from verifier.audit import Request, audit
from verifier.export import Export
from verifier.filed.later import Later
from verifier.filed.proof import Proof, judge, prove
from verifier.filed.words import as_document, as_text
from verifier.judge import Depth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KINDS = sorted(COLUMNS)


def proved(day: Day, document: Document, **spoilt: Any) -> Proof:
    """File a report's JSON, and prove it."""
    content = as_json(document)
    day.log.add(SYSTEM, "filing", {**filing_of(document, json=content), **spoilt})
    return proof_of(day, content)


def proof_of(day: Day, content: bytes) -> Proof:
    with tempfile.TemporaryDirectory() as folder:
        export = Export(folder=day.log.seal().write(Path(folder)))
        proof = prove(content, Request(export=export, depth=Depth.FULL, jobs=1))
    assert "\n".join(as_text(proof)).isascii()
    as_document(proof)
    return proof


def code(proof: Proof) -> str:
    assert proof.log_holds, proof.log.tally.failures
    return "OK" if proof.fault is None else proof.fault.code


def sentence(proof: Proof) -> str:
    assert proof.fault is not None
    return proof.fault.sentence


class Desk:
    """One log in which any number of files are filed, audited once."""

    def __init__(self, folder: Path, kind: str, spoil: Callable[[Document], Iterator[tuple[str, Document]]]) -> None:
        day = played()
        self.files: dict[str, bytes] = {}
        for number, (name, document) in enumerate(spoil(report(kind, day)), start=1):
            document["revision"] = number
            self.files[name] = as_json(document)
            day.log.add(SYSTEM, "filing", filing_of(document, json=self.files[name]))
        self.request = Request(export=Export(folder=day.log.seal().write(folder)), depth=Depth.FULL, jobs=1)
        self.log = audit(self.request)

    def proof(self, name: str) -> Proof:
        return judge(self.files[name], self.request, log=self.log)


# --- Honest reports ---------------------------------------------------------------------------------------------


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

    # Dan's 70,000 and 6000: in the log when the report was filed, and in no revision.
    assert (code(proof), proof.exit_status) == ("OK", 2)
    assert proof.later == Later(entries=2, before_filing=2, in_no_revision=2)
    told = " ".join(" ".join(as_text(proof)).split())
    assert "2 entries that its figures would rest on reached the log too late for it, 2 of them before" in told
    assert "OUTDATED 2 of them are in no revision" in told


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

    assert "taxable-revenue, definition 1, revision 1, as json" in told
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
    second["revision"], second["log"]["size"] = 2, len(day.log.drafts)
    # Dan's 70,000 and 6000 came late.
    for line in (second["rows"][0], second["totals"][0]):
        line[2], line[4] = 284_477, 284_477
    assert code(proved(day, second)) == "OK"

    proof = proof_of(day, as_json(first))
    assert (code(proof), proof.exit_status) == ("OK", 0)
    assert proof.later == Later(entries=2, before_filing=2, in_no_revision=0)
    assert "SUPERSEDED by revision 2" in " ".join(as_text(proof))


def test_a_late_entry_is_not_in_a_report_that_does_not_cover_it() -> None:
    day = played()
    wrong = report("operator-liability", day)
    for line in (wrong["rows"][0], wrong["totals"][0]):
        line[2], line[4] = 284_477, 284_477

    assert "column cash: 284477 reported, the log gives 208477" in sentence(proved(day, wrong))


def test_a_report_of_two_days_has_each_settlement_on_its_own() -> None:
    day = played()
    document = report("taxable-revenue", day)
    document["interval"] |= {"until": "2026-11-23", "to": TO + 24 * HOUR_MS}
    document["generated_at"] = TO + 25 * HOUR_MS
    # Ben loses his 900 in the first second of the second day.
    document["rows"].append(["test", "2026-11-22", GAME, "USD", 1, 900, 0, 900])
    document["totals"][1] = ["test", "", "", "USD", 2, 1700, 800, 900]
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
    assert code(proved(day, {**document, "activity": "Activity", "revision": 2})) == "E_REPORT_ENVELOPE"


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
    document |= {"revision": 2} | ({} if document["rows"] else {"activity": "No Activity", "currencies": []})
    assert "missing" in sentence(proved(day, document))


def filtered(document: Document, column: str, wanted: str) -> Document:
    place = [told["name"] for told in document["columns"]].index(column)
    document["rows"] = [row for row in document["rows"] if row[place] == wanted]
    document["filters"] = {column: wanted}
    document["reconciliation"] = []
    return with_totals(document)


def with_totals(document: Document) -> Document:
    """Add up the rows of a report without shares."""
    names = [told["name"] for told in document["columns"]]
    accounts = names.index("accounts")
    kept = {row[accounts] for row in document["rows"]}
    document["totals"] = [total for total in document["totals"] if total[accounts] in kept]
    for total in document["totals"]:
        rows = [row for row in document["rows"] if row[accounts] == total[accounts]]
        total[:] = [sum(row[place] for row in rows) if type(cell) is int else cell for place, cell in enumerate(total)]
    return document


# --- Figures ----------------------------------------------------------------------------------------------------


def spoilt_cells(honest: Document) -> Iterator[tuple[str, Document]]:
    """Change each cell of the rows and totals that can be proved, by as little as can be."""
    for where in ("rows", "totals"):
        for place, cells in enumerate(honest[where]):
            for at, column in enumerate(honest["columns"]):
                if column["name"] in UNPROVED.get(honest["kind"], ()) and where == "rows":
                    continue
                document = copy.deepcopy(honest)
                document[where][place][at] = other(cells[at], column["type"])
                yield f"{where[:-1]} {place + 1} {column['name']}", document


def other(cell: object, form: str) -> object:
    if isinstance(cell, int):
        return cell + 1
    if form == "day":
        return "2026-11-20"
    if form == "ratio":
        return "0.000001" if cell == "" else f"{str(cell)[:-1]}{9 - int(str(cell)[-1])}"
    return f"{cell}x" if form == "text" else 5


@pytest.mark.parametrize("kind", KINDS)
def test_each_cell_that_is_not_the_logs_is_found(kind: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path, kind, spoilt_cells)

    for name in desk.files:
        proof = desk.proof(name)
        # A currency that is none of the log's is found in the envelope, a label of a total by its form.
        assert code(proof) in ("E_REPORT_FIGURE", "E_REPORT_ENVELOPE"), name
        assert proof.exit_status == 1
        if name.startswith("row") and not name.endswith("currency"):
            assert sentence(proof).startswith("row "), name


def spoilt_rows(honest: Document) -> Iterator[tuple[str, Document]]:
    """Leave each row out, tell each twice, and exchange each with the next."""
    count = len(honest["rows"])
    for place in range(count):
        document = copy.deepcopy(honest)
        del document["rows"][place]
        yield f"without {place}", document
        document = copy.deepcopy(honest)
        document["rows"].insert(place, document["rows"][place])
        yield f"twice {place}", document
        if place + 1 < count:
            document = copy.deepcopy(honest)
            rows = document["rows"]
            rows[place], rows[place + 1] = rows[place + 1], rows[place]
            yield f"exchanged {place}", document


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_left_out_told_twice_or_out_of_order_is_found(kind: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path, kind, spoilt_rows)

    for name in desk.files:
        assert code(desk.proof(name)) == "E_REPORT_FIGURE", name


def test_the_first_difference_is_named_with_row_column_and_both_figures() -> None:
    day = played()
    wrong = report("taxable-revenue", day)
    wrong["rows"][1][6] += 500
    wrong["rows"][2][5] += 500

    assert sentence(proved(day, wrong)) == (
        f"row 2 (accounts 'players', day '2026-11-21', game '{GAME}', currency 'USD'):"
        " column returned: 7000 reported, the log gives 6500"
    )


def test_a_row_of_nothing_is_left_out() -> None:
    day = played()
    wrong = report("taxable-revenue", day)
    wrong["rows"].append(["test", "2026-11-21", "red-dog-shoe", "USD", 0, 0, 0, 0])

    assert "the log has no such row" in sentence(proved(day, wrong))


def test_a_row_of_liability_may_stand_for_pending_withdrawals_alone() -> None:
    day = played()
    document = report("operator-liability", day)
    # On the first day of the log nobody had anything.
    document["interval"] |= {"first": "2026-11-20", "until": "2026-11-21", "to": FROM, "from": FROM - 24 * HOUR_MS}
    # Ada 99,500, Cem 99,200 and Eve 50 in cash, Cem's 800 in play.
    document["rows"] = [["players", "USD", 198_750, 800, 199_550, 0], ["test", "USD", 100_000, 0, 100_000, 0]]
    document["totals"] = copy.deepcopy(document["rows"])

    assert code(proved(day, document)) == "OK"


@pytest.mark.parametrize("column", ["reason", "by", "approved_by"])
def test_what_no_log_shows_is_not_judged_and_said_to_be_so(column: str) -> None:
    day = played()
    document = report("account-adjustments", day)
    place = [told["name"] for told in document["columns"]].index(column)
    document["rows"][0][place] = "another word"

    proof = proved(day, document)

    assert code(proof) == "OK"
    assert any(column in words for words in proof.not_shown)


def test_rows_that_were_filtered_by_what_no_log_shows_hold_and_may_be_incomplete() -> None:
    day = played()
    document = report("account-adjustments", day)
    document["rows"][1][7] = "operator-99"
    document = filtered(document, "by", "operator-17")

    proof = proved(day, document)

    assert code(proof) == "OK"
    assert any("no row is missing" in words for words in proof.not_shown)
    assert not any("none missing" in words for words in proof.shown)


def test_a_filter_on_what_no_log_shows_still_binds_the_rows_that_were_told() -> None:
    day = played()
    document = report("account-adjustments", day) | {"filters": {"by": "operator-17"}, "reconciliation": []}
    document["rows"][1][7] = "operator-99"

    assert "the filter does not let it through" in sentence(proved(day, document))


@pytest.mark.parametrize("name", PARAMETERS["large-transactions"])
@pytest.mark.parametrize("by", [-1, 1])
def test_another_threshold_than_that_of_the_rows_is_found(name: str, by: int) -> None:
    day = played()
    wrong = report("large-transactions", day)
    wrong["parameters"][name] += by

    assert code(proved(day, wrong)) == "E_REPORT_FIGURE"


def test_a_threshold_that_is_lowered_everywhere_lets_rows_be_missed() -> None:
    day = played()
    wrong = report("large-transactions", day)
    wrong["parameters"]["single_play_minor"] = 500
    for row in wrong["rows"]:
        # Cem's 500 and more would then be in it.
        row[8] = 500 if row[8] == 1400 else row[8]

    assert "this row is missing here" in sentence(proved(day, wrong))


def test_all_that_reaches_a_threshold_cannot_be_left_out() -> None:
    day = played()
    wrong = report("large-transactions", day)
    # Ada's day of 3800 is the only one that reaches the threshold for days.
    wrong["rows"] = [row for row in wrong["rows"] if row[4] != "day-wagers"]

    assert "this row is missing here" in sentence(proved(day, wrong))


def test_what_a_threshold_should_be_is_not_shown_and_said_to_be_so() -> None:
    day = played()
    proof = proved(day, report("large-transactions", day))

    assert "that day_play_minor should be 3800: it is the rules', and not in the log" in proof.not_shown


@pytest.mark.parametrize("kind", KINDS)
def test_a_parameter_that_does_not_belong_to_the_report_is_refused(kind: str) -> None:
    day = played()
    wrong = report(kind, day)
    wrong["parameters"]["another"] = 5

    assert code(proved(day, wrong)) == "E_REPORT_ENVELOPE"


@pytest.mark.parametrize("name", PARAMETERS["large-transactions"])
def test_a_parameter_that_is_missing_or_nothing_is_refused(name: str) -> None:
    day = played()
    missing, nothing = report("large-transactions", day), report("large-transactions", day)
    del missing["parameters"][name]
    nothing["parameters"][name] = 0
    nothing["revision"] = 2

    assert [code(proved(day, missing)), code(proved(day, nothing))] == ["E_REPORT_ENVELOPE"] * 2


def test_a_difference_is_what_was_reported_less_what_the_ledger_has() -> None:
    day = played()
    wrong = report("taxable-revenue", day)
    wrong["reconciliation"][0]["difference"] = 0

    assert sentence(proved(day, wrong)) == "reconciliation 1: 0 is told as the difference, it is -3"


@pytest.mark.parametrize("totals", ["none", "one", "exchanged"])
def test_a_total_that_is_missing_or_out_of_order_is_found(totals: str) -> None:
    day = played()
    wrong = report("wagering-summary", day)
    wrong["totals"] = {"none": [], "one": wrong["totals"][:1], "exchanged": wrong["totals"][::-1]}[totals]

    assert code(proved(day, wrong)) == "E_REPORT_FIGURE"


# --- The envelope -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [("def", 2), ("from", FROM - 1), ("to", TO - 1), ("size", 5), ("gen", TO + 1), ("filters", {"game": "x"})],
)
def test_an_envelope_says_what_its_filing_says(field: str, value: object) -> None:
    day = played()

    assert code(proved(day, report("taxable-revenue", day), **{field: value})) == "E_REPORT_ENVELOPE"


def test_an_envelope_is_of_the_kind_and_revision_that_was_filed() -> None:
    day = played()
    document = report("taxable-revenue", day)
    assert code(proved(day, document, report="wagering-summary")) == "E_REPORT_ENVELOPE"

    day = played()
    proved(day, {**document, "title": "The first"})
    assert "revision is 1, filed was 2" in sentence(proved(day, document, rev=2))


@pytest.mark.parametrize(
    "spoilt",
    [
        {"log": {"origin": "elsewhere.example/log", "size": None}},
        {
            "interval": {
                "first": "2026-11-20",
                "until": "2026-11-22",
                "zone": "America/New_York",
                "from": FROM,
                "to": TO,
            }
        },
        {"interval": {"first": "2026-11-21", "until": "2026-11-22", "zone": "Europe/Paris", "from": FROM, "to": TO}},
        {"currencies": [{"currency": "EUR", "places": 2}, {"currency": "USD", "places": 2}]},
        {"currencies": []},
        {"currencies": [{"currency": "USD", "places": 3}]},
        {"activity": "No Activity"},
        {"filters": {"jackpot": "yes"}},
        {"filters": {"day": "2026-11-21"}},
        {"filters": {"game": GAME}},
        {"kind": "significant-events", "currencies": []},
    ],
)
def test_an_envelope_agrees_with_itself_and_with_the_log(spoilt: Document) -> None:
    day = played()
    document = report("taxable-revenue", day) | copy.deepcopy(spoilt)
    document["log"]["size"] = day.size

    assert code(proved(day, document)) == "E_REPORT_ENVELOPE"


@pytest.mark.parametrize(
    "spoilt",
    [
        {"v": "rdf-report/2"},
        {"page": [1, 2]},
        {"page": [True, 1]},
        {"columns": [*columns_of("taxable-revenue")[:-1], {"name": "GGR\n", "type": "money", "meaning": ""}]},
        {"columns": [*columns_of("taxable-revenue")[:-1], columns_of("taxable-revenue")[-2]]},
        {
            "reconciliation": [
                dict.fromkeys(("reported", "ledger", "difference"), 0)
                | {"what": "", "accounts": "", "currency": "none"}
            ]
        },
        {"note": "five"},
        {"activity": "Some"},
        {"currencies": [{"currency": "USD", "places": -1}]},
        {"totals": [["players"]]},
        {"rows": [["players", "the first", GAME, "USD", 1, 1, 1, 1]]},
        {"rows": [["players", "2026-11-21", GAME, "USD", True, 1, 1, 1]]},
        {"rows": [["players", "2026-11-21", GAME, "USD", "1", 1, 1, 1]]},
        {"columns": []},
    ],
)
def test_a_file_that_is_not_of_the_form_is_refused(spoilt: Document) -> None:
    day = played()

    assert code(proved(day, report("taxable-revenue", day) | spoilt)) == "E_REPORT_FORM"


def test_columns_are_those_of_the_report() -> None:
    day = played()
    document = report("taxable-revenue", day)
    document["columns"][7]["name"] = "revenue"

    assert code(proved(day, document)) == "E_REPORT_FORM"


def test_a_day_that_no_calendar_has_is_refused() -> None:
    day = played()
    document = report("taxable-revenue", day)
    document["interval"]["first"] = "2026-02-31"

    assert code(proved(day, document)) == "E_REPORT_FORM"


# --- Files and filings ------------------------------------------------------------------------------------------


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
    wrong["rows"][0][5] += 1
    day.log.add(SYSTEM, "filing", filing_of(wrong, **{form: as_json(wrong)}))

    assert code(proof_of(day, as_json(wrong))) == "E_REPORT_FORM"


@pytest.mark.parametrize("decoy", [{"report": "significant-events"}, {"rev": 2}])
def test_what_was_filed_twice_is_refused(decoy: Document) -> None:
    day = played()
    wrong = report("taxable-revenue", day)
    wrong["rows"][0][5] += 1
    # Of the first filing only the digest would be proved.
    day.log.add(SYSTEM, "filing", {**filing_of(wrong, json=as_json(wrong)), "rev": 1})
    day.log.add(SYSTEM, "filing", {**filing_of(wrong, pdf=as_json(wrong)), **decoy})

    assert "the same file was filed" in sentence(proof_of(day, as_json(wrong)))


@pytest.mark.parametrize("spoilt", [{"kind": "significant-events"}, {"definition": 2}])
def test_of_another_report_envelope_and_totals_are_proved_and_the_rows_are_not(spoilt: Document) -> None:
    day = played()
    document = report("taxable-revenue", day) | spoilt

    proof = proved(day, document)

    assert (code(proof), proof.exit_status) == ("OK", 0)
    assert any("its rows" in words for words in proof.not_shown)
    document["revision"] = 2
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
