"""An envelope says what its filing says, and agrees with itself and with the log."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest

from tests.verifier.filings import (
    FROM,
    GAME,
    TO,
    as_json,
    columns_of,
    played,
    report,
)
from tests.verifier.proving import code, proved, sentence
from verifier.filed.json_file import read
from verifier.verdict import Fault

if TYPE_CHECKING:
    from tests.verifier.producer import Document


@pytest.mark.parametrize(
    ("field", "value"),
    [("def", 1), ("from", FROM - 1), ("to", TO - 1), ("size", 5), ("gen", TO + 1), ("filters", {"game": "x"})],
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
                "starts": "00:00",
                "from": FROM,
                "to": TO,
            }
        },
        {
            "interval": {
                "first": "2026-11-21",
                "until": "2026-11-22",
                "zone": "Europe/Paris",
                "starts": "00:00",
                "from": FROM,
                "to": TO,
            }
        },
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
        {"v": "rdf-report/4"},
        # The version before has no hours.
        {"v": "rdf-report/2"},
        {"v": "rdf-report/1"},
        {"revised": {"reason": "late-entries", "rows_added": 1, "rows_removed": 0}},
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


@pytest.mark.parametrize(
    "revised",
    [
        {},
        {"reason": "late-entries", "rows_added": 1},
        {"reason": "a whim", "rows_added": 1, "rows_removed": 0},
        {"reason": "late-entries", "rows_added": -1, "rows_removed": 0},
    ],
)
def test_a_revision_says_why_and_how_many_rows_changed(revised: Document) -> None:
    document = report("taxable-revenue", played()) | {"revision": 2, "revised": revised}

    with pytest.raises(Fault) as refused:
        read(as_json(document))
    assert refused.value.code == "E_REPORT_FORM"


def test_a_revision_of_the_version_before_says_nothing_of_what_it_changed() -> None:
    day = played()
    document = report("taxable-revenue", day) | {"v": "rdf-report/1"}
    del document["revised"], document["interval"]["starts"]

    assert code(proved(day, document)) == "OK"


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


def test_a_report_of_the_version_before_has_days_from_midnight_on() -> None:
    day = played()
    document = report("taxable-revenue", day) | {"v": "rdf-report/2"}
    del document["interval"]["starts"]

    assert code(proved(day, document)) == "OK"
    later = copy.deepcopy(document)
    later["interval"]["from"] -= 3_600_000
    later["interval"]["to"] -= 3_600_000
    assert code(proved(day, later)) == "E_REPORT_ENVELOPE"


@pytest.mark.parametrize(
    "starts",
    [
        "",
        "24:00",
        "6:00",
        "06:60",
        "00:00 ",
        "00:00, from 2026-11-22",
        "00:00, from 2026-11-31 06:00",
        "00:00, from 2026-W47-7 06:00",
        # The day that is named is the interval's first, or after its end.
        "00:00, from 2026-11-21 06:00",
        "00:00, from 2026-11-23 06:00",
        # It is no change, or they are out of order.
        "00:00, from 2026-11-22 00:00",
        "00:00, from 2026-11-22 06:00, from 2026-11-22 07:00",
    ],
)
def test_hours_that_no_gaming_days_have_are_refused(starts: str) -> None:
    day = played()
    document = report("taxable-revenue", day)
    document["interval"]["starts"] = starts

    assert code(proved(day, document)) == "E_REPORT_FORM"


@pytest.mark.parametrize("starts", ["00:01", "06:00", "23:59", "00:00, from 2026-11-22 06:00"])
def test_an_interval_begins_and_ends_at_its_hours(starts: str) -> None:
    day = played()
    document = report("taxable-revenue", day)
    document["interval"]["starts"] = starts

    assert "do not begin and end so on the wall" in sentence(proved(day, document))
