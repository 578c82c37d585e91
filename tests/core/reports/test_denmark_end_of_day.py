"""The Danish end of day report: it fits our schema of what was read, and its figures are those of the rows."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from reports.catalogue import game_performance
from reports.core.day_zone import DayZone
from reports.core.definition import Report
from reports.core.period import Period
from reports.formats import denmark_end_of_day, json_file
from reports.formats.denmark_file import NAMESPACE
from reports.formats.regulator_format import Operator, UnsuitableReport
from tests.core.report_cases import report
from tests.core.reports.xml_schema import Schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from reports.core.table import Cell, Row

LICENCE: Final = "Example-A/S & Co"
OPERATOR: Final = Operator(licence=LICENCE)
SCHEMA: Final = Schema(Path(denmark_end_of_day.__file__).with_suffix(".xsd"))
DAY: Final = Period(date(2026, 11, 21), date(2026, 11, 22), DayZone("Europe/Copenhagen"))


def row(**cells: Cell) -> Row:
    """Describe a version of a game: 3 rounds, 20.00 and 5.00 staked, 14.00 and 6.00 returned."""
    empty: dict[str, Cell] = dict.fromkeys(
        column.name for column in game_performance.COLUMNS if column.quotient is None
    )
    figures: dict[str, Cell] = {"games": 3, "wagers": 2000, "winnings": 1400, "side_wagers": 500, "side_winnings": 600}
    return empty | {"accounts": "players", "currency": "DKK", "family": "montana", "fees": 0} | figures | cells


POT: Final = row(family="pot", games=2, wagers=10_000, winnings=9_505, side_wagers=0, side_winnings=0, fees=495)


def filed(
    *rows: Row,
    kind: str = "game-performance",
    period: Period = DAY,
    revision: int = 1,
    filters: Mapping[str, str] | None = None,
) -> Any:
    """Make a report and return its filed JSON."""
    made = report(rows, columns=game_performance.COLUMNS, filters=filters)
    exponents = {str(row["currency"]): 2 if row["currency"] == "DKK" else 0 for row in rows}
    envelope = replace(made.envelope, kind=kind, period=period, revision=revision, exponents=exponents)
    return json.loads(json_file.FORMAT.write(Report(envelope=envelope, table=made.table)))


def written(*rows: Row, revision: int = 1, filters: Mapping[str, str] | None = None) -> ET.Element:
    """Return the record, which fits the schema."""
    (content,) = denmark_end_of_day.write(filed(*rows, revision=revision, filters=filters), OPERATOR)
    SCHEMA.check(content)
    return ET.fromstring(content)


def told(record: ET.Element, name: str) -> list[str | None]:
    return [element.text for element in record.iter(f"{{{NAMESPACE}}}{name}")]


def test_the_figures_are_those_of_players_rows_to_the_cent() -> None:
    record = written(row(), row(family="red-dog", wagers=1, winnings=3), POT, row(accounts="test", currency="JPY"))

    assert told(record, "SpilCertifikatIdentifikation") == [LICENCE]
    assert told(record, "EndOfDayRapportDato") == ["2026-11-21"]
    assert told(record, "ValutaOplysningKode") == ["DKK"]
    assert told(record, "SpilKategoriNavn") == ["KasinospilSinglePlayer", "KasinospilMultiPlayer"]
    assert told(record, "EndOfDayRapportAntalSpil") == ["6", "2"]
    # 20.00 + 5.00 + 0.01 + 5.00; 100.00 less a rake of 4.95.
    assert told(record, "EndOfDayRapportIndskudSpil") == ["30.01", "95.05"]
    # 14.00 + 6.00 + 0.03 + 6.00.
    assert told(record, "EndOfDayRapportGevinster") == ["26.03", "95.05"]
    assert told(record, "EndOfDayRapportKommissionRake") == ["0.00", "4.95"]


def test_a_currency_without_a_minor_unit_has_no_point() -> None:
    record = written(row(currency="JPY"), filters={"currency": "JPY"})

    assert told(record, "EndOfDayRapportIndskudSpil") == ["2500"]


def test_a_revision_replaces_the_file_of_the_revision_before_it() -> None:
    first, second, third = (written(row(), revision=revision) for revision in (1, 2, 3))

    assert told(first, "SpilFilErstatningIdentifikation") == []
    assert told(second, "SpilFilErstatningIdentifikation") == told(first, "SpilFilIdentifikation")
    assert told(third, "SpilFilErstatningIdentifikation") == told(second, "SpilFilIdentifikation")
    assert told(third, "SpilFilIdentifikation") != told(second, "SpilFilIdentifikation")


def test_the_reports_of_two_currencies_are_two_files() -> None:
    one, other = written(row(), filters={"currency": "DKK"}), written(row(currency="JPY"), filters={"currency": "JPY"})

    assert told(one, "SpilFilIdentifikation") != told(other, "SpilFilIdentifikation")


def test_an_idle_day_is_a_record_of_zeros() -> None:
    record = written(filters={"currency": "DKK"})

    assert told(record, "EndOfDayRapportAntalSpil") == ["0"]
    assert told(record, "EndOfDayRapportIndskudSpil") == ["0"]


@pytest.mark.parametrize(
    ("document", "licence", "said"),
    [
        (filed(row(), kind="taxable-revenue"), LICENCE, "from the report game-performance, and not from"),
        (filed(row(), period=replace(DAY, until=date(2026, 11, 23))), LICENCE, "about one gaming day"),
        (filed(row(), filters={"game": "red-dog"}), LICENCE, "only the currency"),
        (filed(row(), row(currency="JPY")), LICENCE, "this report has DKK, JPY"),
        (filed(), LICENCE, "no rows of players: order it with --filter currency=CODE"),
        (filed(row()), "", "this one has 0"),
        (filed(row()), "x" * 46, "this one has 46"),
        (
            filed(row(wagers=999_999_999_401), POT),
            LICENCE,
            "EndOfDayRapportIndskudSpil of KasinospilSinglePlayer is 9999999999.01, and such",
        ),
        (filed(row(), {**POT, "fees": -1}), LICENCE, "KommissionRake of KasinospilMultiPlayer is -0.01, and such"),
    ],
)
def test_what_is_no_end_of_day_report_is_refused_with_the_reason(document: Any, licence: str, said: str) -> None:
    with pytest.raises(UnsuitableReport, match=said):
        list(denmark_end_of_day.write(document, Operator(licence=licence)))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (b">30.01<", b">-30.01<"),
        (b">KasinospilMultiPlayer<", b">Poker<"),
        (b">DKK<", b">DK<"),
        (b"EndOfDayRapportGevinster>", b"EndOfDayRapportGevinst>"),
        (b">30.01<", b">30.1<"),
        (b">30.01<", b">30.01000<"),
        (b">30.01<", b">030.01<"),
        (b">30.01<", b">9999999999.01<"),
        (b"Jackpot>0.00<", b"Jackpot>0.01<"),
        (b">2026-11-21<", b">2026-11-21Z<"),
        (b">6<", b">+6<"),
        (b">" + LICENCE.replace("&", "&amp;").encode() + b"<", b">  <"),
        (b"<SpilFilIdentifikation>", b"<SpilFilIdentifikation>0"),
    ],
)
def test_the_schema_refuses_what_it_should(true: bytes, false: bytes) -> None:
    (content,) = denmark_end_of_day.write(filed(row(), row(wagers=1), POT), OPERATOR)
    assert true in content

    with pytest.raises((AssertionError, ValueError)):
        SCHEMA.check(content.replace(true, false))


def test_the_largest_amount_fits_and_one_of_its_minor_units_more_does_not() -> None:
    # Side bets of 5.00 are among the stakes.
    largest = 9_999_999_999_00 - 500

    assert told(written(row(wagers=largest)), "EndOfDayRapportIndskudSpil") == ["9999999999.00"]
    with pytest.raises(UnsuitableReport, match=r"is 9999999999\.01, and such an amount is from 0 to 9,999,999,999"):
        written(row(wagers=largest + 1))
    # Without a minor unit the whole units are the same.
    yen = row(wagers=9_999_999_999 - 500, currency="JPY")
    assert told(written(yen, filters={"currency": "JPY"}), "EndOfDayRapportIndskudSpil") == ["9999999999"]


def test_the_schema_refuses_a_category_more_than_there_are() -> None:
    (content,) = denmark_end_of_day.write(filed(row(), POT), OPERATOR)
    before, after = content.decode().split("  </SpilOpgørelseListe>")
    (twice,) = re.findall("<SpilOpgørelse>(?:(?!<SpilOpgørelse>).)*MultiPlayer.*?</SpilOpgørelse>", before, re.DOTALL)

    with pytest.raises(AssertionError, match="occurs 3 times"):
        SCHEMA.check(f"{before}{twice}</SpilOpgørelseListe>{after}".encode())
