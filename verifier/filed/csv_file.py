"""Reads the CSV file of a report whose columns are known.

Source: docs/formats/report.md, "Cells", "Files".
"""

import csv
import io
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain

from verifier.canonical import INTEGER_MAX, KEY_PATTERN
from verifier.filed.columns import DAY, NOTHING, Cell, Column, Type
from verifier.filed.contents import Contents, Interval, Reconciled
from verifier.filed.figures import totals_count
from verifier.filed.json_file import OLD_VERSION, REASONS, VERSION, VERSIONS, interval_of
from verifier.filed.kind import Kind
from verifier.predicates import CURRENCY, KEBAB, ZONE
from verifier.verdict import Code, Fault

_BLOCKS = (2, 3)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,15})")
# A 0 has no sign.
_MONEY = re.compile(r"(?!-[0.]+$)-?(?:0|[1-9][0-9]{0,15})(?:\.([0-9]+))?")
_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
_FORMULA = re.compile(r"'*[=+\-@\t\n\r\uff0b\uff0d\uff1d\uff20]")
_RECONCILIATION = ["what", "accounts", "currency", "reported", "ledger", "difference"]

Lines = list[list[str]]


def read(raw: bytes, kind: Kind) -> Contents:
    """Read a CSV file of a report of this kind.

    Raises:
        Fault: `E_REPORT_FORM`.
    """
    blocks = _blocks(raw)
    if len(blocks) not in _BLOCKS:
        raise Fault(Code.E_REPORT_FORM, f"the file has {len(blocks)} blocks, not envelope, table and reconciliation")
    envelope = _envelope(blocks[0])
    exponents = {
        label.partition(".")[2]: _integer(value, label)
        for label, value in envelope.items()
        if label.startswith("currencies.")
    }
    rows, totals = _table(blocks[1], kind, exponents)
    return Contents(
        kind=envelope["kind"],
        definition=_integer(envelope["definition"], "definition"),
        interval=_interval(envelope),
        revision=_integer(envelope["revision"], "revision"),
        made_at=_instant(envelope["generated_at"], "generated_at"),
        origin=envelope["log.origin"],
        size=_integer(envelope["log.size"], "log.size"),
        filters={label.partition(".")[2]: value for label, value in envelope.items() if label.startswith("filters.")},
        parameters={
            label.partition(".")[2]: _integer(value, label)
            for label, value in envelope.items()
            if label.startswith("parameters.")
        },
        exponents=exponents,
        active=envelope["activity"] == "Activity",
        columns=kind.columns,
        rows=rows,
        totals=totals,
        reconciled=_reconciliation(blocks[2], exponents) if len(blocks) == _BLOCKS[1] else (),
    )


def _blocks(raw: bytes) -> list[Lines]:
    # A cell may hold a reason or a changed document, of any length.
    csv.field_size_limit(sys.maxsize)
    try:
        lines = list(csv.reader(io.StringIO(raw.decode(), newline=""), strict=True))
    except UnicodeDecodeError:
        raise Fault(Code.E_REPORT_FORM, "the file is not UTF-8") from None
    except csv.Error as error:
        raise Fault(Code.E_REPORT_FORM, f"the file is not CSV: {error!a}") from None
    blocks: list[Lines] = [[]]
    for line in lines:
        if line:
            blocks[-1].append(line)
        else:
            blocks.append([])
    if not all(blocks):
        raise Fault(Code.E_REPORT_FORM, "a block of the file is empty")
    return blocks


def _envelope(block: Lines) -> dict[str, str]:
    envelope: dict[str, str] = {}
    for line in block:
        label, value = (*line, "", "")[:2]
        if len(line) != 2 or label in envelope:  # noqa: PLR2004 - a label and a value
            raise Fault(Code.E_REPORT_FORM, f"the envelope has {label[:40]!a} twice, or with more or less than a value")
        if label not in (*_LABELS, *_REVISED, _STARTS) and not _is_of_parts(label):
            raise Fault(Code.E_REPORT_FORM, f"the line {label[:40]!a} does not belong to an envelope")
        envelope[label] = _unescaped(value, f"the line {label}")
    for label in _LABELS:
        if label not in envelope:
            raise Fault(Code.E_REPORT_FORM, f"the envelope has no line {label}")
    if (
        envelope["v"] not in VERSIONS
        or (_STARTS in envelope) is not (envelope["v"] == VERSION)
        or envelope["page"] != "1/1"
        or envelope["activity"] not in ("Activity", "No Activity")
    ):
        raise Fault(Code.E_REPORT_FORM, "a line v, interval.starts, page or activity is not of its form")
    if not KEBAB(envelope["kind"]):
        raise Fault(Code.E_REPORT_FORM, "the line kind is not of its form")
    _require_revised(envelope)
    return envelope


def _require_revised(envelope: dict[str, str]) -> None:
    told = [label for label in _REVISED if label in envelope]
    if envelope["v"] == OLD_VERSION or envelope["revision"] == "1":
        due = told == []
    else:
        due = len(told) == len(_REVISED) and envelope[_REVISED[0]] in REASONS
        due = due and all(_integer(envelope[label], label) >= 0 for label in _REVISED[1:])
    if not due:
        raise Fault(Code.E_REPORT_FORM, "the lines revised are not of their form")


def _is_of_parts(label: str) -> bool:
    """Tell whether a line is a currency, a filter or a parameter, of which a report may have any number."""
    member, _, name = label.partition(".")
    if member == "currencies":
        return CURRENCY(name)
    return member in ("filters", "parameters") and KEY_PATTERN.fullmatch(name) is not None


