"""Exact figures as a person reads them."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from games.core.sheet import RuleSheet
from games.documents.page import Language, Table
from games.documents.words import words
from kernel.decimals import percent
from kernel.money import CURRENCIES

_BAR_UNITS: Final = 10_000
_HOUR_MS: Final = 3_600_000
_SECOND_MS: Final = 1000


def money(amount_minor: int, currency: str) -> str:
    """Write an amount with the places of its currency and its code: 1,000.00 USD."""
    exponent = CURRENCIES[currency].exponent
    major, rest = divmod(amount_minor, 10**exponent)
    places = f".{rest:0{exponent}}" if exponent else ""
    return f"{major:,}{places} {currency}"


def money_in_each(sheet: RuleSheet, amount: Callable[[RuleSheet], int]) -> str:
    """Write an amount of a sheet in each currency in which the game is played, the sheet's own first."""
    return " / ".join(money(amount(played), played.currency) for played in sheet.in_each_currency())


def money_between(least_minor: int, most_minor: int, currency: str, language: Language) -> str:
    """Write an interval of amounts, or the one amount that it is."""
    return between(money(least_minor, currency), money(most_minor, currency), language)


def between(least: str, most: str, language: Language) -> str:
    """Write an interval, or the one value that it is."""
    return least if least == most else str(words("rules", language)["glance"]["between"].format(least, most))


def percentage(ratio: Fraction, places: int = 3) -> str:
    """Write a share of one in percent, rounded to so many places."""
    return f"{percent(ratio, places)} %"


def duration(time_ms: int, language: Language) -> str:
    """Write a time in hours where it is whole hours, else in seconds, rounded down."""
    sentences = words("rules", language)["glance"]
    if time_ms % _HOUR_MS == 0:
        return str(sentences["hours"].format(time_ms // _HOUR_MS))
    return str(sentences["seconds"].format(time_ms // _SECOND_MS))


def distribution(columns: tuple[str, ...], chances: Mapping[str, Fraction]) -> Table:
    """Show how likely each case is: its name, the exact chance, percent. The three columns are in this order."""
    return Table(
        columns=columns,
        rows=tuple((name, str(chance), percentage(chance)) for name, chance in chances.items()),
        bars=tuple(int(chance * _BAR_UNITS) for chance in chances.values()),
    )
