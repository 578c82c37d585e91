"""The report `taxable-revenue`: what was staked and returned, by game and gaming day, and the tax of the interval.

The rates are not in the log: the envelope has them, each with the gaming day that it holds from.

Source: docs/formats/report.md, "taxable-revenue".
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from verifier.filed.books import PLAYERS, Books
from verifier.filed.columns import NOTHING, Row, columns, number
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Event, Paid, Settled
from verifier.filed.sums import Sums

_PARAMETER = re.compile(r"(rate|bonus_deducted)_from_([0-9]{4})_([0-9]{2})_([0-9]{2})")
_WHOLE = 10_000
_TAX: Final = ("deductions", "taxable", "tax")
_SETTLED: Final = "settled"


class TaxableRevenue:
    """See `verifier.filed.kind.Measure`. This is the first definition, without a tax."""

    def __init__(self, scope: Scope) -> None:
        self._days = scope.interval.days
        self._sums = Sums(("games", "handle", "returned"))

    def take(self, event: Event) -> None:
        """Count a settlement on its gaming day; voids are not in it."""
        if not isinstance(event, Settled):
            return
        account = event.account
        row = self._sums.at(account.accounts, self._day(event), event.stake.sheet["game"], account.currency)
        row["games"] += 1
        row["handle"] += event.staked_minor
        row["returned"] += event.returned_minor

    def rows(self, books: Books) -> Iterable[Row]:
        """Add GGR, which is what was staked less what was returned."""
        del books
        for row in self._sums.rows("accounts", "day", "game", "currency"):
            yield row | {"ggr": number(row["handle"]) - number(row["returned"])}

    def _day(self, event: Event) -> str:
        return self._days.day_of(event.at).isoformat()


class TaxedRevenue(TaxableRevenue):
    """The second definition: of players' accounts also the bonus money of each day, and what is owed of both."""

    def __init__(self, scope: Scope) -> None:
        super().__init__(scope)
        self._rates = _rates(scope.parameters)
        self._bonuses: dict[tuple[str, str], int] = {}

    def take(self, event: Event) -> None:
        """Count a settlement as before, and keep bonus money, which may be deducted."""
        super().take(event)
        if isinstance(event, Paid) and event.kind == "bonus" and event.account.accounts == PLAYERS:
            key = event.account.currency, self._day(event)
            self._bonuses[key] = self._bonuses.get(key, 0) + event.cash_minor

    def rows(self, books: Books) -> Iterable[Row]:
        """Add the tax of each currency, in a row without day and game."""
        earned: dict[tuple[str, str], int] = {}
        for row in super().rows(books):
            yield row | dict.fromkeys(_TAX, NOTHING)
            # Each of these rows has a settlement.
            if row["accounts"] == PLAYERS:
                key = str(row["currency"]), str(row["day"])
                earned[key] = earned.get(key, 0) + number(row["ggr"])
        if self._rates:
            for currency in sorted({currency for currency, _ in earned.keys() | self._bonuses.keys()}):
                yield self._tax(currency, earned)

    def _tax(self, currency: str, earned: Mapping[tuple[str, str], int]) -> Row:
        deducted = taxable = exact = settled = 0
        for of, day in earned.keys() | self._bonuses.keys():
            rate = _rate_on(day, self._rates)
            if of != currency or rate is None:
                continue
            less = self._bonuses.get((of, day), 0) if rate.bonus_deducted else 0
            left = earned.get((of, day), 0) - less
            settled += (of, day) in earned
            deducted, taxable, exact = deducted + less, taxable + left, exact + left * rate.basis_points
        return {
            "accounts": PLAYERS,
            "currency": currency,
            **dict.fromkeys(("day", "game", "games", "handle", "returned", "ggr"), NOTHING),
            "deductions": deducted,
            "taxable": taxable,
            # To the nearest minor unit, and up from its half; a loss is no debt of the state.
            "tax": max(0, (exact + _WHOLE // 2) // _WHOLE),
            _SETTLED: settled,
        }


@dataclass(frozen=True, slots=True)
class _Rate:
    """A rate, in hundredths of a percent, from a gaming day on."""

    since: str
    basis_points: int
    bonus_deducted: bool


def _rates(parameters: Mapping[str, int]) -> list[_Rate]:
    """Return the rates of parameters that are as they should be, in order."""
    days = sorted(name.removeprefix("rate_from_") for name in parameters if name.startswith("rate_from_"))
    return [
        _Rate(day.replace("_", "-"), parameters[f"rate_from_{day}"], parameters[f"bonus_deducted_from_{day}"] == 1)
        for day in days
    ]


def _rate_on(day: str, rates: Iterable[_Rate]) -> _Rate | None:
    """Return the rate of a gaming day; None before the first one."""
    return next((rate for rate in reversed([*rates]) if rate.since <= day), None)


def _wrong_parameters(parameters: Mapping[str, int]) -> str:
    """Say what is wrong with rates: each has a day of the calendar, two members, and is no more than the whole."""
    days: dict[str, set[str]] = {"rate": set(), "bonus_deducted": set()}
    for name, value in parameters.items():
        match = _PARAMETER.fullmatch(name)
        if match is None:
            return "the parameters are not those of this report"
        try:
            days[match[1]].add(date(int(match[2]), int(match[3]), int(match[4])).isoformat())
        except ValueError:
            return f"the parameter {name} names a day that no calendar has"
        most = _WHOLE if match[1] == "rate" else 1
        if not 0 <= value <= most:
            return f"the parameter {name} is {value}, not 0 to {most}"
    if days["rate"] != days["bonus_deducted"]:
        return "the parameters are not those of this report: a rate and what is deducted stand together"
    return ""


_COLUMNS = "accounts text, day day, game text, currency text, games integer, handle money, returned money, ggr money"
_KEY = ("accounts", "day", "game", "currency")

FIRST: Final = Kind(columns=columns(_COLUMNS), measure=TaxableRevenue, order=_KEY, key=_KEY)
"""The first definition."""

KIND: Final = Kind(
    columns=columns(f"{_COLUMNS}, deductions money, taxable money, tax money"),
    measure=TaxedRevenue,
    order=_KEY,
    key=_KEY,
    kept_by=_SETTLED,
    wrong_parameters=_wrong_parameters,
    definition=2,
)
