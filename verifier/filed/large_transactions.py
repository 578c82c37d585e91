"""The report `large-transactions`: each amount that reaches its threshold, and each day's that does.

The thresholds are not in the log: they are those of the rows themselves, one for each group of types and currency.

Source: docs/formats/report.md, "large-transactions".
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from verifier import windows
from verifier.filed.books import Account, Books, Dealt, Event, Paid, Settled, Voided
from verifier.filed.columns import Cell, Row, columns
from verifier.filed.kind import Kind, Scope
from verifier.verdict import Code, Fault

# Types that share a threshold.
_GROUPS = {
    "single-wager": "single play",
    "single-win": "single play",
    "day-wagers": "day's play",
    "day-win": "day's play",
    "single-deposit": "single payment",
    "single-withdrawal": "single payment",
    "day-deposits": "day's payments",
    "day-withdrawals": "day's payments",
}
_PAYMENTS = {"deposit": "day-deposits", "withdrawal": "day-withdrawals"}

Thresholds = dict[tuple[str, str], int]


@dataclass(slots=True)
class _Day:
    """What an account came to on a gaming day."""

    day: date
    moved: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("to", "from", *_PAYMENTS.values()), 0))


class LargeTransactions:
    """See `verifier.filed.kind.Measure`. Of each account the day that it is in is kept, and no other."""

    def __init__(self, scope: Scope) -> None:
        self._zone = scope.interval.zone
        self._thresholds = _thresholds(scope.told)
        self._days: dict[str, _Day] = {}
        self._rows: list[Row] = []

    def take(self, event: Event) -> None:
        """Keep what is large by itself, and add it to its day."""
        account = event.account
        today = self._today(account, event.at)
        match event:
            case Dealt(stake=stake):
                today["to"] += stake.placed_minor
            case Settled(stake=stake, staked_minor=staked, returned_minor=returned):
                today["to"] += event.raised_minor
                today["from"] += returned
                game = stake.sheet["game"]
                self._keep(account, event.at, "single-wager", staked, game=game, reference=stake.round_id)
                self._keep(account, event.at, "single-win", returned - staked, game=game, reference=stake.round_id)
            case Voided(given_back_minor=given_back):
                today["from"] += given_back
            case Paid(kind=kind, cash_minor=cash) if kind in _PAYMENTS:
                today[_PAYMENTS[kind]] += abs(cash)
                self._keep(account, event.at, f"single-{kind}", abs(cash), reference=str(event.seq))
            case Paid():
                pass

    def rows(self, books: Books) -> Iterable[Row]:
        """Close the days that are still open, and return what was kept."""
        for chain, day in self._days.items():
            self._close(books.accounts[chain], day)
        self._days.clear()
        return self._rows

    def _today(self, account: Account, at: int) -> dict[str, int]:
        # A chain's times never fall, so a day that is over stays so.
        day, open_day = windows.day_of(at, zone=self._zone), self._days.get(account.chain)
        if open_day is None or open_day.day != day:
            if open_day is not None:
                self._close(account, open_day)
            open_day = self._days[account.chain] = _Day(day)
        return open_day.moved

    def _close(self, account: Account, day: _Day) -> None:
        last = windows.midnight(day.day + timedelta(days=1), self._zone) - 1
        amounts = {
            "day-wagers": day.moved["to"],
            "day-win": day.moved["from"] - day.moved["to"],
            **{kind: day.moved[kind] for kind in _PAYMENTS.values()},
        }
        for kind, amount in amounts.items():
            self._keep(account, last, kind, amount, reference=day.day.isoformat())

    def _keep(self, account: Account, at: int, kind: str, amount_minor: int, *, reference: str, game: str = "") -> None:
        threshold = self._thresholds.get((_GROUPS[kind], account.currency))
        if threshold is None or amount_minor < threshold:
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


def _thresholds(told: Iterable[Mapping[str, Cell]]) -> Thresholds:
    """Take the thresholds from what was reported.

    Raises:
        Fault: `E_REPORT_FIGURE` for a type that is not known, or a threshold that is none or not the only one.
    """
    found: Thresholds = {}
    for place, row in enumerate(told, start=1):
        kind, currency, threshold = str(row["type"]), str(row["currency"]), row["threshold"]
        group = _GROUPS.get(kind)
        if group is None or type(threshold) is not int or threshold < 1:
            sentence = f"row {place} has the type {kind[:40]!a} and the threshold {threshold!a}"
            raise Fault(Code.E_REPORT_FIGURE, sentence)
        if found.setdefault((group, currency), threshold) != threshold:
            sentence = f"row {place}, column threshold: {threshold}, a row before it says {found[group, currency]}"
            raise Fault(Code.E_REPORT_FIGURE, sentence)
    return found


KIND: Final = Kind(
    columns=columns(
        "time instant, accounts text, account text, currency text, type text, game text, reference text,"
        "amount money, threshold money"
    ),
    measure=LargeTransactions,
    order=("time", "account", "type", "reference"),
    key=("account", "type", "reference"),
    totals=False,
    told="that the thresholds are the rules', and what reaches one that no row has",
)
