"""Write the Danish end of day report, the standard record `EndOfDayRapportStruktur`, from a filed report.

It is modelled on what could be read of the standard records. `denmark.xsd` says of each element where it was read, and
what is our assumption. The input is the filed JSON, so that whoever has it can make the same file.

Source: docs/adr/0079-a-regulators-own-format.md; docs/formats/report.md, "A regulator's own format".
"""

import xml.etree.ElementTree as ET  # nosec B405  nothing is parsed
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from kernel import canonical_json
from reports.core.cells import format_minor
from reports.core.table import PLAYERS
from reports.formats.regulator_format import RegulatorFormat, UnsuitableReport

NAMESPACE: Final = "http://skat.dk/begrebsmodel/2009/01/15/"

_KIND: Final = "game-performance"
_LONGEST_LICENCE: Final = 45
_AGAINST_THE_HOUSE: Final = "KasinospilSinglePlayer"
_AROUND_A_POT: Final = "KasinospilMultiPlayer"


class _Sums(NamedTuple):
    """The figures of a category; all but the games are minor units."""

    games: int = 0
    staked_minor: int = 0
    returned_minor: int = 0
    rake_minor: int = 0


def write(document: Mapping[str, Any], licence: str) -> bytes:
    """Return the end of day report of a filed `game-performance` of one gaming day and one currency.

    `licence` is what the regulator calls `SpilCertifikatIdentifikation`, 1 to 45 characters. A revision names the file
    of the revision before it, which it replaces.

    Raises:
        UnsuitableReport: the report covers something else, or the licence has no such form.
    """
    currency, places = _currency(document)
    if not 1 <= len(licence) <= _LONGEST_LICENCE:
        raise UnsuitableReport(f"A licence has 1 to {_LONGEST_LICENCE} characters; this one has {len(licence)}.")
    # In the schema, the root and its only element have the same name.
    root = ET.Element(_qualified("EndOfDayRapportStruktur"))
    record = _add(root, "EndOfDayRapportStruktur")
    file = _add(record, "FilInformation")
    _add(file, "SpilFilVersion", "v2")
    _add(file, "SpilFilIdentifikation", _file_id(document, licence, document["revision"]))
    if document["revision"] > 1:
        _add(file, "SpilFilErstatningIdentifikation", _file_id(document, licence, document["revision"] - 1))
    holder = _add(record, "Tilladelsesindehaver")
    _add(holder, "SpilCertifikatIdentifikation", licence)
    _add(holder, "EndOfDayRapportDato", document["interval"]["first"])
    _add(holder, "ValutaOplysningKode", currency)
    categories = _add(record, "SpilOpgørelseListe")
    for name, sums in sorted(_sums_by_category(document).items(), reverse=True):
        _add_category(categories, name, sums, places)
    ET.indent(root)
    content: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True, default_namespace=NAMESPACE)
    return content + b"\n"


FORMAT: Final = RegulatorFormat(name="denmark-xml", write=write)


def _currency(document: Mapping[str, Any]) -> tuple[str, int]:
    """Return the only currency of players' rows and its decimal places; on an idle day, the currency of the filter."""
    filters, interval = document["filters"], document["interval"]
    if document["kind"] != _KIND:
        raise UnsuitableReport(
            f"The end of day report is made from the report {_KIND}, and not from {document['kind']}."
        )
    if date.fromisoformat(interval["first"]) + timedelta(days=1) != date.fromisoformat(interval["until"]):
        raise UnsuitableReport("An end of day report is about one gaming day.")
    if filters.keys() - {"currency"}:
        raise UnsuitableReport("An end of day report is about every game: only the currency may be filtered by.")
    found = {row["currency"] for row in _players_rows(document)} or set(filters.values())
    if len(found) != 1:
        raise UnsuitableReport(
            "An end of day report has one currency, and this report has"
            f" {', '.join(sorted(found)) or 'no rows of players'}: order it with --filter currency=CODE."
        )
    (currency,) = found
    places = {entry["currency"]: entry["places"] for entry in document["currencies"]}
    # An idle day has only zeros, which look alike in every currency.
    return currency, places.get(currency, 0)


def _players_rows(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    names = [column["name"] for column in document["columns"]]
    rows = (dict(zip(names, row, strict=True)) for row in document["rows"])
    return [row for row in rows if row["accounts"] == PLAYERS]


def _sums_by_category(document: Mapping[str, Any]) -> dict[str, _Sums]:
    """Return the figures of each category that has rows; of a day without any, zeros: the list is never empty."""
    by_category: dict[str, _Sums] = {}
    for row in _players_rows(document):
        name = _AROUND_A_POT if row["family"] == "pot" else _AGAINST_THE_HOUSE
        sums = by_category.get(name, _Sums())
        by_category[name] = _Sums(
            games=sums.games + row["games"],
            # A commission is taken out of the stake and reported beside it, not in it.
            staked_minor=sums.staked_minor + row["wagers"] + row["side_wagers"] - row["fees"],
            returned_minor=sums.returned_minor + row["winnings"] + row["side_winnings"],
            rake_minor=sums.rake_minor + row["fees"],
        )
    return by_category or {_AGAINST_THE_HOUSE: _Sums()}


def _add_category(categories: ET.Element, name: str, sums: _Sums, places: int) -> None:
    category = _add(categories, "SpilOpgørelse")
    _add(category, "SpilKategoriNavn", name)
    _add(category, "EndOfDayRapportAntalSpil", str(sums.games))
    _add(category, "EndOfDayRapportIndskudSpil", format_minor(sums.staked_minor, places))
    _add(category, "EndOfDayRapportIndskudJackpot", format_minor(0, places))
    _add(category, "EndOfDayRapportGevinster", format_minor(sums.returned_minor, places))
    _add(category, "EndOfDayRapportKommissionRake", format_minor(sums.rake_minor, places))


def _file_id(document: Mapping[str, Any], licence: str, revision: int) -> str:
    """Return the id of a revision's file: a UUID of the report's name, so that the next revision can compute it."""
    name = {
        "origin": document["log"]["origin"],
        "kind": document["kind"],
        "first": document["interval"]["first"],
        "filters": document["filters"],
        "revision": revision,
        "licence": licence,
    }
    return str(uuid5(NAMESPACE_URL, canonical_json.encode(name).decode()))


def _add(parent: ET.Element, name: str, text: str | None = None) -> ET.Element:
    element = ET.SubElement(parent, _qualified(name))
    element.text = text
    return element


def _qualified(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"