def _interval(envelope: dict[str, str]) -> Interval:
    first, until, zone = (envelope[f"interval.{name}"] for name in ("first", "until", "zone"))
    if not (DAY(first) and DAY(until) and ZONE(zone)):
        raise Fault(Code.E_REPORT_FORM, "the interval is not of its form")
    start, end = (_instant(envelope[label], label) for label in ("interval.from", "interval.to"))
    hours = {"starts": envelope[_STARTS]} if _STARTS in envelope else {}
    return interval_of({"first": first, "until": until, "zone": zone, "from": start, "to": end, **hours})


def _table(block: Lines, kind: Kind, exponents: dict[str, int]) -> tuple[Sequence[Sequence[Cell]], list[list[Cell]]]:
    """Read rows and totals. Only their number shows where the totals begin."""
    names = [column.name for column in kind.columns]
    if block[0] != names:
        raise Fault(Code.E_REPORT_FORM, "the columns are not those of this report")
    if not all(len(line) == len(names) for line in block):
        raise Fault(Code.E_REPORT_FORM, "a line of the table has more or less cells than there are columns")
    lines = [_cells(line, kind.columns, exponents, place) for place, line in enumerate(block[1:], start=1)]
    if not kind.totals:
        return lines, []
    # Rows and their totals together grow with each row, so at most one split gives as many lines as there are.
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high) // 2
        if middle + totals_count(lines[:middle], kind.columns) < len(lines):
            low = middle + 1
        else:
            high = middle
    return lines[:low], lines[low:]


def _cells(line: list[str], columns: Sequence[Column], exponents: dict[str, int], place: int) -> list[Cell]:
    currency = next((text for text, column in zip(line, columns, strict=True) if column.name == "currency"), "")
    cells: list[Cell] = []
    for text, column in zip(line, columns, strict=True):
        where = f"line {place}, column {column.name}"
        # The first cell of a total may be a label, whatever the column's type: it is compared with the rows later.
        label = not cells and text == "Total"
        cells.append(text if label else _cell(text, column.type, where, exponents.get(currency)))
    return cells


def _cell(text: str, kind: Type, where: str, exponent: int | None) -> Cell:
    if text == NOTHING:
        return NOTHING
    if kind is Type.TEXT:
        return _unescaped(text, where)
    if kind is Type.INTEGER:
        return _integer(text, where)
    if kind is Type.MONEY:
        return _money(text, where, exponent)
    if kind is Type.INSTANT:
        return _instant(text, where)
    if not kind.holds(text):
        raise Fault(Code.E_REPORT_FORM, f"{where}: {text[:40]!a} is no {kind}")
    return text


def _integer(text: str, where: str) -> int:
    if not _INTEGER.fullmatch(text) or text == "-0" or abs(int(text)) > INTEGER_MAX:
        raise Fault(Code.E_REPORT_FORM, f"{where}: {text[:40]!a} is no integer")
    return int(text)


def _money(text: str, where: str, exponent: int | None) -> int:
    """Read `12.50` as minor units. It must have as many decimal places as the currency."""
    if exponent is None:
        raise Fault(Code.E_REPORT_FORM, f"{where}: money of a currency that the envelope does not name")
    match = _MONEY.fullmatch(text)
    if match is None or len(match[1] or "") != exponent:
        raise Fault(Code.E_REPORT_FORM, f"{where}: {text[:40]!a} is no amount with {exponent} decimal places")
    return int(text.replace(".", ""))


def _instant(text: str, where: str) -> int:
    try:
        at = datetime.fromisoformat(text) if _INSTANT.fullmatch(text) else None
    except ValueError:
        at = None
    if at is None:
        raise Fault(Code.E_REPORT_FORM, f"{where}: {text[:40]!a} is no instant")
    return (at - _EPOCH) // timedelta(milliseconds=1)


def _unescaped(text: str, where: str) -> str:
    """Remove the apostrophe from a text that a spreadsheet would otherwise take for a formula."""
    if not _FORMULA.match(text):
        return text
    if text[0] != "'":
        raise Fault(Code.E_REPORT_FORM, f"{where}: {text[:40]!a} would be taken for a formula")
    return text[1:]


def _reconciliation(block: Lines, exponents: dict[str, int]) -> list[Reconciled]:
    if block[0] != _RECONCILIATION or not all(len(line) == len(_RECONCILIATION) for line in block):
        raise Fault(Code.E_REPORT_FORM, "the reconciliation is not of its form")
    reconciled = []
    for place, (what, accounts, currency, *texts) in enumerate(block[1:], start=1):
        where = f"reconciliation {place}"
        _unescaped(accounts, where)
        reported, ledger, difference = (
            _money(text, where, exponents.get(currency)) if currency else _integer(text, where) for text in texts
        )
        reconciled.append(
            Reconciled(
                what=_unescaped(what, where), currency=currency, reported=reported, ledger=ledger, difference=difference
            )
        )
    return reconciled


_STARTS = "interval.starts"
_REVISED = ("revised.reason", "revised.rows_added", "revised.rows_removed")
_LABELS = tuple(
    chain(
        ("v", "kind", "title", "source", "definition", "software", "operator", "profile"),
        ("interval.first", "interval.until", "interval.zone", "interval.from", "interval.to"),
        ("revision", "generated_at", "log.origin", "log.size", "activity", "page"),
    )
)
