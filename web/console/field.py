"""The fields of an action's form, and what of JSON each of them becomes."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from kernel.money import CURRENCIES

Text = str | Promise

_AMOUNT: Final = re.compile(r"([0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.([0-9]{1,3}))?")
"""Commas separate thousands and nothing else: `12,50` would be read as a hundred times what was meant."""


class Unreadable(Exception):  # noqa: N818  what somebody typed is no error of ours
    """A field holds what is not of its kind; `text` says what is."""

    def __init__(self, name: str, text: str) -> None:
        """Keep which field it is."""
        super().__init__(text)
        self.name, self.text = name, text


def _plain(text: str) -> str:
    return text


def whole_number(text: str) -> int:
    """Read a whole number."""
    if not (text.isascii() and text.isdigit()):
        raise ValueError(gettext("Write a whole number."))
    return int(text)


def money(text: str, currency: str) -> dict[str, object]:
    """Read an amount in major units, `12.50`, as the interface takes it."""
    match = _AMOUNT.fullmatch(text)
    exponent = CURRENCIES[currency].exponent
    if match is None or len(match[2] or "") > exponent:
        example = f"12.{'50'.ljust(exponent, '0')}" if exponent else "12"
        raise ValueError(gettext("Write an amount such as %(example)s.") % {"example": example})
    minor = int(match[1].replace(",", "")) * 10**exponent + int((match[2] or "").ljust(exponent, "0") or 0)
    return {"amount": minor, "currency": currency}


def minutes(text: str) -> dict[str, object]:
    """Read a number of minutes as the interface takes a duration."""
    return {"seconds": 60 * whole_number(text)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a form."""

    name: str
    """The member of the body that it fills; `address.city` fills a member of a member."""
    label: Text
    kind: str = "text"
    """The type of the input, or `textarea` or `select`."""
    choices: Sequence[tuple[str, Text]] = ()
    hint: Text = ""
    is_required: bool = True
    is_null_when_empty: bool = False
    """Whether an empty field is sent as null, and not left out."""
    length_max: int = 200
    read: Callable[[str], object] = _plain
    """Makes JSON of what was typed; raises a ValueError that says what is wrong."""
    is_money: bool = False
    """Whether it is an amount, which `money` reads."""
    is_currency: bool = False
    """Whether it names the currency of the form's amounts. It is no member itself."""


REASON: Final = "reason"


def reason_field(hint: Text) -> Field:
    """Return the field of a reason."""
    return Field(name=REASON, label=gettext("Reason"), kind="textarea", hint=hint)


@dataclass(frozen=True, slots=True)
class FilledField:
    """A field with what was typed into it."""

    field: Field
    text: str
    problem: str = ""


def filled(fields: Sequence[Field], form: Mapping[str, str], wrong: Mapping[str, str]) -> list[FilledField]:
    """Return fields as they are shown again, with what is `wrong` by name."""
    return [FilledField(field, form.get(field.name, ""), wrong.get(field.name, "")) for field in fields]


def refused_members(fields: Sequence[Field], problem: Mapping[str, Any]) -> dict[str, str]:
    """Return which fields a problem of the interface is about, by name: its `member`, or those of its `errors`.

    The words are the page's; the interface's own stand above the form.
    """
    named = {str(problem.get("member", "")), *(str(error.get("field")) for error in problem.get("errors", ()))}
    # `stake_min.amount` is told of the field of the amount, and `address.city` is a field.
    found = {name for each in named for name in (each, each.partition(".")[0])}
    return {field.name: gettext("Refused: nothing was done.") for field in fields if field.name in found}


def amount_field(name: str, label: Text) -> Field:
    """Return the field of an amount."""
    return Field(
        name=name,
        label=label,
        hint=gettext_lazy(
            "Such as 12.50, or 1250 where the currency has no decimals: in that of the account or the game."
        ),
        is_money=True,
    )


def currency_field(currencies: Sequence[str]) -> Field:
    """Return the field that chooses the currency of a form's amounts."""
    return Field(
        name="currency",
        label=gettext_lazy("Currency"),
        kind="select",
        choices=[(code, code) for code in currencies],
        is_currency=True,
    )


def members_of(fields: Sequence[Field], form: Mapping[str, str], *, currency: str = "") -> dict[str, Any]:
    """Return the members that a form fills; what was left empty is left out.

    Amounts are of this currency, or of the one that a field of the form names.

    Raises:
        Unreadable: a field holds what is not of its kind.
    """
    members: dict[str, Any] = {}
    for chosen in (field for field in fields if field.is_currency):
        currency = form.get(chosen.name, "")
        if currency not in CURRENCIES:
            raise Unreadable(chosen.name, gettext("Choose a currency."))
    for field in fields:
        if field.is_currency:
            continue
        text = form.get(field.name, "").strip()
        if not text and not field.is_null_when_empty:
            continue
        outer, _, inner = field.name.rpartition(".")
        place = members.setdefault(outer, {}) if outer else members
        try:
            place[inner] = None if not text else money(text, currency) if field.is_money else field.read(text)
        except ValueError as error:
            raise Unreadable(field.name, str(error)) from error
    return members
