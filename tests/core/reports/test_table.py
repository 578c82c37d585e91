"""Tables: what is added up and what never is, and how shares are rounded."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from reports.core.table import Column, Type, make_table, ratio
from tests.core.report_cases import COLUMNS, TWO_CURRENCIES, row

if TYPE_CHECKING:
    from reports.core.table import Cell, Row, Table

EXACT = Context(prec=200, rounding=ROUND_HALF_EVEN)


def totals(table: Table) -> dict[tuple[Cell, Cell], dict[str, Cell]]:
    names = [column.name for column in table.columns]
    told = [dict(zip(names, total, strict=True)) for total in table.totals]
    return {(total["accounts"], total["currency"]): total for total in told}


@given(st.integers(-(2**60), 2**60), st.integers(1, 2**60))
def test_a_ratio_is_the_nearest_of_six_places(numerator: int, denominator: int) -> None:
    written = ratio(numerator, denominator)
    assert written is not None

    error = abs(Fraction(written) - Fraction(numerator, denominator))
    last_digit = int(written[-1])
    # Half a unit of the sixth place away at most; and if just half, the even one of the two neighbours.
    assert error <= Fraction(1, 2 * 10**6)
    assert error < Fraction(1, 2 * 10**6) or last_digit % 2 == 0


@given(
    st.integers(-(10**12), 10**12), st.sampled_from([2**power * 5**other for power in range(8) for other in range(8)])
)
def test_a_ratio_reads_like_the_decimal_module_rounds(numerator: int, denominator: int) -> None:
    exact = EXACT.divide(Decimal(numerator), Decimal(denominator))
    rounded = exact.quantize(Decimal("0.000001"), context=EXACT)

    assert ratio(numerator, denominator) == f"{abs(rounded) if rounded.is_zero() else rounded:f}"


@pytest.mark.parametrize(
    ("numerator", "denominator", "written"),
    [
        (1, 2_000_000, "0.000000"),  # 0.0000005: half, down to the even 0
        (3, 2_000_000, "0.000002"),  # 0.0000015: half, up to the even 2
        (-1, 2_000_000, "0.000000"),  # nothing is not negative
        (-3, 2_000_000, "-0.000002"),
        (1_999_999, 2_000_000, "1.000000"),  # 0.9999995: half, up to the even one
        (2, 3, "0.666667"),
        (0, 7, "0.000000"),
        (-7, 2, "-3.500000"),
        (1, 0, None),
    ],
)
def test_a_ratio_is_rounded_half_to_even(numerator: int, denominator: int, written: str | None) -> None:
    assert ratio(numerator, denominator) == written


def test_test_accounts_and_currencies_are_added_up_apart() -> None:
    table = make_table(COLUMNS, TWO_CURRENCIES)

    found = totals(table)
    assert list(found) == [("players", "JPY"), ("players", "USD"), ("test", "USD")]
    assert found["players", "USD"]["wagers"] == 1250 + 0
    assert found["players", "USD"]["games"] == 3 + 3
    assert found["players", "JPY"]["winnings"] == -450
    assert found["test", "USD"]["wagers"] == 7


def test_a_ratio_of_a_total_is_computed_from_its_sums() -> None:
    # 10 of 100 and 90 of 100 are half together; 10 of 100 and 900 of 900 are 910 of 1000, not the mean of 0.1 and 1.
    table = make_table(COLUMNS, [row(wagers=100, winnings=10), row(wagers=900, winnings=900)])

    assert totals(table)["players", "USD"]["rtp"] == "0.910000"
    assert [cells[-1] for cells in table.rows] == ["0.100000", "1.000000"]


def test_a_total_says_nothing_of_what_is_not_added_up() -> None:
    total = totals(make_table(COLUMNS, [row()]))["players", "USD"]

    assert (total["day"], total["game"], total["since"]) == (None, None, None)


def test_a_total_without_kinds_of_accounts_is_called_total() -> None:
    columns = [column for column in COLUMNS if column.name in {"day", "games"}]

    table = make_table(columns, [{"day": "2026-11-20", "games": 1}, {"day": "2026-11-21", "games": 2}])

    assert table.totals == (("Total", 1 + 2),)


def test_a_filter_lets_only_its_rows_through_and_into_totals() -> None:
    table = make_table(COLUMNS, TWO_CURRENCIES, filters={"game": "red-dog", "accounts": "test"})

    assert [cells[:3] for cells in table.rows] == [("test", "2026-11-21", "red-dog")]
    assert list(totals(table)) == [("test", "USD")]


def test_nothing_is_not_added_up_as_anything() -> None:
    columns = [Column(name="games", type=Type.INTEGER, meaning="Rounds.", summed=True)]

    assert make_table(columns, [{"games": None}, {"games": 2}]).rows == ((None,), (2,))


@pytest.mark.parametrize("missing", ["game", "wagers"])
def test_a_row_without_a_cell_is_a_defect(missing: str) -> None:
    with pytest.raises(AssertionError, match="a cell for each column"):
        make_table(COLUMNS, [{name: cell for name, cell in row().items() if name != missing}])


@given(st.lists(st.builds(row, accounts=st.sampled_from(["players", "test"]), wagers=st.integers(0, 2**40))))
def test_totals_hold_all_rows_and_none_twice(rows: list[Row]) -> None:
    table = make_table(COLUMNS, rows)

    place = table.column_index("wagers")
    assert sum(cells[place] for cells in table.totals) == sum(cells[place] for cells in table.rows)  # type: ignore[misc]  # money is whole numbers
