"""The report `session-games`: what the rounds of each session came to, by the session of their stakes and their rules.

Source: docs/formats/report.md, "session-games"; docs/formats/sessions.md.
"""

from collections.abc import Iterable
from typing import Final

from verifier.filed.books import Books
from verifier.filed.columns import Cell, Row, columns
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Event, Settled, Voided
from verifier.filed.sums import Sums

_NAMES = ("accounts", "account", "reference", "game", "version", "family", "currency")
_NUMBERS = ("games", "wagers", "winnings", "side_wagers", "side_winnings", "voided", "voided_amount", "fees")


class SessionGames:
    """See `verifier.filed.kind.Measure`."""

    def __init__(self, scope: Scope) -> None:
        del scope
        self._sums = Sums(_NUMBERS)
        self._spans: dict[tuple[Cell, ...], tuple[int, int]] = {}
        """When the first round of a row was staked, and when the last one ended."""

    def take(self, event: Event) -> None:
        """Count a round that ended."""
        if not isinstance(event, Settled | Voided):
            return
        account, stake, sheet = event.account, event.stake, event.stake.sheet
        whose = account.accounts, account.chain, stake.session
        key = *whose, sheet["game"], sheet["ver"], sheet["family"], account.currency
        first, last = self._spans.get(key, (stake.placed_at, event.at))
        self._spans[key] = min(first, stake.placed_at), max(last, event.at)
        row = self._sums.at(*key)
        if isinstance(event, Settled):
            row["games"] += 1
            row["wagers"] += event.staked_minor - stake.bonus_minor
            row["winnings"] += event.returned_minor - event.side_returned_minor
            row["side_wagers"] += stake.bonus_minor
            row["side_winnings"] += event.side_returned_minor
            row["fees"] += event.rake_minor
        else:
            row["voided"] += 1
            row["voided_amount"] += event.given_back_minor

    def rows(self, books: Books) -> Iterable[Row]:
        """Return the sessions and games of which a round ended."""
        del books
        for row in self._sums.rows(*_NAMES):
            first, last = self._spans[tuple(row[name] for name in _NAMES)]
            yield row | {"first_stake": first, "last_end": last}


KIND: Final = Kind(
    columns=columns(
        "accounts text, account text, reference text, game text, version integer, family text, currency text,"
        "first_stake instant, last_end instant, games integer, wagers money, winnings money, side_wagers money,"
        "side_winnings money, voided integer, voided_amount money, fees money"
    ),
    measure=SessionGames,
    order=("account", "reference", "game", "version"),
    key=("account", "reference", "game", "version"),
    not_summed=frozenset(("version",)),
)
