"""The report `large-transactions`: each single amount and each day's sum that reaches its threshold.

The thresholds are not in the log: the envelope has them, in definition 2 for each currency, in definition 1 the same number
of minor units in every one.

Source: docs/formats/report.md, "large-transactions".
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final

from verifier.filed.books import Books
from verifier.filed.columns import Row, columns
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Account, Dealt, Event, Paid, Raised, Settled, Voided

_THRESHOLDS = {
    "single-wager": "single_play_minor",
    "single-win": "single_play_minor",
    "day-wagers": "day_play_minor",
    "day-win": "day_play_minor",
    "single-deposit": "single_payment_minor",
    "single-withdrawal": "single_payment_minor",
    "day-deposits": "day_payments_minor",
    "day-withdrawals": "day_payments_minor",
}
_PAYMENTS = {"deposit": "day-deposits", "withdrawal": "day-withdrawals"}


@dataclass(slots=True)
class _Day:
    """An account's sums of a gaming day."""

    day: date
    moved: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("to", "from", *_PAYMENTS.values()), 0))


class LargeTransactions:
    """See `verifier.filed.kind.Measure`. It keeps only the current day of each account."""

    def __init__(self, scope: Scope) -> None:
        self._gaming_days = scope.interval.days
        self._scope = scope
        self._days: dict[str, _Day] = {}
        self._rows: list[Row] = []

    def take(self, event: Event) -> None:
        """Keep an event that is large by itself, and add every event to its day."""
        account = event.account
        today = self._today(account, event.at)
        match event:
            case Dealt(stake=stake):
                today["to"] += stake.placed_minor
            case Raised(raised_minor=raised):
                today["to"] += raised
            case Settled(stake=stake, bet_minor=bet, returned_minor=returned):
                today["to"] += event.raised_minor
                today["from"] += returned
                game = stake.sheet["game"]
                self._keep(account, event.at, "single-wager", bet, game=game, reference=stake.round_id)
                self._keep(account, event.at, "single-win", returned - bet, game=game, reference=stake.round_id)
            case Voided(given_back_minor=given_back):
                today["from"] += given_back
            case Paid(kind=kind, cash_minor=cash) if kind in _PAYMENTS:
                today[_PAYMENTS[kind]] += abs(cash)
                self._keep(account, event.at, f"single-{kind}", abs(cash), reference=str(event.seq))
            case Paid():
                pass

    def rows(self, books: Books) -> Iterable[Row]:
        """Close the days that are still open, and return the rows that were kept."""
        for chain, day in self._days.items():
            self._close(books.accounts[chain], day)
        self._days.clear()
        return self._rows

    def _today(self, account: Account, at: int) -> dict[str, int]:
        # A chain's times never fall, so no further event belongs to a day that has ended.
        day, open_day = self._gaming_days.day_of(at), self._days.get(account.chain)
        if open_day is None or open_day.day != day:
            if open_day is not None:
                self._close(account, open_day)
            open_day = self._days[account.chain] = _Day(day)
        return open_day.moved

    def _close(self, account: Account, day: _Day) -> None:
        last = self._gaming_days.start_of(day.day + timedelta(days=1)) - 1
        amounts = {
            "day-wagers": day.moved["to"],
            "day-win": day.moved["from"] - day.moved["to"],
            **{kind: day.moved[kind] for kind in _PAYMENTS.values()},
        }
        for kind, amount in amounts.items():
            self._keep(account, last, kind, amount, reference=day.day.isoformat())

    def _threshold(self, kind: str, currency: str) -> int:
        return self._scope.in_currency(_THRESHOLDS[kind], currency)

    def _keep(self, account: Account, at: int, kind: str, amount_minor: int, *, reference: str, game: str = "") -> None:
        threshold = self._threshold(kind, account.currency)
        if amount_minor < threshold:
            return
        self._rows.append(
            {
                "time": at,
                "accounts": account.accounts,
                "account": account.chain,
                "currency": account.currency,
                "type": kind,
                "game": game,
                "reference": reference,
                "amount": amount_minor,
                "threshold": threshold,
            }
        )


class OneForAll(LargeTransactions):
    """The first definition, in which a threshold is the same number in every currency."""

    def _threshold(self, kind: str, currency: str) -> int:  # noqa: ARG002  of every currency
        return self._scope.parameters[_THRESHOLDS[kind]]


KIND: Final = Kind(
    columns=columns(
        "time instant, accounts text, account text, currency text, type text, game text, reference text,"
        "amount money, threshold money"
    ),
    measure=LargeTransactions,
    order=("time", "account", "type", "reference"),
    key=("account", "type", "reference"),
    totals=False,
    parameters=tuple(sorted(set(_THRESHOLDS.values()))),
    in_currencies=True,
    definition=2,
)
FIRST: Final = replace(KIND, measure=OneForAll, in_currencies=False, definition=1)
