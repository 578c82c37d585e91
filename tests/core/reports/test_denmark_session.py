"""The Danish session record: it fits our schema of what was read, and its figures are those of the end of day report."""

from __future__ import annotations

import json
import tracemalloc
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import date, time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from reports.catalogue import game_performance, session_games
from reports.core.day_zone import DayZone
from reports.core.definition import Report
from reports.core.period import Period
from reports.formats import REGULATOR_FORMATS_BY_NAME, denmark_end_of_day, denmark_session, json_file
from reports.formats.denmark_file import NAMESPACE
from reports.formats.regulator_format import Operator, UnsuitableReport
from tests.core.report_cases import report
from tests.core.reports.xml_schema import Schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from reports.core.table import Cell, Column, Row

OPERATOR: Final = Operator(licence="Example-A/S & Co", website="https://play.example/da", generator="RNG-7")
SCHEMA: Final = Schema(Path(denmark_session.__file__).with_suffix(".xsd"))
DAY: Final = Period(date(2026, 11, 21), date(2026, 11, 22), DayZone("Europe/Copenhagen"))
HOUSE: Final = REGULATOR_FORMATS_BY_NAME["denmark-session-xml"]
POT: Final = REGULATOR_FORMATS_BY_NAME["denmark-multiplayer-session-xml"]
ADA, BEA = "ada" + 29 * "0", "bea" + 29 * "0"
MORNING, EVENING = "1" * 64, "e" * 64
SHARED: Final = ("games", "wagers", "winnings", "side_wagers", "side_winnings", "voided", "voided_amount", "fees")


def row(**cells: Cell) -> Row:
    """Describe a session in a game: 3 rounds from 13:00 to 13:20, 20.00 and 5.00 staked, 14.00 and 6.00 returned."""
    usual: dict[str, Cell] = {
        "accounts": "players",
        "account": ADA,
        "reference": MORNING,
        "game": "red-dog-2-decks",
        "version": 1,
        "family": "red-dog",
        "currency": "DKK",
        "first_stake": DAY.start_ms + 13 * 3_600_000,
        "last_end": DAY.start_ms + 13 * 3_600_000 + 1_200_000,
        "games": 3,
        "wagers": 2_000,
        "winnings": 1_400,
        "side_wagers": 500,
        "side_winnings": 600,
        "voided": 0,
        "voided_amount": 0,
        "fees": 0,
    }
    return usual | cells


AROUND_A_POT: Final = row(
    game="pot", family="pot", games=2, wagers=10_000, winnings=9_505, side_wagers=0, side_winnings=0, fees=495
)


def filed(
    *rows: Row,
    kind: str = "session-games",
    columns: tuple[Column, ...] = session_games.DEFINITION.columns,
    period: Period = DAY,
    revision: int = 1,
    filters: Mapping[str, str] | None = None,
) -> Any:
    """Make a report and return its filed JSON."""
    made = report(rows, columns=columns, filters=filters)
    exponents = {str(row["currency"]): 2 if row["currency"] == "DKK" else 0 for row in rows}
    envelope = replace(made.envelope, kind=kind, period=period, revision=revision, exponents=exponents)
    return json.loads(json_file.FORMAT.write(Report(envelope=envelope, table=made.table)))


def written(document: Any, replaced: Any = None, *, into: Any = HOUSE, operator: Operator = OPERATOR) -> ET.Element:
    """Return the record, which fits the schema."""
    content = b"".join(into.write(document, operator, replaced))
    SCHEMA.check(content)
    return ET.fromstring(content)


def told(record: ET.Element, name: str) -> list[str | None]:
    return [element.text for element in record.iter(f"{{{NAMESPACE}}}{name}") if not len(element)]


def sessions(record: ET.Element) -> list[ET.Element]:
    return list(record.iter(f"{{{NAMESPACE}}}KasinospilSession"))


