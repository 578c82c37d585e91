"""Fractions as decimal numbers, against the standard library's own arithmetic."""

from decimal import Context, Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from kernel.decimals import fixed, percent, significant, square_root

fractions = st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=10**12)


def divided(value: Fraction, digits: int) -> Decimal:
    return Context(prec=digits).divide(Decimal(value.numerator), Decimal(value.denominator))


@given(fractions, st.integers(min_value=1, max_value=20))
def test_significant_rounds_as_a_division_of_that_precision_does(value: Fraction, digits: int) -> None:
    assert Decimal(significant(value, digits)) == divided(value, digits)


@given(fractions.map(abs), st.integers(min_value=1, max_value=20))
def test_square_root_rounds_as_a_root_of_that_precision_does(value: Fraction, digits: int) -> None:
    exact = Context(prec=120).divide(Decimal(value.numerator), Decimal(value.denominator))

    assert Decimal(square_root(value, digits)) == Context(prec=digits).plus(Context(prec=100).sqrt(exact))


@given(fractions, st.integers(min_value=0, max_value=9))
def test_fixed_is_never_further_off_than_half_of_its_last_place(value: Fraction, places: int) -> None:
    assert abs(Fraction(fixed(value, places)) - value) <= Fraction(1, 2 * 10**places)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (significant(Fraction(0)), "0"),
        (significant(Fraction(-1, 2)), "-0.5"),
        (significant(Fraction(523, 16_575)), "0.0315535444947"),
        (significant(Fraction(10**15)), "1000000000000000"),
        # Carried into a digit more: 9.9996 has four digits as 10.
        (significant(Fraction(99_996, 10_000), 4), "10"),
        (significant(Fraction(1, 80_000), 3), "0.0000125"),
        (square_root(Fraction(1, 4)), "0.5"),
        # Ties: 0.25 and 0.35 go to the even digit.
        (square_root(Fraction(1, 16), 1), "0.2"),
        (square_root(Fraction(49, 400), 1), "0.4"),
        (square_root(Fraction(0)), "0"),
        (square_root(Fraction(2), 5), "1.4142"),
        (percent(Fraction(523, 16_575), 3), "3.155"),
        (percent(Fraction(1), 0), "100"),
        # A tie goes to the even neighbour, and nothing is a negative zero.
        (fixed(Fraction(1, 8), 2), "0.12"),
        (fixed(Fraction(3, 8), 2), "0.38"),
        (fixed(Fraction(-1, 1000), 2), "0.00"),
        (fixed(Fraction(-5, 4), 1), "-1.2"),
    ],
)
def test_a_number_is_written_without_exponent_and_without_idle_zeros(written: str, text: str) -> None:
    assert written == text
