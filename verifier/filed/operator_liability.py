"""The report `operator-liability`: what the operator owes to players as the interval ends.

Source: docs/formats/report.md, "operator-liability".
"""

from collections.abc import Iterable
from typing import Final

from verifier.filed.books import Books, Event
from verifier.filed.columns import Row, columns
from verifier.filed.kind import Kind, Scope
from verifier.filed.sums import Sums


class OperatorLiability:
    """See `verifier.filed.kind.Measure`."""

    def __init__(self, scope: Scope) -> None:
        del scope

    def take(self, event: Event) -> None:
        """Ignore the event: only the balances at the end count."""

    def rows(self, books: Books) -> Iterable[Row]:
        """Add up the accounts' cash and their money in play."""
        sums = Sums(("cash", "in_play", "liability"))
        for account in books.accounts.values():
            row = sums.at(account.accounts, account.currency)
            row["cash"] += account.cash_minor
            row["in_play"] += account.in_play_minor
            row["liability"] += account.cash_minor + account.in_play_minor
        return sums.rows("accounts", "currency")


KIND: Final = Kind(
    columns=columns(
        "accounts text, currency text, cash money, in_play money, liability money, pending_withdrawals money"
    ),
    measure=OperatorLiability,
    order=("accounts", "currency"),
    key=("accounts", "currency"),
    unproved=frozenset(("pending_withdrawals",)),
    carried=True,
)
