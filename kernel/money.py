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


USD: Final = Currency(code="USD", exponent=2)
CURRENCIES: Final = {USD.code: USD}


def currency(code: str) -> Currency:
    """Find a currency by its ISO 4217 code.

    Raises:
        UnknownCurrency: with the codes that are `known`.
    """
    found = CURRENCIES.get(code)
    if found is None:
        raise UnknownCurrency(
            f"Nothing was done. Accounts are kept in {', '.join(CURRENCIES)}.", known=list(CURRENCIES)
        )
    return found


def amount_document(amount_minor: int, code: str) -> dict[str, object]:
    """Write an amount as the API does: minor units with the currency beside them."""
    return {"amount": amount_minor, "currency": code}