def test_a_session_in_a_game_is_one_record() -> None:
    (record,) = sessions(written(filed(row())))

    (transaction,) = told(record, "SpilTransaktionIdentifikation")
    leaves = [element for element in record.iter() if not len(element)]
    assert [(element.tag.removeprefix(f"{{{NAMESPACE}}}"), element.text) for element in leaves] == [
        ("SpilProduktNavn", "red-dog-2-decks"),
        ("SpilProduktÅbentNetværk", "0"),
        ("SpillerInformationIdentifikation", ADA),
        ("SpilTransaktionIdentifikation", transaction),
        # Midnight in Copenhagen is 23:00 of the day before.
        ("SpilKøbDatoTid", "2026-11-21T12:00:00.000Z"),
        ("SpilFaktiskSlutDatoTid", "2026-11-21T12:20:00.000Z"),
        ("SpilSalgskanal", "Internet"),
        ("KasinospilKategori", "andet"),
        ("KasinospilIndskudSpil", "25.00"),
        ("KasinospilGevinstSpil", "20.00"),
        ("KasinospilAntalTræk", "3"),
        ("ValutaOplysningKode", "DKK"),
        ("SpilHjemmeside", "https://play.example/da"),
        ("TilfældighedGeneratorIdentifikation", "RNG-7"),
        ("TilfældighedGeneratorSoftwareId", "red-dog-2-decks-1"),
        ("JackpotListe", None),
    ]


def test_versions_of_a_game_are_one_record_with_two_generators() -> None:
    later = row(version=2, first_stake=DAY.start_ms - 1, last_end=DAY.end_ms - 1, games=1, wagers=1, winnings=3)

    record = written(filed(row(), later, row(reference=EVENING), row(account=BEA)))

    assert len(sessions(record)) == 3
    first = sessions(record)[0]
    assert told(first, "TilfældighedGeneratorSoftwareId") == ["red-dog-2-decks-1", "red-dog-2-decks-2"]
    assert told(first, "SpilKøbDatoTid") == ["2026-11-20T22:59:59.999Z"]
    assert told(first, "SpilFaktiskSlutDatoTid") == ["2026-11-21T22:59:59.999Z"]
    # 20.00 + 5.00 + 0.01 + 5.00; 14.00 + 6.00 + 0.03 + 6.00.
    assert (told(first, "KasinospilIndskudSpil"), told(first, "KasinospilGevinstSpil")) == (["30.01"], ["26.03"])
    assert told(first, "KasinospilAntalTræk") == ["4"]


def test_test_accounts_and_sessions_with_voids_alone_are_left_out() -> None:
    alone: dict[str, Cell] = dict.fromkeys(SHARED, 0)
    voided = row(**alone | {"reference": EVENING, "voided": 1, "voided_amount": 700})

    record = written(filed(row(), voided, row(account=BEA, accounts="test")))

    assert told(record, "SpillerInformationIdentifikation") == [ADA]


def test_a_file_has_the_games_of_one_category_and_both_add_up_to_the_end_of_day() -> None:
    rows = (row(), row(game="montana-red-dog", family="montana", wagers=1), row(reference=EVENING), AROUND_A_POT)
    house, pot = written(filed(*rows)), written(filed(*rows), into=POT)
    shown = [column for column in game_performance.COLUMNS if column.quotient is None]
    of_games = [
        {**dict.fromkeys(column.name for column in shown), **{n: each[n] for n in each if n in {c.name for c in shown}}}
        for each in rows
    ]
    (content,) = denmark_end_of_day.write(
        filed(*of_games, kind="game-performance", columns=game_performance.COLUMNS), Operator(licence="x")
    )
    day = ET.fromstring(content)

    assert told(house, "SpilKategoriNavn") + told(pot, "SpilKategoriNavn") == told(day, "SpilKategoriNavn")
    for of_session, of_day in (
        ("KasinospilAntalTræk", "EndOfDayRapportAntalSpil"),
        ("KasinospilIndskudSpil", "EndOfDayRapportIndskudSpil"),
        ("KasinospilGevinstSpil", "EndOfDayRapportGevinster"),
    ):
        sums = [sum(float(text or "") for text in told(file, of_session)) for file in (house, pot)]
        assert sums == pytest.approx([float(text or "") for text in told(day, of_day)])
    assert (told(house, "KasinospilKommission"), told(pot, "KasinospilKommission")) == ([], ["4.95"])
    assert told(house, "SpilFilIdentifikation") != told(pot, "SpilFilIdentifikation")


