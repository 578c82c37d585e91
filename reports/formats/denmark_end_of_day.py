"""Write the Danish end of day report, the standard record `EndOfDayRapportStruktur`, from a filed report.

`denmark_end_of_day.xsd` says of each element where it was read, and what is our assumption. The input is the filed JSON,
so that whoever has it can make the same file.

Source: docs/adr/0079-a-regulators-own-format.md; docs/formats/report.md, "A regulator's own format".
"""

import xml.etree.ElementTree as ET  # nosec B405  nothing is parsed
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from reports.formats import denmark_file
from reports.formats.denmark_file import add
from reports.formats.regulator_format import Operator, RegulatorFormat, UnsuitableReport

KIND: Final = "game-performance"


class _Sums(NamedTuple):
    """The figures of a category; all but the games are minor units."""

    games: int = 0
    staked_minor: int = 0
    returned_minor: int = 0
    rake_minor: int = 0


def write(
    document: Mapping[str, Any], operator: Operator, replaced: Mapping[str, Any] | None = None
) -> Iterator[bytes]:
    """Yield the end of day report of a filed `game-performance` of one gaming day and one currency.

    The operator's licence is what the regulator calls `SpilCertifikatIdentifikation`, 1 to 45 characters. A revision
    names the file of the revision before it, which it replaces; of that one nothing else is needed.

    Raises:
        UnsuitableReport: the report covers something else, an amount is larger than the record allows, or the licence has no
            such form.
    """
    del replaced
    denmark_file.require_report_of_a_day(document, kind=KIND, record="An end of day report")
    # As many as there are games and versions.
    rows = list(denmark_file.players_rows(document))
    currency, places = _currency(document, rows)
    licence, revision = denmark_file.require_text(operator.licence, "A licence"), document["revision"]
    # In the schema, the root and its only element have the same name.
    root = denmark_file.new_record("EndOfDayRapportStruktur")
    record = add(root, "EndOfDayRapportStruktur")
    file = denmark_file.add_file_information(record, denmark_file.file_id(document, licence, revision))
    if revision > 1:
        add(file, "SpilFilErstatningIdentifikation", denmark_file.file_id(document, licence, revision - 1))
    holder = add(record, "Tilladelsesindehaver")
    add(holder, "SpilCertifikatIdentifikation", licence)
    add(holder, "EndOfDayRapportDato", document["interval"]["first"])
    add(holder, "ValutaOplysningKode", currency)
    categories = add(record, "SpilOpgørelseListe")
    for name, sums in sorted(_sums_by_category(rows).items(), reverse=True):
        _add_category(categories, name, sums, places)
    yield denmark_file.as_file(root)


FORMAT: Final = RegulatorFormat(name="denmark-xml", write=write)


def _currency(document: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> tuple[str, int]:
    """Return the only currency of players' rows and its decimal places; on an idle day, the currency of the filter."""
    found = {row["currency"] for row in rows} or set(document["filters"].values())
    if len(found) != 1:
        raise UnsuitableReport(
            "An end of day report has one currency, and this report has"
            f" {', '.join(sorted(found)) or 'no rows of players'}: order it with --filter currency=CODE."
        )
    (currency,) = found
    # An idle day has only zeros, which look alike in every currency.
    return currency, denmark_file.decimal_places(document).get(currency, 0)


def _sums_by_category(rows: Sequence[Mapping[str, Any]]) -> dict[str, _Sums]:
    """Return the figures of each category that has rows; of a day without any, zeros: the list is never empty."""
    by_category: dict[str, _Sums] = {}
    for row in rows:
        name = denmark_file.category_of(row["family"])
        sums = by_category.get(name, _Sums())
        by_category[name] = _Sums(
            games=sums.games + row["games"],
            # A commission is taken out of the stake and reported beside it, not in it.
            staked_minor=sums.staked_minor + row["wagers"] + row["side_wagers"] - row["fees"],
            returned_minor=sums.returned_minor + row["winnings"] + row["side_winnings"],
            rake_minor=sums.rake_minor + row["fees"],
        )
    return by_category or {denmark_file.AGAINST_THE_HOUSE: _Sums()}


def _add_category(categories: ET.Element, name: str, sums: _Sums, places: int) -> None:
    category = add(categories, "SpilOpgørelse")
    add(category, "SpilKategoriNavn", name)
    add(category, "EndOfDayRapportAntalSpil", str(sums.games))
    for element, amount_minor in (
        ("EndOfDayRapportIndskudSpil", sums.staked_minor),
        ("EndOfDayRapportIndskudJackpot", 0),
        ("EndOfDayRapportGevinster", sums.returned_minor),
        ("EndOfDayRapportKommissionRake", sums.rake_minor),
    ):
        denmark_file.add_amount(category, element, amount_minor, places, row=name)
