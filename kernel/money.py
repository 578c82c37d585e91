"""Money: an integer of minor units, and the currency it is counted in."""

from dataclasses import dataclass
from typing import Final

from kernel.refusals import Kind, Refusal

MAX_MINOR: Final = 2**53 - 1
"""The largest amount anywhere, so that every JSON reader has it exactly."""


class UnknownCurrency(Refusal):
    """The platform does not keep money in this currency."""

    code, kind = "unknown-currency", Kind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class Currency:
    """An ISO 4217 currency; one major unit is 10**exponent minor units."""

    code: str
    exponent: int
    symbol: str
    """What stands before an amount that people read."""


USD: Final = Currency(code="USD", exponent=2, symbol="$")
GBP: Final = Currency(code="GBP", exponent=2, symbol="£")
EUR: Final = Currency(code="EUR", exponent=2, symbol="€")
JPY: Final = Currency(code="JPY", exponent=0, symbol="¥")

CURRENCIES: Final = {USD.code: USD}
"""The currencies in which accounts are kept and games are played."""

_DISPLAYED: Final = {known.code: known for known in (USD, GBP, EUR, JPY)}


@dataclass(frozen=True, slots=True)
class Money:
    """An amount with its currency: what a refusal carries as a member. As text it is what people read."""

    amount_minor: int
    currency: str

    def __str__(self) -> str:
        """Return the amount in major units."""
        return display(self.amount_minor, self.currency)


def currency(code: str) -> Currency:
    """Find a currency by its ISO 4217 code.

    Raises:
        UnknownCurrency: no account is kept in it; with the codes that are `known`.
    """
    match = CURRENCIES.get(code)
    if match is None:
        raise UnknownCurrency(
            f"Nothing was done. Accounts are kept in {', '.join(CURRENCIES)}.", known=list(CURRENCIES)
        )
    return match


def display(amount_minor: int, code: str) -> str:
    """Write an amount in major units, for people: `$1,250.00`, `£0.50`, `¥500`, `-$5.00`."""
    unit = _DISPLAYED[code]
    major, minor = divmod(abs(amount_minor), 10**unit.exponent)
    fraction = f".{minor:0{unit.exponent}}" if unit.exponent else ""
    return f"{'-' if amount_minor < 0 else ''}{unit.symbol}{major:,}{fraction}"


def amount_document(amount_minor: int, code: str) -> dict[str, object]:
    """Write an amount for programs, as the API does: minor units with the currency beside them."""
    return {"amount": amount_minor, "currency": code}
