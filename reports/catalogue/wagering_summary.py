"""Money into and out of games, with the money in play at both ends of the interval.

Source: NJ 13:69O-1.9(d); regulation F35; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final

from games.queries.sheets import sheet_by_leaf
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.definition import AddedOverCells, Definition, Page, Reconciliation, ReportScope
from reports.core.reconciliation import compare_totals
from reports.core.table import Row, Table
from reports.core.totals_key import GAME, drop_zero_rows, money_column
from reports.queries import rollups
from reports.queries.game_totals import game_key, merge_totals, money_totals, rake_minor

COLUMNS: Final = (
    ACCOUNTS,
    GAME,
    CURRENCY,
    money_column(
        "to_games",
        "What went into play in the interval: stakes of rounds dealt and raises of rounds settled, stakes and raises at"
        " tables.",
    ),
    money_column("from_games", "What came back: of rounds settled, and stakes of rounds voided, in the interval."),
    money_column("start_funds", "Stakes of rounds that were open when the interval began."),
    money_column("end_funds", "Stakes of rounds that were open when it was over."),
    money_column("win", "The house's: to_games + start_funds - end_funds - from_games."),
    money_column("rake", "What the house kept of games around a pot; no other game takes any."),
)


def _read_page(scope: ReportScope, _: str) -> Page:
    return _page_of_games(scope, rollups.game_sums(scope.period))


def _page_of_games(scope: ReportScope, games: Sequence[rollups.GameSums]) -> Page:
    within, before = (merge_totals(sums, game_key) for sums in (games, rollups.game_sums_before(scope.period.first)))
    rows: list[Row] = []
    for key in sorted(within.keys() | before.keys()):
        sums = within.get(key)
        start_minor = before[key].in_play_minor if key in before else 0
        end_minor = start_minor + (sums.in_play_minor if sums else 0)
        to_minor = sums.into_play_minor if sums else 0
        from_minor = sums.returned_minor + sums.voided_minor if sums else 0
        rows.append(
            {
                **key._asdict(),
                "to_games": to_minor,
                "from_games": from_minor,
                "start_funds": start_minor,
                "end_funds": end_minor,
                "win": to_minor + start_minor - end_minor - from_minor,
                "rake": rake_minor(sheet_by_leaf(sums.rules_leaf), sums) if sums else 0,
            }
        )
    return Page(drop_zero_rows(rows, COLUMNS))


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    moved = rollups.money_sums(scope.period)
    start, end = (rollups.money_sums_before(day) for day in (scope.period.first, scope.period.until))
    compared = (
        (
            "To games: what went from cash into play, in the ledger",
            "to_games",
            money_totals(moved, lambda group: group.sums.into_play_minor),
        ),
        (
            "From games: what came back to cash from play, in the ledger",
            "from_games",
            money_totals(moved, lambda group: group.sums.from_play_minor),
        ),
        (
            "Win: what the house took from play less what it paid, in the ledger",
            "win",
            money_totals(moved, lambda group: group.sums.lost_minor - group.sums.won_minor),
        ),
        (
            "Funds at the start: what was in play, in the ledger",
            "start_funds",
            money_totals(start, lambda group: group.sums.in_play_minor),
        ),
        (
            "Funds at the end: what was in play, in the ledger",
            "end_funds",
            money_totals(end, lambda group: group.sums.in_play_minor),
        ),
    )
    return [line for what, column, ledger in compared for line in compare_totals(table, what, (column,), ledger)]


DEFINITION: Final = Definition(
    kind="wagering-summary",
    title="Wagering summary",
    version=1,
    regulation="NJ 13:69O-1.9(d)2",
    columns=COLUMNS,
    read_page=_read_page,
    page_of_games=_page_of_games,
    reconcile=_reconcile,
    from_log=True,
    cumulative=True,
    carries_balance=True,
    filters=("accounts", "game", "currency"),
    over_cells=AddedOverCells(),
)
