"""Amounts, instants and ids as people read them."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from django.utils.formats import get_format
from django.utils.translation import pgettext

from kernel.money import CURRENCIES

NOTHING: Final = "–"
_MINUS: Final = "\N{MINUS SIGN}"
_SHOWN_DIGITS: Final = 8


def amount(document: Mapping[str, Any] | None) -> str:
    """Return an amount of the interface's in major units: `1,204.50`."""
    return NOTHING if document is None else minor_units(document["amount"], document["currency"])


def minor_units(count: int, currency: str) -> str:
    """Return a number of minor units in major ones, with the separators of the page's language."""
    exponent = CURRENCIES[currency].exponent
    whole, part = divmod(abs(count), 10**exponent)
    fraction = f"{get_format('DECIMAL_SEPARATOR')}{part:0{exponent}}" if exponent else ""
    return f"{_MINUS if count < 0 else ''}{count_text(whole)}{fraction}"


def count_text(count: int) -> str:
    """Return a count, 0 or more, with the separators of the page's language."""
    return f"{count:,}".replace(",", str(get_format("THOUSAND_SEPARATOR")))


def instant(text: str | None) -> str:
    """Return an instant of the interface's to the second, in UTC, as the page's language writes it: `2026-11-22 11:05:59`."""
    return NOTHING if text is None else moment(datetime.fromisoformat(text))


def moment(at: datetime) -> str:
    """Return an instant to the second, in its own zone, as the page's language writes it."""
    # Years, months, days, hours, minutes, seconds.
    return at.strftime(pgettext("instant", "%Y-%m-%d %H:%M:%S"))


def day_text(text: str | None) -> str:
    """Return a day of the interface's, `2026-11-22`, as the page's language writes it."""
    return NOTHING if text is None else date.fromisoformat(text).strftime(pgettext("day", "%Y-%m-%d"))


def members_text(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return what an event says of before and after: `status active → suspended`; what was not there before stands alone."""
    names = dict.fromkeys((*before, *after))
    return "; ".join(f"{name} {_change(before, after, name)}" for name in names)


def _change(before: Mapping[str, Any], after: Mapping[str, Any], name: str) -> str:
    if name not in before:
        return value_text(after[name])
    return f"{value_text(before[name])} → {value_text(after[name]) if name in after else NOTHING}"


def value_text(value: Any) -> str:
    """Return a member of the interface's, whatever it is, in one line."""
    if isinstance(value, Mapping):
        if value.keys() == {"amount", "currency"}:
            return f"{minor_units(value['amount'], value['currency'])} {value['currency']}"
        return ", ".join(f"{name} {value_text(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(value_text, value))
    return NOTHING if value is None else str(value)


def short_id(text: str) -> str:
    """Return the beginning of an id, which is enough to tell a few apart."""
    return text if len(text) <= _SHOWN_DIGITS else f"{text[:_SHOWN_DIGITS]}…"
