"""Compare a report that has the rounds of an interval in other rows with what all games came to."""

from collections.abc import Sequence

from reports.core.definition import Reconciliation
from reports.core.period import Period
from reports.core.reconciliation import column_totals, compare_totals
from reports.core.table import Table
from reports.core.totals_key import TotalsKey
from reports.queries import rollups
from reports.queries.game_totals import game_totals


def compare_with_games(period: Period, table: Table) -> list[Reconciliation]:
    """Compare the rounds, wagers, winnings and voids of a table, in the columns of `game-performance`, with the roll-ups."""
    games = rollups.game_sums(period)
    return [
        *_compare_counts(table, games),
        *compare_totals(
            table,
            "Wagers and side bets: those of all games",
            ("wagers", "side_wagers"),
            game_totals(games, lambda sums: sums.settled_minor),
        ),
        *compare_totals(
            table,
            "Winnings and side winnings: those of all games",
            ("winnings", "side_winnings"),
            game_totals(games, lambda sums: sums.returned_minor),
        ),
        *compare_totals(
            table,
            "Stakes of voided rounds: those of all games",
            ("voided_amount",),
            game_totals(games, lambda sums: sums.voided_minor),
        ),
    ]


def _compare_counts(table: Table, games: Sequence[rollups.GameSums]) -> list[Reconciliation]:
    """Compare how many rounds ended, in whatever currency."""
    reported = _by_accounts(column_totals(table, "games", "voided"))
    ledger = _by_accounts(game_totals(games, lambda sums: sums.settled + sums.voided))
    accounts = sorted(each for each in reported.keys() | ledger.keys() if reported.get(each) or ledger.get(each))
    what = "Rounds, settled and voided: those of all games"
    return [Reconciliation(what, each, "", reported.get(each, 0), ledger.get(each, 0)) for each in accounts]


def _by_accounts(totals: dict[TotalsKey, int]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for key, count in totals.items():
        sums[key.accounts] = sums.get(key.accounts, 0) + count
    return sums
