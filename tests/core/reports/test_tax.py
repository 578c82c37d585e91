"""The tax of gross gaming revenue: rates from a day on, one sum of an interval, rounded once."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, strategies as st

from responsible_gaming.core.jurisdictions import GREAT_BRITAIN, JURISDICTIONS, NEW_JERSEY
from responsible_gaming.core.tax_rules import RevenueTax, TaxedSum, TaxRate, tax_minor

OLD = TaxRate(since=date(2026, 1, 1), basis_points=1_500)
NEW = TaxRate(since=date(2026, 11, 16), basis_points=2_000, bonus_deducted=True)
TAX = RevenueTax((OLD, NEW))


@pytest.mark.parametrize(
    ("sums", "tax"),
    [
        ([], 0),
        # 15 % of 100.00.
        ([(10_000, 1_500)], 1_500),
        # 19.75 % of 3.34 is 0.65965.
        ([(334, 1_975)], 66),
        # 10.5 % of 5.00 is 0.525, of 5.01 0.52605, of 4.99 0.52395: a half goes up, all else to the nearest.
        ([(500, 1_050)], 53),
        ([(501, 1_050)], 53),
        ([(499, 1_050)], 52),
        # Two days of 10.5 % of 0.05, each 0.525 cents, are 1.05 cents together: rounded once, and not 1 + 1.
        ([(5, 1_050), (5, 1_050)], 1),
        # The loss of a day lessens the tax of the others at its own rate: 20.00 - 7.50 = 12.50.
        ([(10_000, 2_000), (-5_000, 1_500)], 1_250),
        # More lost than won is no tax, and no credit.
        ([(10_000, 2_000), (-20_000, 1_500)], 0),
        ([(-10_000, 2_000)], 0),
        # A law may take nothing, or all.
        ([(10_000, 0)], 0),
        ([(9_999, 10_000)], 9_999),
    ],
)
def test_tax_is_rounded_once_and_never_below_nothing(sums: list[tuple[int, int]], tax: int) -> None:
    assert tax_minor([TaxedSum(*each) for each in sums]) == tax


@given(st.lists(st.tuples(st.integers(0, 10**12), st.integers(0, 10_000))))
def test_the_tax_of_gains_is_within_half_a_minor_unit_of_what_is_exact(sums: list[tuple[int, int]]) -> None:
    exact = sum(taxable * rate for taxable, rate in sums)

    tax = tax_minor([TaxedSum(*each) for each in sums])

    assert -5_000 <= exact - tax * 10_000 < 5_000
    assert tax <= sum(taxable for taxable, _ in sums)


@pytest.mark.parametrize(
    ("first", "until", "days"),
    [
        # The days before the first rate are not taxed.
        (date(2025, 12, 1), date(2026, 1, 1), []),
        (date(2025, 12, 31), date(2026, 1, 2), [(date(2026, 1, 1), date(2026, 1, 2), OLD)]),
        (date(2026, 11, 15), date(2026, 11, 16), [(date(2026, 11, 15), date(2026, 11, 16), OLD)]),
        (date(2026, 11, 16), date(2026, 11, 17), [(date(2026, 11, 16), date(2026, 11, 17), NEW)]),
        # A month in which the law changes has days of both.
        (
            date(2026, 11, 1),
            date(2026, 12, 1),
            [(date(2026, 11, 1), date(2026, 11, 16), OLD), (date(2026, 11, 16), date(2026, 12, 1), NEW)],
        ),
        (date(2030, 1, 1), date(2031, 1, 1), [(date(2030, 1, 1), date(2031, 1, 1), NEW)]),
    ],
)
def test_a_day_is_taxed_at_the_rate_of_its_own_law(
    first: date, until: date, days: list[tuple[date, date, TaxRate]]
) -> None:
    assert TAX.taxed_days(first, until) == days


@given(st.dates(date(2025, 1, 1), date(2027, 1, 1)), st.integers(1, 500))
def test_taxed_days_are_each_day_from_the_first_rate_on_once(first: date, count: int) -> None:
    until = first + timedelta(days=count)

    spans = TAX.taxed_days(first, until)

    days = [span.first + timedelta(days=number) for span in spans for number in range((span.until - span.first).days)]
    assert days == [day for number in range(count) if (day := first + timedelta(days=number)) >= OLD.since]


@pytest.mark.parametrize("basis_points", [-1, 10_001])
def test_a_rate_that_cannot_be_is_refused(basis_points: int) -> None:
    with pytest.raises(AssertionError, match="a rate is 0 to 10000"):
        TaxRate(since=date(2026, 1, 1), basis_points=basis_points)


@pytest.mark.parametrize("rates", [(NEW, OLD), (OLD, OLD), (OLD, NEW, TaxRate(since=OLD.since, basis_points=1))])
def test_rates_out_of_order_or_of_one_day_are_refused(rates: tuple[TaxRate, ...]) -> None:
    with pytest.raises(AssertionError, match="each rate begins after the one before"):
        RevenueTax(rates)


def test_a_jurisdiction_without_a_law_has_no_taxed_day() -> None:
    assert JURISDICTIONS["washington"].revenue_tax.taxed_days(date(2026, 1, 1), date(2027, 1, 1)) == []


@pytest.mark.parametrize(
    ("tax", "day", "rates"),
    [
        (NEW_JERSEY.revenue_tax, date(2025, 7, 1), (1_500, 1_975)),
        (GREAT_BRITAIN.revenue_tax, date(2026, 4, 1), (2_100, 4_000)),
    ],
)
def test_the_days_around_a_change_of_law_have_their_own_rates(
    tax: RevenueTax, day: date, rates: tuple[int, int]
) -> None:
    around = tax.taxed_days(day - timedelta(days=1), day + timedelta(days=1))

    assert tuple(span.rate.basis_points for span in around) == rates
