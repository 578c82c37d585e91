"""Money: an integer of minor units, and the currency it is counted in."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from kernel.refusals import Refusal, RefusalKind

MAX_MINOR: Final = 2**53 - 1
"""The largest amount anywhere, so that every JSON reader has it exactly."""


class UnknownCurrency(Refusal):
    """No account is kept in this currency here, or there is no such currency."""

    code, kind = "unknown-currency", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class Currency:
    """An ISO 4217 currency; one major unit is 10**exponent minor units."""

    code: str
    exponent: int
    symbol: str
    """What stands before an amount that people read."""


_CODES_BY_EXPONENT: Final = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
    2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP"
    " CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES"
    " KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK"
    " NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS"
    " TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
    3: "BHD IQD JOD KWD LYD OMR TND",
}
"""The currencies of ISO 4217 that people pay in, by decimal places; without funds, metals and units of account.

A code that the standard drops stays: accounts and logs may have it.
"""

_SYMBOLS: Final = {"USD": "$", "GBP": "£", "EUR": "€", "JPY": "¥"}

CURRENCIES: Final = MappingProxyType(
    {
        code: Currency(code=code, exponent=exponent, symbol=_SYMBOLS.get(code, f"{code} "))
        for exponent, codes in _CODES_BY_EXPONENT.items()
        for code in codes.split()
    }
)
"""The currencies that there are. In which of them accounts are opened, the jurisdiction says."""


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
        UnknownCurrency: there is none.
    """
    match = CURRENCIES.get(code)
    if match is None:
        raise UnknownCurrency("Nothing was done. ISO 4217 has no currency of this code. Send one such as EUR.")
    return match


def display(amount_minor: int, code: str) -> str:
    """Write an amount in major units, for people: `$1,250.00`, `£0.50`, `¥500`, `-$5.00`, `CHF 2.00`."""
    unit = CURRENCIES[code]
    major, minor = divmod(abs(amount_minor), 10**unit.exponent)
    fraction = f".{minor:0{unit.exponent}}" if unit.exponent else ""
    return f"{'-' if amount_minor < 0 else ''}{unit.symbol}{major:,}{fraction}"


def amount_document(amount_minor: int, code: str) -> dict[str, object]:
    """Write an amount for programs, as the API does: minor units with the currency beside them."""
    return {"amount": amount_minor, "currency": code}
