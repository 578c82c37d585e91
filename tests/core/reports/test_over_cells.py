"""Reports added over cells: by whatever order and grouping, the same sums, and nothing that means nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given, strategies as st

from reports.catalogue import CATALOGUE, taxable_revenue
from reports.core.cell_report import CellReport, read_cell_report
from reports.core.day_zone import DayZone
from reports.core.definition import AddedOverCells, Definition, NotAddable, Page, Reconciliation
from reports.core.over_cells import CELL, add_reports, add_rows
from reports.core.period import Period
from reports.core.reported_log import LogOfCell, ParentLog
from reports.core.table import PLAYERS, TEST, Row, Type
from reports.formats import BY_NAME
from responsible_gaming.core.tax_rules import RevenueTax, TaxRate
from tests.core import report_cases
from tests.core.report_cases import COLUMNS, row
from tests.world import DEMO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.core.definition import Report
    from responsible_gaming.core.jurisdiction import Jurisdiction

DEFINITION: Final = Definition(
    kind="games-by-day",
    title="Games by day",
    version=3,
    regulation="a test",
    # Of a game that is offered since two instants, the earlier one is told.
    columns=tuple(replace(one, earliest=True) if one.name == "since" else one for one in COLUMNS),
    read_page=lambda _, __: Page([]),
    over_cells=AddedOverCells(),
)
LISTED: Final = replace(DEFINITION, over_cells=None)
PROFILE: Final = replace(DEMO, name="new-jersey")

amounts = st.none() | st.integers(-(10**9), 10**9)
rows = st.lists(
    st.builds(
        row,
        accounts=st.sampled_from([PLAYERS, TEST]),
        day=st.sampled_from(["2026-11-21", "2026-11-22"]),
        game=st.sampled_from(["red-dog", "montana-red-dog"]),
        currency=st.sampled_from(["USD", "JPY"]),
        since=st.none() | st.integers(0, 9),
        games=amounts,
        wagers=st.integers(0, 10**9),
        winnings=st.integers(0, 10**9),
    ),
    max_size=8,
)


def of_one_cell(found: Sequence[Row]) -> list[Row]:
    """Return rows as one cell has them: no two are about the same."""
    return add_rows(DEFINITION.columns, found)


def report_of(number: int, found: Sequence[Row], **changed: Any) -> CellReport:
    """Return the report of a cell, read back from the JSON file that it files."""
    filed = report_cases.report(
        found,
        columns=changed.pop("columns", DEFINITION.columns),
        reconciled=changed.pop("reconciled", [Reconciliation("Stakes", "players", "USD", 1250 * number, 1250)]),
        parameters=changed.pop("parameters", {}),
    )
    document = json.loads(BY_NAME["json"].write(filed))
    document |= {"kind": DEFINITION.kind, "profile": PROFILE.name, **changed}
    log = LogOfCell(
        origin=f"casino.example/log/{number}",
        size=100,
        revision=1,
        sha256="0" * 64,
        checkpoint_size=120,
        checkpoint_root="",
    )
    computed = frozenset(column.name for column in COLUMNS if column.quotient)
    return read_cell_report(document, log, lambda: document["rows"], computed)


def added(*cells: Sequence[Row], definition: Definition = DEFINITION) -> Report:
    return add_all(*(report_of(number, found) for number, found in enumerate(cells, 1)), definition=definition)


def add_all(*reports: CellReport, definition: Definition = DEFINITION, profile: Jurisdiction = PROFILE) -> Report:
    return add_reports(definition, reports, parent=None, jurisdiction=profile, software="0")


def named(report: Report) -> list[dict[str, Any]]:
    names = [column.name for column in report.table.columns]
    return [dict(zip(names, cells, strict=True)) for cells in report.table.rows]


@given(rows, rows, rows)
def test_adding_is_associative_and_commutative(one: list[Row], two: list[Row], three: list[Row]) -> None:
    columns = DEFINITION.columns
    whole = add_rows(columns, [*one, *two, *three])

    assert add_rows(columns, [*add_rows(columns, [*one, *two]), *three]) == whole
    assert add_rows(columns, [*one, *add_rows(columns, [*two, *three])]) == whole
    assert add_rows(columns, [*three, *one, *two]) == whole


@given(rows)
def test_the_report_over_one_cell_is_that_cells(found: list[Row]) -> None:
    own = report_cases.report(of_one_cell(found), columns=DEFINITION.columns)
    over = added(of_one_cell(found))

    assert tuple(over.table.rows) == tuple(own.table.rows)
    assert over.table.totals == own.table.totals


@given(st.lists(rows.map(of_one_cell), min_size=1, max_size=4))
def test_the_sums_of_cells_come_to_the_total_and_nothing_is_added_over_currencies_or_accounts(
    cells: list[list[Row]],
) -> None:
    over = added(*cells)

    differ = [line for line in over.envelope.reconciliations if line.reported != line.ledger and line.what != "Stakes"]
    assert differ == []
    for accounts in (PLAYERS, TEST):
        for currency in ("USD", "JPY"):
            mine = [each for each in named(over) if (each["accounts"], each["currency"]) == (accounts, currency)]
            theirs = [
                each
                for found in cells
                for each in found
                if (each["accounts"], each["currency"]) == (accounts, currency)
            ]
            for name in ("games", "wagers", "winnings"):
                assert sum(each[name] or 0 for each in mine) == sum(int(each[name] or 0) for each in theirs)


def test_a_ratio_is_of_the_sums_an_earliest_instant_the_earliest_and_an_empty_cell_adds_nothing() -> None:
    (over,) = named(
        added(
            [{**row(since=7, wagers=100, winnings=90), "games": None}],
            [row(since=5, games=3, wagers=300, winnings=310)],
        )
    )

    assert (over["since"], over["games"], over["wagers"], over["rtp"]) == (5, 3, 400, "1.000000")


def test_rows_that_differ_in_a_label_stay_apart() -> None:
    over = named(added([row(), row(currency="JPY")], [row(game="other"), row(day="2026-11-22"), row(accounts=TEST)]))

    assert len(over) == 5
    assert {each["wagers"] for each in over} == {1250}


def test_where_a_sum_would_mean_nothing_the_rows_are_listed_each_with_its_cell() -> None:
    over = added([row()], [row()], definition=LISTED)

    assert over.table.columns[0] == CELL
    assert [each["cell"] for each in named(over)] == ["casino.example/log/1", "casino.example/log/2"]
    assert [each["wagers"] for each in named(over)] == [1250, 1250]
    assert over.table.totals[0][0] == "Total"


def test_the_comparisons_of_the_cells_are_added_on_both_sides() -> None:
    (stakes, *_) = added([row()], [row()], [row()]).envelope.reconciliations

    assert stakes == Reconciliation("Stakes", "players", "USD", 1250 * 6, 1250 * 3)


def test_the_order_of_cells_changes_no_byte() -> None:
    one, two = report_of(1, [row()]), report_of(2, [row(game="other")])

    assert BY_NAME["json"].write(add_all(one, two)) == BY_NAME["json"].write(add_all(two, one))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"kind": "voids"}, "is not games-by-day, version 3"),
        ({"definition": 2}, "is not games-by-day, version 3"),
        ({"columns": [*COLUMNS[:-1]]}, "is not games-by-day, version 3"),
        ({"profile": "malta"}, "is not by the profile new-jersey"),
        ({"parameters": {"rate": 3}}, "is not by the profile new-jersey"),
        ({"operator": "Another Casino"}, "differ in operator, gaming days or filters"),
        ({"filters": {"game": "red-dog"}}, "differ in operator, gaming days or filters"),
    ],
)
def test_reports_of_another_kind_profile_or_operator_are_not_added(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(NotAddable, match=told):
        add_all(report_of(1, [row()]), report_of(2, [row()], **changed))


def test_a_cell_counts_once() -> None:
    with pytest.raises(NotAddable, match="count twice"):
        add_all(report_of(1, [row()]), report_of(1, [row()]))
    with pytest.raises(NotAddable, match="no report"):
        add_all()


def test_gaming_days_that_begin_at_another_hour_are_not_added() -> None:
    one, two = report_of(1, [row()]), report_of(2, [row()])
    later = replace(two, period=replace(two.period, until=date(2026, 12, 1)))

    with pytest.raises(NotAddable, match="gaming days"):
        add_all(one, later)


def test_a_currency_has_the_same_decimal_places_in_all_cells() -> None:
    one, two = report_of(1, [row()]), report_of(2, [row()])

    with pytest.raises(NotAddable, match="USD"):
        add_all(one, replace(two, exponents={"USD": 3}))


def test_the_files_name_each_log_its_checkpoint_and_the_parents_entry() -> None:
    reports = [report_of(number, [row()]) for number in (1, 2)]
    covered = [replace(each, log=replace(each.log, parent_index=at)) for at, each in enumerate(reports, 7)]
    parent = ParentLog(origin="casino.example/log/parent", size=9, root="AAAA")
    over = add_reports(DEFINITION, covered, parent=parent, jurisdiction=PROFILE, software="0")

    document = json.loads(BY_NAME["json"].write(over))
    assert document["v"] == "rdf-report-over-cells/1"
    assert "log" not in document
    assert document["parent"] == {"origin": "casino.example/log/parent", "root": "AAAA", "size": 9}
    assert [each["parent_index"] for each in document["logs"]] == [7, 8]
    lines = BY_NAME["csv"].write(over).decode().split("\r\n")
    assert {"logs.2.origin,casino.example/log/2", "logs.2.checkpoint.size,120", "parent.size,9"} <= set(lines)
    assert json.loads(BY_NAME["json"].write(add_all(*reports)))["parent"] == {}


@pytest.mark.parametrize("definition", [each for each in CATALOGUE if each.over_cells], ids=lambda each: each.kind)
def test_what_is_added_is_told_apart_by_accounts_and_currency_and_is_of_no_account(definition: Definition) -> None:
    labels = {column.name for column in definition.columns if column.is_label}

    assert {"accounts", "currency"} <= labels
    assert "account" not in labels, "an account is in one cell: its rows are listed"


def test_amounts_without_a_sum_cannot_be_added() -> None:
    kept = [replace(one, summed=False) if one.type is Type.MONEY else one for one in COLUMNS]

    with pytest.raises(AssertionError, match="cannot be added over cells"):
        replace(DEFINITION, columns=tuple(kept))


# --- Tax ------------------------------------------------------------------------------------------------------

TAXED: Final = taxable_revenue.DEFINITION


def taxed(rates: RevenueTax, *taxable: int) -> Report:
    """Add the rows of tax of cells with so much that is taxable."""
    profile = replace(PROFILE, revenue_tax=rates)
    reports = []
    for number, minor in enumerate(taxable, 1):
        empty = dict.fromkeys(("day", "game", "games", "handle", "returned", "ggr"))
        rate = rates.rates[-1].basis_points
        own = {
            "accounts": PLAYERS,
            "currency": "USD",
            **empty,
            "deductions": 0,
            "taxable": minor,
            "tax": max(0, minor * rate // 10_000),
        }
        reports.append(
            report_of(
                number,
                [own],
                columns=TAXED.columns,
                kind=TAXED.kind,
                definition=TAXED.version,
                parameters=TAXED.parameters(profile),
            )
        )
    return add_all(*reports, definition=TAXED, profile=profile)


def test_the_tax_of_all_cells_is_computed_of_their_sum_and_rounded_once() -> None:
    rates = RevenueTax((TaxRate(since=date(2026, 1, 1), basis_points=1_000),))

    assert [each["tax"] for each in named(taxed(rates, 15, 15, 15))] == [5]
    assert [each["tax"] for each in named(taxed(rates, 1_000, -400))] == [60]


def test_a_tax_of_several_rates_is_not_guessed() -> None:
    rates = RevenueTax(
        (TaxRate(since=date(2026, 1, 1), basis_points=1_000), TaxRate(since=date(2026, 11, 22), basis_points=2_000))
    )

    assert [each["tax"] for each in named(taxed(rates, 1_000))] == [100], "the second rate begins after the interval"
    assert TAXED.over_cells is not None
    two_days = Period(date(2026, 11, 21), date(2026, 11, 23), DayZone("America/New_York"))
    with pytest.raises(NotAddable, match="Several rates"):
        TAXED.over_cells.again["tax"]({"taxable": 1_000}, two_days, replace(PROFILE, revenue_tax=rates))
