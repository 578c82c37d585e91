"""The report `player-sessions`: what the rounds of each session came to, by the session that their stakes name.

No log shows a session without a stake, nor when sessions began and ended.

Source: docs/formats/report.md, "player-sessions"; docs/formats/sessions.md.
"""

from collections.abc import Iterable
from typing import Final

from verifier.filed.books import Books
from verifier.filed.columns import Row, columns
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Event, Settled, Voided
from verifier.filed.sums import Sums

_NUMBERS = ("games", "wagers", "winnings", "side_wagers", "side_winnings", "voided", "voided_amount")
_OF_ACCOUNT = ("deposits", "withdrawals", "opening", "closing")


class PlayerSessions:
    """See `verifier.filed.kind.Measure`."""

    def __init__(self, scope: Scope) -> None:
        del scope
        self._sums = Sums(_NUMBERS)

    def take(self, event: Event) -> None:
        """Count a round that ended."""
        if not isinstance(event, Settled | Voided):
            return
        account, stake = event.account, event.stake
        row = self._sums.at(stake.session, account.accounts, account.chain, account.currency)
        if isinstance(event, Settled):
            row["games"] += 1
            row["wagers"] += event.staked_minor - stake.bonus_minor
            row["winnings"] += event.returned_minor - event.side_returned_minor
            row["side_wagers"] += stake.bonus_minor
            row["side_winnings"] += event.side_returned_minor
        else:
            row["voided"] += 1
            row["voided_amount"] += event.given_back_minor

    def rows(self, books: Books) -> Iterable[Row]:
        """Return the sessions of which a round ended."""
        del books
        return self._sums.rows("reference", "accounts", "account", "currency")


KIND: Final = Kind(
    columns=columns(
        "session text, reference text, accounts text, account text, currency text, start instant, last_active instant,"
        "end instant, end_reason text, geo text, games integer, wagers money, winnings money, side_wagers money,"
        "side_winnings money, voided integer, voided_amount money, deposits money, withdrawals money, opening money,"
        "closing money"
    ),
    measure=PlayerSessions,
    order=("account", "reference"),
    key=("account", "reference"),
    unproved=frozenset(("session", "start", "last_active", "end", "end_reason", "geo", *_OF_ACCOUNT)),
    not_summed=frozenset(_OF_ACCOUNT),
    idle_rows=True,
    definition=3,
)