def test_a_revision_cancels_what_the_one_before_told_and_tells_all_anew() -> None:
    before, after = filed(row(), row(reference=EVENING)), filed(row(wagers=2_700), row(account=BEA), revision=2)

    first, second = written(before), written(after, before)

    ids = told(second, "SpilTransaktionIdentifikation")
    assert ids[:2] == told(first, "SpilTransaktionIdentifikation")
    assert len(set(ids)) == 4
    cancelled = [told(record, "SpilAnnullering") for record in sessions(second)]
    assert cancelled == [["1"], ["1"], [], []]
    assert told(sessions(second)[0], "SpilAnnulleringDatoTid") == ["2026-11-22T05:01:00.000Z"]
    # 25.00 is taken back, and 32.00 told.
    assert told(second, "KasinospilIndskudSpil") == ["25.00", "25.00", "32.00", "25.00"]
    assert told(second, "SpilFilErstatningIdentifikation") == []


def test_days_of_one_date_that_begin_otherwise_share_no_id() -> None:
    later = replace(DAY, zone=DayZone("Europe/Copenhagen", time(6)))
    at_midnight, at_six = (written(filed(row(), period=period)) for period in (DAY, later))

    for name in ("SpilFilIdentifikation", "SpilTransaktionIdentifikation"):
        assert told(at_midnight, name) != told(at_six, name)


def test_a_revision_by_a_zone_with_the_same_instants_cancels_the_one_before() -> None:
    # The log counts both as one report.
    there = replace(DAY, zone=DayZone("Europe/Oslo"))
    before, after = filed(row()), filed(row(), period=there, revision=2)

    assert told(written(after, before), "SpilTransaktionIdentifikation")[:1] == told(
        written(before), "SpilTransaktionIdentifikation"
    )


def test_a_revision_without_sessions_cancels_alone() -> None:
    record = written(filed(revision=2), filed(row()))

    assert told(record, "SpilAnnullering") == ["1"]


def test_rounds_that_name_no_session_have_a_record_and_each_currency_its_places() -> None:
    record = written(filed(row(reference=None, currency="JPY")))

    assert told(record, "KasinospilIndskudSpil") == ["2500"]
    assert told(record, "ValutaOplysningKode") == ["JPY"]


@pytest.mark.parametrize(
    ("document", "replaced", "operator", "said"),
    [
        (filed(row(), kind="player-sessions"), None, OPERATOR, "from the report session-games, and not from"),
        (filed(row(), period=replace(DAY, until=date(2026, 11, 23))), None, OPERATOR, "about one gaming day"),
        (filed(row(), filters={"game": "red-dog-2-decks"}), None, OPERATOR, "only the currency"),
        (filed(AROUND_A_POT), None, OPERATOR, "KasinospilSinglePlayer was settled, and no record is due"),
        (filed(), None, OPERATOR, "no record is due"),
        (filed(row(), revision=2), None, OPERATOR, "cancels revision 1, and not 0"),
        (filed(row(), revision=3), filed(row()), OPERATOR, "cancels revision 2, and not 1"),
        (filed(row(), revision=2), filed(row(), filters={"currency": "DKK"}), OPERATOR, "and not another report"),
        (filed(row()), None, OPERATOR._replace(licence=""), "A licence has 1 to 45 characters; this one has 0"),
        (filed(row()), None, OPERATOR._replace(website=101 * "x"), "a site has 1 to 100 characters; this one has 101"),
        (filed(row()), None, OPERATOR._replace(generator=""), "random number generator has 1 to 45 characters"),
        (filed(row()), None, OPERATOR._replace(licence="AB\x01C"), "A licence must be printable text"),
        (filed(row()), None, OPERATOR._replace(generator="   "), "generator must be printable text"),
        (filed(row()), None, OPERATOR._replace(website="https://a.example\n"), "begins with https:// or http://"),
        (filed(row()), None, OPERATOR._replace(website="play.example"), "begins with https:// or http://"),
    ],
)
def test_what_is_no_session_record_is_refused_with_the_reason(
    document: Any, replaced: Any, operator: Operator, said: str
) -> None:
    with pytest.raises(UnsuitableReport, match=said):
        list(HOUSE.write(document, operator, replaced))


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("12:00:00.000Z", "13:00:00.000+01:00"),
        (">andet<", ">red-dog<"),
        (">Internet<", ">Telefon<"),
        (">3</KasinospilAntalTræk>", ">0</KasinospilAntalTræk>"),
        ("<JackpotListe />", ""),
        (">25.00<", ">-25.00<"),
        (">25.00<", ">25.0<"),
        (">25.00<", ">25.00000<"),
        (">25.00<", ">9999999999.01<"),
        (">3</KasinospilAntalTræk>", ">03</KasinospilAntalTræk>"),
        (">Internet<", ">Mobil<"),
        (">andet<", ">poker<"),
        (">0</SpilProduktÅbentNetværk>", ">1</SpilProduktÅbentNetværk>"),
        (f">{ADA}<", f">{ADA}0<"),
        ("<SpilTransaktionIdentifikation>", "<SpilTransaktionIdentifikation>x"),
        ("<SpilFilIdentifikation>", "<SpilFilIdentifikation>x"),
        (">https://", ">ftp://"),
        (">red-dog-2-decks-1<", ">red-dog-2-decks-<"),
        (">RNG-7<", "> <"),
    ],
)
def test_the_schema_refuses_what_it_should(true: str, false: str) -> None:
    content = b"".join(HOUSE.write(filed(row()), OPERATOR)).decode()
    assert true in content

    with pytest.raises((AssertionError, ValueError)):
        SCHEMA.check(content.replace(true, false).encode())


