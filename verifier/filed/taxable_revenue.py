"""The report `taxable-revenue`: what was staked and returned, by game and gaming day.

Source: docs/formats/report.md, "taxable-revenue".
"""

from collections.abc import Iterable
from typing import Final

from verifier import windows
from verifier.filed.books import Books
from verifier.filed.columns import Row, columns, number
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Event, Settled
from verifier.filed.sums import Sums


class TaxableRevenue:
    """See `verifier.filed.kind.Measure`."""

    def __init__(self, scope: Scope) -> None:
        self._zone = scope.interval.zone
        self._sums = Sums(("games", "handle", "returned"))

    def take(self, event: Event) -> None:
        """Count a settlement on its gaming day; voids are not in it."""
        if not isinstance(event, Settled):
            return
        account, day = event.account, windows.day_of(event.at, zone=self._zone).isoformat()
        row = self._sums.at(account.accounts, day, event.stake.sheet["game"], account.currency)
        row["games"] += 1
        row["handle"] += event.staked_minor
        row["returned"] += event.returned_minor

    def rows(self, books: Books) -> Iterable[Row]:
        """Add GGR, which is what was staked less what was returned."""
        del books
        for row in self._sums.rows("accounts", "day", "game", "currency"):
            yield row | {"ggr": number(row["handle"]) - number(row["returned"])}


KIND: Final = Kind(
    columns=columns(
        "accounts text, day day, game text, currency text, games integer, handle money, returned money, ggr money"
    ),
    measure=TaxableRevenue,
    order=("accounts", "day", "game", "currency"),
    key=("accounts", "day", "game", "currency"),
)
