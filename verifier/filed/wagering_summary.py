"""The report `wagering-summary`: what went to each game and came from it, and what was in play at both ends.

Source: docs/formats/report.md, "wagering-summary".
"""

from collections.abc import Iterable
from typing import Final

from verifier.filed.books import Books
from verifier.filed.columns import Row, columns, number
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Account, Dealt, Event, Paid, Raised, Settled, Stake
from verifier.filed.sums import Sums


class WageringSummary:
    """See `verifier.filed.kind.Measure`."""

    def __init__(self, scope: Scope) -> None:
        del scope
        self._sums = Sums(("to_games", "from_games", "start_funds", "end_funds", "win", "rake"))

    def take(self, event: Event) -> None:
        """Count what an event moved."""
        if isinstance(event, Paid):
            return
        row = self._at(event.account, event.stake)
        if isinstance(event, Dealt):
            row["to_games"] += event.stake.placed_minor
        elif isinstance(event, Raised):
            row["to_games"] += event.raised_minor
        elif isinstance(event, Settled):
            row["to_games"] += event.raised_minor
            row["from_games"] += event.returned_minor
            row["rake"] += event.rake_minor
        else:
            row["from_games"] += event.given_back_minor

    def rows(self, books: Books) -> Iterable[Row]:
        """Add what was in play at both ends of the interval."""
        for account in books.accounts.values():
            if account.start is not None:
                self._at(account, account.start)["start_funds"] += account.start_in_play_minor
            if account.stake is not None:
                self._at(account, account.stake)["end_funds"] += account.in_play_minor
        for row in self._sums.rows("accounts", "game", "currency"):
            yield row | {
                "win": number(row["to_games"])
                + number(row["start_funds"])
                - number(row["end_funds"])
                - number(row["from_games"])
            }

    def _at(self, account: Account, stake: Stake) -> dict[str, int]:
        return self._sums.at(account.accounts, stake.sheet["game"], account.currency)


KIND: Final = Kind(
    columns=columns(
        "accounts text, game text, currency text, to_games money, from_games money, start_funds money,"
        "end_funds money, win money, rake money"
    ),
    measure=WageringSummary,
    order=("accounts", "game", "currency"),
    key=("accounts", "game", "currency"),
    carried=True,
)
