"""Exact fractions as decimal numbers of a given length, rounded to nearest, ties to even, by integers alone."""

from fractions import Fraction
from math import isqrt
from typing import Final

DIGITS: Final = 12
"""Significant digits where nobody asks for another number of them."""


def significant(value: Fraction, digits: int = DIGITS) -> str:
    """Write `value` with so many significant digits, at least 1, without an exponent and without closing zeros."""
    if value == 0:
        return "0"
    places = digits - 1 - _magnitude(abs(value))
    text = _text(round(abs(value) * Fraction(10) ** places), places)
    return ("-" if value < 0 else "") + (text.rstrip("0").rstrip(".") if "." in text else text)


def percent(share: Fraction, places: int) -> str:
    """Write a share of one in percent with exactly so many places, at least 0, and without the sign for it."""
    return fixed(share * 100, places)


def fixed(value: Fraction, places: int) -> str:
    """Write `value` with exactly so many places, at least 0."""
    scaled = round(value * 10**places)
    return ("-" if scaled < 0 else "") + _text(abs(scaled), places)


def square_root(value: Fraction, digits: int = DIGITS) -> str:
    """Write the root of `value`, which is not negative, as `significant` would."""
    assert value >= 0, "a negative number has no root"
    if value == 0:
        return "0"
    places = digits - 1 - _magnitude(value) // 2
    square = value * Fraction(100) ** places
    # Half the root of four times the square, so that the last bit decides the rounding; of a tie, the last digit does.
    doubled = isqrt(4 * square.numerator // square.denominator)
    root, above = divmod(doubled, 2)
    if above and doubled * doubled == 4 * square:
        above = root % 2
    return significant((root + above) * Fraction(10) ** -places, digits)


def _magnitude(value: Fraction) -> int:
    """Return the exponent of the highest power of ten that `value`, above 0, reaches."""
    exponent = len(str(value.numerator)) - len(str(value.denominator))
    return exponent if value >= Fraction(10) ** exponent else exponent - 1


def _text(scaled: int, places: int) -> str:
    """Write `scaled` / 10**places; `scaled` is not negative."""
    if places <= 0:
        return str(scaled * 10**-places)
    whole, rest = divmod(scaled, 10**places)
    return f"{whole}.{rest:0{places}}"
