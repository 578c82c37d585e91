"""The report `voids`: each round that was voided and each stake that a table gave back, why, and by whom.

Source: docs/formats/report.md, "voids".
"""

from collections.abc import Iterable
from typing import Final

from verifier.filed.books import Books
from verifier.filed.columns import NOTHING, Row, columns
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Event, Voided


class Voids:
    """See `verifier.filed.kind.Measure`."""

    def __init__(self, scope: Scope) -> None:
        del scope
        self._rows: list[Row] = []

    def take(self, event: Event) -> None:
        """Keep a void."""
        if isinstance(event, Voided):
            account, cause = event.account, event.cause
            people = [f"operator:{name}" for name in cause.by]
            by, approved_by = people or (NOTHING, NOTHING)
            self._rows.append(
                {
                    "time": event.at,
                    "accounts": account.accounts,
                    "account": account.chain,
                    "currency": account.currency,
                    "game": event.stake.sheet["game"],
                    "round": event.stake.round_id,
                    "seq": event.seq,
                    "amount": event.given_back_minor,
                    "cause": cause.kind,
                    "reason": cause.reason,
                    "by": by,
                    "approved_by": approved_by,
                }
            )

    def rows(self, books: Books) -> Iterable[Row]:
        """Return the voids."""
        del books
        return self._rows


KIND: Final = Kind(
    columns=columns(
        "time instant, accounts text, account text, currency text, game text, round text, seq integer, amount money,"
        "cause text, reason text, by text, approved_by text"
    ),
    measure=Voids,
    order=("time", "account", "seq"),
    key=("account", "seq"),
    not_summed=frozenset(("seq",)),
)
