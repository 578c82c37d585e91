"""The report `account-adjustments`: every change of a balance by the operator outside games and payments.

A withdrawal that was given back is none of these.

Source: docs/formats/report.md, "account-adjustments".
"""

from collections.abc import Iterable
from typing import Final

from verifier.filed.books import Books
from verifier.filed.columns import Row, columns
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Event, Paid


class AccountAdjustments:
    """See `verifier.filed.kind.Measure`."""

    def __init__(self, scope: Scope) -> None:
        del scope
        self._rows: list[Row] = []

    def take(self, event: Event) -> None:
        """Keep an adjustment."""
        if isinstance(event, Paid) and event.kind == "adjustment":
            account = event.account
            self._rows.append(
                {
                    "time": event.at,
                    "accounts": account.accounts,
                    "account": account.chain,
                    "currency": account.currency,
                    "seq": event.seq,
                    "amount": event.cash_minor,
                }
            )

    def rows(self, books: Books) -> Iterable[Row]:
        """Return the adjustments."""
        del books
        return self._rows


KIND: Final = Kind(
    columns=columns(
        "time instant, accounts text, account text, currency text, seq integer, amount money, reason text, by text,"
        "approved_by text"
    ),
    measure=AccountAdjustments,
    order=("time", "account", "seq"),
    key=("account", "seq"),
    unproved=frozenset(("reason", "by", "approved_by")),
    not_summed=frozenset(("seq",)),
    definition=2,
)
