"""Reads the JSON file of a report.

Source: docs/formats/report.md, "Envelope", "Cells", "Files".
"""

from datetime import date
from typing import Any, cast

from verifier import canonical
from verifier.filed import gaming_days
from verifier.filed.columns import DAY, Column, Type
from verifier.filed.contents import Contents, Interval, Reconciled
from verifier.filed.gaming_days import MIDNIGHT
from verifier.predicates import (
    CURRENCY,
    KEBAB,
    MILLISECONDS,
    ZONE,
    Check,
    array,
    by_name,
    closed,
    integer,
    matching,
    one_of,
    text,
)
from verifier.verdict import Code, Fault

VERSION = "rdf-report/3"
MIDNIGHT_VERSION = "rdf-report/2"
"""The version before, in which gaming days begin at midnight."""
OLD_VERSION = "rdf-report/1"
"""The version before that, in which revisions do not say what they changed either."""
VERSIONS = (VERSION, MIDNIGHT_VERSION, OLD_VERSION)

REASONS = ("late-entries", "late-rules", "read-again", "new-definition")

_ANY_NUMBER = 2**53
_SIGNED = integer(-(2**53 - 1))
_NAME = matching(r"[a-z][a-z0-9_]*")


def _words(value: object) -> bool:
    return type(value) is str


_CURRENCIES = array(closed({"currency": CURRENCY, "places": integer(0, 8)}), 0, 1000)


def _currencies(value: Any) -> bool:
    codes = [item["currency"] for item in value] if _CURRENCIES(value) else None
    return codes is not None and codes == sorted(set(codes))


_COLUMNS = array(closed({"name": _NAME, "type": one_of([*Type]), "meaning": _words}), 1, 1000)


def _columns(value: Any) -> bool:
    return _COLUMNS(value) and len({column["name"] for column in value}) == len(value)


def _cells(value: object) -> bool:
    return type(value) is list and all(type(cell) is str or _SIGNED(cell) for cell in value)


_REVISED = closed({"reason": one_of(REASONS), "rows_added": integer(0), "rows_removed": integer(0)})


_INTERVAL_MEMBERS: dict[str, Check] = {
    "first": DAY,
    "until": DAY,
    "zone": ZONE,
    "from": MILLISECONDS,
    "to": MILLISECONDS,
}
_INTERVAL_AT_MIDNIGHT = closed(_INTERVAL_MEMBERS)
_INTERVAL = closed({**_INTERVAL_MEMBERS, "starts": text})


_MEMBERS: dict[str, Check] = {
    "v": one_of(VERSIONS),
    "kind": KEBAB,
    "title": _words,
    "source": _words,
    "definition": integer(1),
    "software": _words,
    "operator": _words,
    "profile": _words,
    "interval": lambda value: _INTERVAL(value) or _INTERVAL_AT_MIDNIGHT(value),
    "revision": integer(1),
    "revised": lambda value: value == {} or _REVISED(value),
    "generated_at": MILLISECONDS,
    "log": closed({"origin": text, "size": integer(0)}),
    "filters": by_name(text),
    "parameters": by_name(integer(0)),
    "currencies": _currencies,
    "activity": one_of(("Activity", "No Activity")),
    "page": array(integer(1, 1), 2, 2),
    "columns": _columns,
    "rows": array(_cells, 0, _ANY_NUMBER),
    "totals": array(_cells, 0, _ANY_NUMBER),
    "reconciliation": array(
        closed(
            {
                "what": _words,
                "accounts": _words,
                "currency": lambda value: value == "" or CURRENCY(value),
                "reported": _SIGNED,
                "ledger": _SIGNED,
                "difference": _SIGNED,
            }
        ),
        0,
        _ANY_NUMBER,
    ),
}


def read(raw: bytes) -> Contents:
    """Read the JSON file of a report.

    Raises:
        Fault: `E_REPORT_FORM`.
    """
    try:
        content = raw.decode()
        document = canonical.parse(content)
        canonical.require(document, content[:-1] if content.endswith("\n") else "")
    except UnicodeDecodeError:
        raise Fault(Code.E_REPORT_FORM, "the file is not UTF-8") from None
    except Fault as fault:
        raise Fault(Code.E_REPORT_FORM, f"the file is not canonical JSON: {fault.sentence}") from None
    return _contents(_checked(document))


def interval_of(members: dict[str, Any]) -> Interval:
    """Read the interval of an envelope, whose members have the right form.

    Raises:
        Fault: `E_REPORT_FORM` for a day that no calendar has, and hours that no gaming days have.
    """
    try:
        first, until = date.fromisoformat(members["first"]), date.fromisoformat(members["until"])
    except ValueError:
        raise Fault(Code.E_REPORT_FORM, "the interval names a day that no calendar has") from None
    days = gaming_days.read(members.get("starts", MIDNIGHT), first=first, until=until, zone=members["zone"])
    return Interval(first=first, until=until, days=days, start=members["from"], end=members["to"])


def _checked(document: object) -> dict[str, Any]:
    if type(document) is not dict:
        raise Fault(Code.E_REPORT_FORM, "the file is not a JSON object")
    due = _MEMBERS.keys() - ({"revised"} if document.get("v") == OLD_VERSION else set())
    if missing := due - document.keys():
        raise Fault(Code.E_REPORT_FORM, f"the member {min(missing)} is missing")
    for name, value in document.items():
        if name not in due:
            raise Fault(Code.E_REPORT_FORM, f"the member {name[:40]!a} does not belong to a report")
        if not _MEMBERS[name](value):
            raise Fault(Code.E_REPORT_FORM, f"the member {name} is not of its form")
    if ("starts" in document["interval"]) is not (document["v"] == VERSION):
        raise Fault(Code.E_REPORT_FORM, "the interval is not that of its version")
    if "revised" in due and bool(document["revised"]) is (document["revision"] == 1):
        raise Fault(Code.E_REPORT_FORM, "the member revised belongs to revisions from 2 on")
    return cast("dict[str, Any]", document)


def _contents(document: dict[str, Any]) -> Contents:
    columns = [Column(column["name"], Type(column["type"])) for column in document["columns"]]
    for where in ("rows", "totals"):
        for place, cells in enumerate(document[where], start=1):
            if len(cells) != len(columns):
                raise Fault(Code.E_REPORT_FORM, f"{where[:-1]} {place} has {len(cells)} cells, not {len(columns)}")
            # The first cell of a total may be a label, whatever the column's type: it is compared with the rows later.
            typed_cells = zip(columns[where == "totals" :], cells[where == "totals" :], strict=True)
            for column, cell in typed_cells:
                if not column.type.holds(cell):
                    sentence = f"{where[:-1]} {place}, column {column.name[:40]!a}: not a cell of {column.type}"
                    raise Fault(Code.E_REPORT_FORM, sentence)
    return Contents(
        kind=document["kind"],
        definition=document["definition"],
        interval=interval_of(document["interval"]),
        revision=document["revision"],
        made_at=document["generated_at"],
        origin=document["log"]["origin"],
        size=document["log"]["size"],
        filters=document["filters"],
        parameters=document["parameters"],
        exponents={row["currency"]: row["places"] for row in document["currencies"]},
        active=document["activity"] == "Activity",
        columns=columns,
        rows=document["rows"],
        totals=document["totals"],
        reconciled=[
            Reconciled(
                what=line["what"],
                currency=line["currency"],
                reported=line["reported"],
                ledger=line["ledger"],
                difference=line["difference"],
            )
            for line in document["reconciliation"]
        ],
    )
