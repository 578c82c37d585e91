"""Each figure that is not the log's is found and named."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest

from tests.verifier.filings import (
    FROM,
    GAME,
    MONTANA_GAME,
    PARAMETERS,
    REVISED,
    TO,
    UNPROVED,
    Day,
    played,
    report,
)
from tests.verifier.producer import HOUR_MS, Document
from tests.verifier.proving import KINDS, Desk, code, filtered, proved, sentence, with_totals

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
    if form in ("money", "integer"):
        return 0
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
        if not document["rows"]:
            document |= {"activity": "No Activity", "currencies": [], "totals": [], "reconciliation": []}
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
    wrong["rows"][2][6] += 500
    wrong["rows"][3][5] += 500

    assert sentence(proved(day, wrong)) == (
        f"row 3 (accounts 'players', day '2026-11-21', game '{GAME}', currency 'USD'):"
        " column returned: 7000 reported, the log gives 6500"
    )


def test_a_row_of_nothing_is_left_out() -> None:
    day = played()
    wrong = report("taxable-revenue", day)
    wrong["rows"].append(["test", "2026-11-21", "red-dog-shoe", "USD", 0, 0, 0, 0, "", "", ""])

    assert "the log has no such row" in sentence(proved(day, wrong))


def test_a_row_of_liability_may_stand_for_pending_withdrawals_alone() -> None:
    day = played()
    document = report("operator-liability", day)
    # On the first day of the log nobody had anything.
    document["interval"] |= {"first": "2026-11-20", "until": "2026-11-21", "to": FROM, "from": FROM - 24 * HOUR_MS}
    # Ada 99,500, Cem 99,200 and Eve 50 in cash, Cem's 800 in play.
    document["rows"] = [
        ["players", "USD", 198_750, 800, 0, 0, 0, 199_550],
        ["test", "USD", 100_000, 0, 0, 0, 0, 100_000],
    ]
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
    wrong["parameters"]["single_play_minor_usd"] = 500
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

    assert "that day_play_minor_usd should be 3800: it is the rules', and not in the log" in proof.not_shown


def in_first_definition(told: Document) -> Document:
    """Write a report of large transactions as it was when a threshold was one number for all currencies."""
    parameters = {name.removesuffix("_usd"): value for name, value in told["parameters"].items()}
    return told | {"definition": 1, "parameters": parameters}


def test_thresholds_of_the_first_definition_are_still_judged() -> None:
    day = played()
    told = in_first_definition(report("large-transactions", day))
    wrong = in_first_definition(report("large-transactions", day)) | {"revision": 2, "revised": REVISED}
    wrong["parameters"]["single_play_minor"] += 1

    assert [code(proved(day, told)), code(proved(day, wrong))] == ["OK", "E_REPORT_FIGURE"]


def test_thresholds_of_one_definition_are_none_of_the_other() -> None:
    day = played()
    names_of_first, first = report("large-transactions", day), in_first_definition(report("large-transactions", day))
    names_of_first["parameters"] = first["parameters"]
    names_of_second = report("large-transactions", day) | {"definition": 1, "revision": 2, "revised": REVISED}

    assert [code(proved(day, names_of_first)), code(proved(day, names_of_second))] == ["E_REPORT_ENVELOPE"] * 2


def in_euros_instead(told: Document, **lower: int) -> Document:
    """Name the thresholds of euros alone, in which nobody has an account."""
    told["parameters"] = {name.replace("_usd", "_eur"): value for name, value in told["parameters"].items()} | lower
    return told


def test_a_currency_without_thresholds_of_its_own_has_the_least_of_all() -> None:
    day = played()
    told = in_euros_instead(report("large-transactions", day))
    told["parameters"] |= {name.replace("_eur", "_gbp"): value + 1_000 for name, value in told["parameters"].items()}
    wrong = in_euros_instead(report("large-transactions", day), single_play_minor_eur=500)
    wrong |= {"revision": 2, "revised": REVISED}

    assert [code(proved(day, told)), code(proved(day, wrong))] == ["OK", "E_REPORT_FIGURE"]


@pytest.mark.parametrize("left_out", ["day_play_minor_jpy", "single_payment_minor_jpy"])
def test_a_currency_with_some_thresholds_and_not_all_is_refused(left_out: str) -> None:
    day = played()
    wrong = report("large-transactions", day)
    wrong["parameters"] |= {name.replace("_usd", "_jpy"): value for name, value in wrong["parameters"].items()}
    del wrong["parameters"][left_out]

    assert code(proved(day, wrong)) == "E_REPORT_ENVELOPE"


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
    nothing |= {"revision": 2, "revised": REVISED}

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


@pytest.mark.parametrize(
    ("kind", "cells", "told"),
    [
        # 1350 left cash and did not come back, so 1351 cannot be unpaid; nor can less than nothing.
        (
            "operator-liability",
            {"unpaid_requested": 151, "liability": 209_828},
            "1351 reported, the log leaves 0 to 1350",
        ),
        ("operator-liability", {"unpaid_requested": -1, "liability": 209_676}, "the log leaves 0 to 1350"),
        ("operator-liability", {"unpaid_requested": 51}, "column liability: 209727 reported, its parts make 209728"),
        ("patron-account-summary", {"withdrawals_refused": 1}, "1 reported, the log leaves 0 to 0"),
        ("patron-account-summary", {"withdrawals_pending": 1351}, "1351 reported, the log leaves 0 to 1350"),
    ],
)
def test_what_no_log_shows_is_no_more_than_the_log_leaves_for_it(kind: str, cells: dict[str, int], told: str) -> None:
    day = played()
    document = report(kind, day)
    names = [column["name"] for column in document["columns"]]
    row = next(row for row in document["rows"] if 1350 in row or 1200 in row)
    for name, amount in cells.items():
        row[names.index(name)] = amount

    assert told in sentence(proved(day, document))


def taxed(day: Day, parameters: Document) -> Document:
    """Return the report of Friday and Saturday, as it is without a tax."""
    document = report("taxable-revenue", day)
    document["interval"] |= {"first": "2026-11-20", "from": FROM - 24 * HOUR_MS}
    document["parameters"] = dict(parameters)
    # On Friday Ada lost 500.
    document["rows"] = [
        ["players", "2026-11-20", GAME, "USD", 1, 500, 0, 500, "", "", ""],
        *(row for row in document["rows"] if row[1] and row[0] == "players"),
        *(row for row in document["rows"] if row[0] == "test"),
    ]
    document["totals"][0][4:] = [6, 5500, 9800, -4300, 0, 0, 0]
    return document


def with_tax(document: Document, *tax: int) -> Document:
    document["rows"].insert(0, ["players", "", "", "USD", "", "", "", "", *tax])
    document["totals"][0][8:] = tax
    return document


LOW_ON_SATURDAY = {
    "rate_from_2026_01_01": 1500,
    "bonus_deducted_from_2026_01_01": 0,
    "rate_from_2026_11_21": 100,
    "bonus_deducted_from_2026_11_21": 1,
}


def test_each_day_is_taxed_at_its_own_rate_and_a_loss_of_one_lessens_the_tax() -> None:
    day = played()
    # 15 % of 500 is 75; 1 % of -4800 - 777 is -55.77; 19.23 is left. Taxable are 500 - 5577.
    right = with_tax(taxed(day, LOW_ON_SATURDAY), 777, -5077, 19)

    assert code(proved(day, right)) == "OK"
    for revision, (place, wrong) in enumerate(((8, 0), (9, -4300), (10, 20), (10, 75)), start=2):
        document = copy.deepcopy(right) | {"revision": revision, "revised": REVISED}
        document["rows"][0][place] = document["totals"][0][place] = wrong
        assert code(proved(day, document)) == "E_REPORT_FIGURE", place


def test_tax_is_rounded_up_from_half_a_cent() -> None:
    day = played()
    document = taxed(day, {"rate_from_2026_11_20": 1050, "bonus_deducted_from_2026_11_20": 0})
    document["interval"] |= {"until": "2026-11-21", "to": FROM}
    document |= {"rows": document["rows"][:1], "totals": [["players", "", "", "USD", 1, 500, 0, 500, 0, 500, 53]]}
    document["rows"].insert(0, ["players", "", "", "USD", "", "", "", "", 0, 500, 53])

    # 52.5.
    assert code(proved(day, document)) == "OK"


def test_days_before_the_first_rate_are_not_taxed_and_without_rates_there_is_no_row() -> None:
    day = played()
    # 19.75 % of nothing but Saturday's loss.
    late = {"rate_from_2026_11_21": 1975, "bonus_deducted_from_2026_11_21": 0}

    assert code(proved(day, with_tax(taxed(day, late), 0, -4800, 0))) == "OK"
    without = taxed(day, {}) | {"revision": 2, "revised": REVISED}
    assert code(proved(day, without)) == "OK"
    false = with_tax(copy.deepcopy(without), 0, -4300, 0) | {"revision": 3}
    assert "the log has no such row" in sentence(proved(day, false))


def test_a_tax_that_is_left_out_is_missed() -> None:
    day = played()
    assert "this row is missing here" in sentence(proved(day, taxed(day, LOW_ON_SATURDAY)))


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ({"rate_from_2026_02_31": 1500, "bonus_deducted_from_2026_02_31": 0}, "a day that no calendar has"),
        ({"rate_from_2026_13_01": 1500, "bonus_deducted_from_2026_13_01": 0}, "a day that no calendar has"),
        ({"rate_from_0000_01_01": 1500, "bonus_deducted_from_0000_01_01": 0}, "a day that no calendar has"),
        ({"rate_from_2026_01_01": 10_001, "bonus_deducted_from_2026_01_01": 0}, "is 10001, not 0 to 10000"),
        ({"rate_from_2026_01_01": 1500, "bonus_deducted_from_2026_01_01": 2}, "is 2, not 0 to 1"),
        ({"rate_from_2026_01_01": 1500}, "stand together"),
        ({"bonus_deducted_from_2026_01_01": 1}, "stand together"),
        ({"rate_from_2026_1_1": 1500, "bonus_deducted_from_2026_1_1": 0}, "not those of this report"),
        ({"rate": 1500}, "not those of this report"),
    ],
)
def test_rates_and_days_that_cannot_be_are_refused(parameters: dict[str, int], told: str) -> None:
    day = played()
    document = report("taxable-revenue", day) | {"parameters": parameters}

    proof = proved(day, document)

    assert code(proof) == "E_REPORT_ENVELOPE"
    assert told in sentence(proof)


def first_definition(day: Day) -> Document:
    """Return the report as it was filed before it had a tax."""
    document = report("taxable-revenue", day)
    document |= {"definition": 1, "parameters": {}, "columns": document["columns"][:-3]}
    document["rows"] = [row[:-3] for row in document["rows"] if row[1]]
    document["totals"] = [total[:-3] for total in document["totals"]]
    return document


def test_what_was_filed_in_the_first_definition_is_judged_as_it_was() -> None:
    day = played()
    old = first_definition(day)

    assert code(proved(day, old)) == "OK"
    for number, place in enumerate((4, 5, 6, 7), start=2):
        wrong = copy.deepcopy(old) | {"revision": number, "revised": REVISED}
        wrong["rows"][0][place] += 1
        assert "the log gives" in sentence(proved(day, wrong))
    with_rates = copy.deepcopy(old) | {"revision": 6, "revised": REVISED, "parameters": dict(LOW_ON_SATURDAY)}
    assert code(proved(day, with_rates)) == "E_REPORT_ENVELOPE"


def test_one_definition_in_the_columns_of_the_other_is_refused() -> None:
    day = played()
    new = report("taxable-revenue", day) | {"definition": 1, "parameters": {}}
    old = first_definition(day) | {"definition": 2, "revision": 2, "revised": REVISED}

    assert [code(proved(day, document)) for document in (new, old)] == ["E_REPORT_FORM"] * 2


SIX_HOURS = 6 * HOUR_MS


def untaxed(day: Day, *rows: list[object]) -> Document:
    """Return a report of these rows, in which nothing is taxed."""
    document = report("taxable-revenue", day) | {"parameters": {}, "rows": [[*row, "", "", ""] for row in rows]}
    return with_totals(document)


def test_what_happens_before_the_hour_belongs_to_the_day_before() -> None:
    day = played()
    # All of Saturday's first seconds is Friday's, after Ada's loss of 500 on Friday: 500 + 3000 staked, 6500 back.
    document = untaxed(
        day,
        ["players", "2026-11-20", MONTANA_GAME, "USD", 2, 2000, 3300, -1300],
        ["players", "2026-11-20", GAME, "USD", 4, 3500, 6500, -3000],
        ["test", "2026-11-20", GAME, "USD", 1, 800, 800, 0],
    )
    document["interval"] |= {"first": "2026-11-20", "until": "2026-11-21", "starts": "06:00"}
    document["interval"] |= {"from": FROM - 24 * HOUR_MS + SIX_HOURS, "to": FROM + SIX_HOURS}

    assert code(proved(day, document)) == "OK"
    wrong = copy.deepcopy(document) | {"revision": 2, "revised": REVISED}
    wrong["rows"][1][1] = "2026-11-21"
    assert code(proved(day, wrong)) == "E_REPORT_FIGURE"


def test_the_day_before_a_change_lasts_until_the_new_hour() -> None:
    day = played()
    document = untaxed(
        day,
        ["players", "2026-11-20", MONTANA_GAME, "USD", 2, 2000, 3300, -1300],
        ["players", "2026-11-20", GAME, "USD", 4, 3500, 6500, -3000],
        ["test", "2026-11-20", GAME, "USD", 1, 800, 800, 0],
        # Ben's 900 at midnight of Sunday are Saturday's, which begins at six.
        ["test", "2026-11-21", GAME, "USD", 1, 900, 0, 900],
    )
    document["interval"] |= {"first": "2026-11-20", "until": "2026-11-22", "starts": "00:00, from 2026-11-21 06:00"}
    document["interval"] |= {"from": FROM - 24 * HOUR_MS, "to": TO + SIX_HOURS}
    document["generated_at"] = day.log.now = TO + 7 * HOUR_MS

    assert code(proved(day, document)) == "OK"


def test_a_large_day_ends_with_its_own_hour() -> None:
    day = played()
    document = report("large-transactions", day)
    document["interval"] |= {"first": "2026-11-20", "until": "2026-11-21", "starts": "06:00"}
    document["interval"] |= {"from": FROM - 24 * HOUR_MS + SIX_HOURS, "to": FROM + SIX_HOURS}
    # Ada's 500 of the evening before count with the 3800, and her last withdrawal comes later: 1250 is too little.
    document["rows"] = [row for row in document["rows"] if row[4] != "day-withdrawals"]
    for row in document["rows"]:
        if row[0] == TO - 1:
            row[0], row[6] = FROM + SIX_HOURS - 1, "2026-11-20"
            row[7] = {"day-wagers": 4300, "day-deposits": 5000}[row[4]]

    assert code(proved(day, document)) == "OK"
    document["rows"][-1][0] -= SIX_HOURS
    assert code(proved(day, document | {"revision": 2, "revised": REVISED})) == "E_REPORT_FIGURE"
