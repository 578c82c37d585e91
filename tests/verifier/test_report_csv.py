"""CSV files of filed reports, read by the rules of the page and proved like the JSON."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.verifier.filings import COLUMNS, GAME, REVISED, Day, filing_of, played, report
from tests.verifier.producer import SYSTEM, Document
from verifier.audit import AuditRequest
from verifier.export import Export
from verifier.filed.proof import Proof, prove
from verifier.judge import Depth

if TYPE_CHECKING:
    from collections.abc import Iterable

KINDS = sorted(COLUMNS)
# The last four are full-width.
FORMULA = ("=", "+", "-", "@", "\t", "\n", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def as_csv(document: Document) -> bytes:
    """Write a report as the page has it: each cell quoted, which is as good as none."""
    blocks = [
        [[label, value] for label, value in envelope(document)],
        [[column["name"] for column in document["columns"]], *(line(document, row) for row in cells(document))],
    ]
    if document["reconciliation"]:
        names = ["what", "accounts", "currency", "reported", "ledger", "difference"]
        blocks.append([names, *(reconciled(told, names) for told in document["reconciliation"])])
    text = "\r\n".join("".join(quoted(told) + "\r\n" for told in block) for block in blocks)
    return text.encode()


def envelope(document: Document) -> Iterable[tuple[str, str]]:
    for name, value in document.items():
        if name in ("columns", "rows", "totals", "reconciliation"):
            continue
        if name == "page":
            yield name, "1/1"
        elif name == "currencies":
            yield from ((f"{name}.{told['currency']}", str(told["places"])) for told in value)
        elif isinstance(value, dict):
            for part, told in value.items():
                yield f"{name}.{part}", instant(told) if part in ("from", "to") else escaped(str(told))
        else:
            yield name, instant(value) if name == "generated_at" else escaped(str(value))


def cells(document: Document) -> list[list[object]]:
    return [*document["rows"], *document["totals"]]


def line(document: Document, row: list[object]) -> list[str]:
    forms = [column["type"] for column in document["columns"]]
    return [written(cell, form) for cell, form in zip(row, forms, strict=True)]


def written(cell: object, form: str) -> str:
    if isinstance(cell, int):
        return money(cell) if form == "money" else instant(cell) if form == "instant" else str(cell)
    return escaped(str(cell)) if form == "text" else str(cell)


def reconciled(told: Document, names: list[str]) -> list[str]:
    return [money(told[name]) if isinstance(told[name], int) else escaped(told[name]) for name in names]


def money(minor: int) -> str:
    return f"{'-' if minor < 0 else ''}{abs(minor) // 100}.{abs(minor) % 100:02}"


def instant(at: int) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%dT%H:%M:%S}.{at % 1000:03}Z"


def escaped(text: str) -> str:
    return f"'{text}" if text.lstrip("'").startswith(FORMULA) else text


def quoted(told: list[str]) -> str:
    return ",".join('"' + text.replace('"', '""') + '"' for text in told)


def proved(day: Day, document: Document, content: bytes) -> Proof:
    day.log.add(SYSTEM, "filing", filing_of(document, csv=content))
    with tempfile.TemporaryDirectory() as folder:
        export = Export(folder=day.log.seal().write(Path(folder)))
        proof = prove(content, AuditRequest(export=export, depth=Depth.FULL, jobs=1))
    assert proof.log_holds
    return proof


def verdict(day: Day, document: Document, content: bytes) -> str:
    fault = proved(day, document, content).fault
    return "OK" if fault is None else f"{fault.code} {fault.sentence}"


@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_csv_is_proved(kind: str) -> None:
    day = played()
    document = report(kind, day)

    proof = proved(day, document, as_csv(document))

    assert proof.fault is None, proof.fault
    assert f"its {len(document['rows'])} rows are those of the log" in " ".join(proof.shown)


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_figure_of_each_row_and_total_that_the_log_shows_is_held_against_it(kind: str) -> None:
    day = played()
    for number, place in enumerate(range(len(cells(report(kind, day)))), start=1):
        document = report(kind, day)
        document |= {"revision": number, "revised": REVISED if number > 1 else {}}
        forms = COLUMNS[kind].replace(",", "").split()[1::2]
        line = cells(document)[place]
        # The first that is not empty.
        column = next(at for at, form in enumerate(forms) if form == "money" and line[at] != "")
        line[column] += 1  # type: ignore[operator]  # a column of money

        assert verdict(day, document, as_csv(document)).startswith("E_REPORT_FIGURE"), place


def test_plain_cells_and_quoted_ones_say_the_same() -> None:
    day = played()
    document = report("taxable-revenue", day)

    assert verdict(day, document, as_csv(document).replace(b'"', b"")) == "OK"


def test_a_report_without_a_reconciliation_has_two_blocks() -> None:
    day = played()
    document = report("taxable-revenue", day) | {"reconciliation": []}

    assert verdict(day, document, as_csv(document)) == "OK"


@pytest.mark.parametrize("begins", [*FORMULA, "'=", "''-"])
def test_a_text_that_looks_like_a_formula_is_read_without_its_apostrophe(begins: str) -> None:
    day = played()
    document = report("account-adjustments", day)
    document["rows"][0][7] = f"{begins}cmd()"
    document["rows"] = document["rows"][:1]
    document["totals"] = document["totals"][:1]
    document["filters"] = {"by": f"{begins}cmd()"}
    document["reconciliation"] = []

    assert f'"\'{begins}cmd()"'.encode() in as_csv(document)
    assert verdict(day, document, as_csv(document)) == "OK"


def test_a_difference_is_held_against_both_figures() -> None:
    day = played()
    document = report("taxable-revenue", day)
    document["reconciliation"][0]["difference"] = -2

    assert "it is -3" in verdict(day, document, as_csv(document))


def test_an_envelope_is_held_against_the_filing() -> None:
    day = played()
    document = report("taxable-revenue", day)
    wrong = document | {"generated_at": document["generated_at"] + 1}

    assert verdict(day, document, as_csv(wrong)).startswith("E_REPORT_ENVELOPE generated_at")


@pytest.mark.parametrize(
    ("told", "instead"),
    [
        (b"20.00", b"20.0"),
        (b"20.00", b"2000"),
        (b"20.00", b"020.00"),
        (b"20.00", b"+20.00"),
        (b"20.00", "\uff120.00".encode()),
        (b'"0.00"', b'"-0.00"'),
        (b'"5"', b'"5.0"'),
        (b"2026-11-21", b"21.11.2026"),
        (b"ggr", b"GGR"),
        (b'"v",', b'"w",'),
        (b'"title",', b'"v",'),
        (b"\r\n\r\n", b"\r\n"),
        (b"2026-11-22T05:01:00.000Z", b"2026-11-22T05:01:00Z"),
        (b"2026-11-22T05:01:00.000Z", b"2026-11-22T25:01:00.000Z"),
        (b'"currencies.USD","2"', b'"currencies.EUR","2"'),
        (b'"difference"', b'"variance"'),
        (b'"players"', b'"players'),
        (b"GLI", b"\xff"),
        (b'"1/1"', b'"1"'),
        (b'"v",', b'"net_revenue","5"\r\n"v",'),
        (b'"v",', b'"currencies.usd","5"\r\n"v",'),
        (b'"v",', b'"parameters","5"\r\n"v",'),
        (b'"v",', b'\xef\xbb\xbf"v",'),
        (b'"What was played"', b'"=What()"'),
        (b'"to the ledger"', b'"@to"'),
        (b'"5"', b'"9007199254740992"'),
    ],
)
def test_a_file_that_is_not_of_the_form_is_refused(told: bytes, instead: bytes) -> None:
    day = played()
    document = report("taxable-revenue", day)
    content = as_csv(document)
    assert told in content

    assert verdict(day, document, content.replace(told, instead)).startswith("E_REPORT_FORM")


def test_a_row_taken_for_a_total_is_found() -> None:
    day = played()
    document = report("operator-liability", day)
    # Rows and totals of this report look alike: only how many there are parts them.
    document["rows"].append(["test", "EUR", 0, 0, 0, 0, 0, 0])

    assert verdict(day, document, as_csv(document)).startswith("E_REPORT_F")


def test_a_csv_of_a_report_that_is_not_known_is_proved_by_its_digest_alone() -> None:
    day = played()
    document = report("taxable-revenue", day) | {"kind": "significant-events"}

    proof = proved(day, document, b"time,what\r\n")

    assert proof.fault is None
    assert proof.not_shown == ["what it says: this program does not read it"]
    assert GAME not in " ".join(proof.shown)
