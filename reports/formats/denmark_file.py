"""What Denmark's standard records share: their namespace, their head, and the reports that they are made from.

They are modelled on what could be read of them. The schema beside each says of every element where it was read, and what
is our assumption.

Source: docs/adr/0079-a-regulators-own-format.md; docs/formats/report.md, "A regulator's own format".
"""

import re
import xml.etree.ElementTree as ET  # nosec B405  nothing is parsed
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from kernel import canonical_json
from reports.core.cells import format_minor
from reports.core.table import PLAYERS
from reports.formats.regulator_format import UnsuitableReport

NAMESPACE: Final = "http://skat.dk/begrebsmodel/2009/01/15/"
AGAINST_THE_HOUSE: Final = "KasinospilSinglePlayer"
AROUND_A_POT: Final = "KasinospilMultiPlayer"

_MOST: Final = 9_999_999_999
"""The most of an amount, in whole units of its currency: what the records' type of amounts allows."""
_LONGEST_TEXT: Final = 45
_LONGEST_ADDRESS: Final = 100
_ADDRESS: Final = re.compile(r"https?://[!-~]+")
_INDENT: Final = "  "
_CHILDREN: Final = "children"


def category_of(family: str) -> str:
    """Return the regulator's category of games of a family."""
    return AROUND_A_POT if family == "pot" else AGAINST_THE_HOUSE


def require_report_of_a_day(document: Mapping[str, Any], *, kind: str, record: str) -> None:
    """Require a report of this kind about one gaming day, with all players' rows of its currencies.

    `record` is what it is to become, with a capital and an article.

    Raises:
        UnsuitableReport: it is another report, or a part of one.
    """
    interval = document["interval"]
    if document["kind"] != kind:
        raise UnsuitableReport(f"{record} is made from the report {kind}, and not from {document['kind']}.")
    if date.fromisoformat(interval["first"]) + timedelta(days=1) != date.fromisoformat(interval["until"]):
        raise UnsuitableReport(f"{record} is about one gaming day.")
    if document["filters"].keys() - {"currency"}:
        raise UnsuitableReport(f"{record} is about every game: only the currency may be filtered by.")


def require_text(value: str, what: str) -> str:
    """Return a text of the operator's that has 1 to 45 characters; `what` names it, with a capital and an article.

    Raises:
        UnsuitableReport: it is empty or longer, has control characters, or is only spaces.
    """
    if not 1 <= len(value) <= _LONGEST_TEXT:
        raise UnsuitableReport(f"{what} has 1 to {_LONGEST_TEXT} characters; this one has {len(value)}.")
    if not value.isprintable() or value.isspace():
        raise UnsuitableReport(f"{what} must be printable text without control characters, and not only spaces.")
    return value


def require_address(value: str) -> str:
    """Return the address of a site, of 1 to 100 characters.

    Raises:
        UnsuitableReport: it is empty or longer, or no address of the web.
    """
    if not 1 <= len(value) <= _LONGEST_ADDRESS:
        raise UnsuitableReport(
            f"The address of a site has 1 to {_LONGEST_ADDRESS} characters; this one has {len(value)}."
        )
    if not _ADDRESS.fullmatch(value):
        raise UnsuitableReport("The address of a site begins with https:// or http://, and has no spaces.")
    return value


def players_rows(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the rows of players' accounts by column, in order; those of test accounts are nobody's business."""
    names = [column["name"] for column in document["columns"]]
    rows = (dict(zip(names, row, strict=True)) for row in document["rows"])
    return (row for row in rows if row["accounts"] == PLAYERS)


def decimal_places(document: Mapping[str, Any]) -> dict[str, int]:
    """Return the decimal places of each currency of the report."""
    return {entry["currency"]: entry["places"] for entry in document["currencies"]}


def add_amount(parent: ET.Element, name: str, amount_minor: int, places: int, *, row: str) -> None:
    """Add an amount of minor units of a currency with so many decimal places; `row` says whose it is.

    Raises:
        UnsuitableReport: the records have no such amount. They go from 0 to 9,999,999,999 whole units, and no file says less than
            the report does.
    """
    text = format_minor(amount_minor, places)
    if not 0 <= amount_minor <= _MOST * 10**places:
        raise UnsuitableReport(f"{name} of {row} is {text}, and such an amount is from 0 to {_MOST:,}.")
    add(parent, name, text)


def file_id(document: Mapping[str, Any], licence: str, revision: int, **part: str) -> str:
    """Return the id of a revision's file: a UUID of the report's name, so that the next revision can compute it.

    `part` tells files apart that are made from one report. Like revisions, reports are told apart by their instants: days of one
    date that begin at another hour, or in another zone, are other reports.
    """
    name = {
        "origin": document["log"]["origin"],
        "kind": document["kind"],
        "from": document["interval"]["from"],
        "to": document["interval"]["to"],
        "filters": document["filters"],
        "revision": revision,
        "licence": licence,
        **part,
    }
    return uuid_of(name)


def uuid_of(name: Mapping[str, Any]) -> str:
    """Return the UUID of a name: of version 5 in the namespace of URLs, of the name's canonical JSON."""
    return str(uuid5(NAMESPACE_URL, canonical_json.encode(dict(name)).decode()))


def new_record(name: str) -> ET.Element:
    """Return the root of a file, in whose namespace all its elements are."""
    return ET.Element(name, {"xmlns": NAMESPACE})


def add_file_information(record: ET.Element, identification: str) -> ET.Element:
    """Add what the file says of itself, and return that element."""
    file = add(record, "FilInformation")
    add(file, "SpilFilVersion", "v2")
    add(file, "SpilFilIdentifikation", identification)
    return file


def add(parent: ET.Element, name: str, text: str | None = None) -> ET.Element:
    """Add an element, and return it."""
    element = ET.SubElement(parent, name)
    element.text = text
    return element


def as_file(root: ET.Element) -> bytes:
    """Return the bytes of a file."""
    ET.indent(root, space=_INDENT)
    content: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True)
    return content + b"\n"


def as_pieces(root: ET.Element, parent: ET.Element, children: Iterable[ET.Element]) -> Iterator[bytes]:
    """Yield the bytes of a file in which an empty element of it has these children, at least one; each is a piece."""
    parent.append(ET.Comment(_CHILDREN))
    before, after = as_file(root).split(f"<!--{_CHILDREN}-->".encode())
    between = before[before.rindex(b"\n") :]
    level = len(between) // len(_INDENT)
    for number, child in enumerate(children):
        ET.indent(child, space=_INDENT, level=level)
        yield (between if number else before) + ET.tostring(child, encoding="UTF-8")
    yield after
