"""The report `operator-liability`: what the operator owes to players as the interval ends.

The log shows what was withdrawn and did not come back, and not what of it was paid.

Source: docs/formats/report.md, "operator-liability".
"""

from collections.abc import Iterable
from typing import Final

from verifier.filed.books import Books
from verifier.filed.columns import Row, columns
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Event
from verifier.filed.sums import Sums

_UNPAID = ("unpaid_requested", "unpaid_pending", "unpaid_cancelling")


class OperatorLiability:
    """See `verifier.filed.kind.Measure`."""

    def __init__(self, scope: Scope) -> None:
        del scope

    def take(self, event: Event) -> None:
        """Ignore the event: only the balances at the end count."""

    def rows(self, books: Books) -> Iterable[Row]:
        """Add up the accounts' cash and their money in play, and what at most of their withdrawals is unpaid."""
        sums = Sums(("cash", "in_play", "unpaid_max"))
        for account in books.accounts.values():
            row = sums.at(account.accounts, account.currency)
            row["cash"] += account.cash_minor
            row["in_play"] += account.in_play_minor
            row["unpaid_max"] += account.unreturned_minor
        return sums.rows("accounts", "currency")


KIND: Final = Kind(
    columns=columns(
        "accounts text, currency text, cash money, in_play money, unpaid_requested money, unpaid_pending money,"
        "unpaid_cancelling money, liability money"
    ),
    measure=OperatorLiability,
    order=("accounts", "currency"),
    key=("accounts", "currency"),
    unproved=frozenset(_UNPAID),
    at_most=dict.fromkeys(_UNPAID, "unpaid_max"),
    added={"liability": ("cash", "in_play", *_UNPAID)},
    carried=True,
    definition=2,
)