def test_the_schema_refuses_a_cancellation_that_is_none() -> None:
    content = b"".join(HOUSE.write(filed(row(), revision=2), OPERATOR, filed(row()))).decode()
    SCHEMA.check(content.encode())

    with pytest.raises(AssertionError):
        SCHEMA.check(content.replace(">1</SpilAnnullering>", ">0</SpilAnnullering>").encode())


def test_an_amount_that_the_record_does_not_have_is_refused_with_its_row() -> None:
    # Side bets of 5.00 are among the stakes.
    largest = 9_999_999_999_00 - 500
    fits, too_large = row(wagers=largest), row(account=BEA, reference=EVENING, wagers=largest + 1)

    assert told(written(filed(fits)), "KasinospilIndskudSpil") == ["9999999999.00"]
    said = (
        f"KasinospilIndskudSpil of account {BEA}, session {EVENING}, game red-dog-2-decks is 9999999999.01,"
        " and such an amount is from 0 to 9,999,999,999"
    )
    with pytest.raises(UnsuitableReport, match=said):
        list(HOUSE.write(filed(fits, too_large), OPERATOR))


def test_a_session_ends_with_the_void_of_its_last_round() -> None:
    # Until then a round of it was open; it is no draw.
    later = DAY.start_ms + 14 * 3_600_000
    record = written(filed(row(voided=1, voided_amount=700, last_end=later)))

    assert told(record, "SpilFaktiskSlutDatoTid") == ["2026-11-21T13:00:00.000Z"]
    assert told(record, "KasinospilAntalTræk") == ["3"]


def test_a_day_of_many_sessions_is_not_in_memory() -> None:
    document = filed(row())
    (told_once,) = document["rows"]
    account = [column["name"] for column in document["columns"]].index("account")

    def many(count: int) -> Iterator[list[Any]]:
        return ([*told_once[:account], f"{number:032x}", *told_once[account + 1 :]] for number in range(count))

    tracemalloc.start()
    try:
        size = sum(map(len, HOUSE.write(document | {"rows": many(2_000)}, OPERATOR)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert size > 2_000_000
    # A tree of all sessions has several times the length of the file.
    assert peak < size


def test_a_session_in_two_versions_of_a_game_stays_one_beside_another_game() -> None:
    rows = (row(), row(version=2), row(game="yablon"), row(account=BEA))
    assert told(written(filed(*rows)), "KasinospilAntalTræk") == ["6", "3", "3"]
