"""The report `game-performance`: what each version of a game took, paid and left open.

Source: docs/formats/report.md, "game-performance".
"""

from collections.abc import Iterable
from typing import Any, Final, cast

from verifier.filed.books import Books
from verifier.filed.columns import NOTHING, Row, columns, number, ratio
from verifier.filed.kind import Kind, Scope
from verifier.filed.money_events import Account, Dealt, Event, Paid, Raised, Settled, Stake
from verifier.filed.sums import Sums

_NUMBERS = (
    "games",
    "wagers",
    "winnings",
    "side_wagers",
    "side_winnings",
    "voided",
    "voided_amount",
    "fees",
    "interrupted",
    "interrupted_funds",
)


class GamePerformance:
    """See `verifier.filed.kind.Measure`."""

    def __init__(self, scope: Scope) -> None:
        del scope
        self._sums = Sums(_NUMBERS)

    def take(self, event: Event) -> None:
        """Count a round that ended."""
        if isinstance(event, Dealt | Raised | Paid):
            return
        row = self._at(event.account, event.stake)
        if isinstance(event, Settled):
            row["games"] += 1
            row["wagers"] += event.staked_minor - event.stake.bonus_minor
            row["winnings"] += event.returned_minor - event.side_returned_minor
            row["side_wagers"] += event.stake.bonus_minor
            row["side_winnings"] += event.side_returned_minor
            row["fees"] += event.rake_minor
        else:
            row["voided"] += 1
            row["voided_amount"] += event.given_back_minor

    def rows(self, books: Books) -> Iterable[Row]:
        """Add the open rounds, and the columns that follow from each game's sheet."""
        for account in books.accounts.values():
            if account.stake is not None:
                sums = self._at(account, account.stake)
                sums["interrupted"] += 1
                sums["interrupted_funds"] += account.in_play_minor
        for row in self._sums.rows("accounts", "game", "version", "currency"):
            yield row | _sheet_columns(books, str(row["game"]), number(row["version"]))

    def _at(self, account: Account, stake: Stake) -> dict[str, int]:
        return self._sums.at(account.accounts, stake.sheet["game"], stake.sheet["ver"], account.currency)


def _sheet_columns(books: Books, game: str, version: int) -> Row:
    release = books.releases[game, version]
    rtp = cast("dict[str, Any]", release.sheet)["rtp"]
    return {
        "family": release.sheet["family"],
        "available_since": release.since,
        "status": "offered" if books.offered.get(game) == version else "replaced",
        "theoretical_rtp": ratio(*rtp["total_wagered"]),
        "theoretical_side_rtp": ratio(*rtp["bonus"]) if "bonus" in rtp else NOTHING,
    }


KIND: Final = Kind(
    columns=columns(
        "accounts text, game text, version integer, family text, currency text, available_since instant, status text,"
        "theoretical_rtp ratio, games integer, wagers money, winnings money, actual_rtp ratio,"
        "theoretical_side_rtp ratio, side_wagers money, side_winnings money, actual_side_rtp ratio,"
        "voided integer, voided_amount money, fees money, interrupted integer, interrupted_funds money"
    ),
    measure=GamePerformance,
    order=("accounts", "game", "version", "currency"),
    key=("accounts", "game", "version", "currency"),
    shares={"actual_rtp": ("winnings", "wagers"), "actual_side_rtp": ("side_winnings", "side_wagers")},
    not_summed=frozenset(("version",)),
    carried=True,
)
