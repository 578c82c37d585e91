"""Gross gaming revenue by game and gaming day: what is taxed.

Source: regulation section 8; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final

from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.definition import Chart, Definition, Page, Reconciliation, ReportScope
from reports.core.reconciliation import compare_totals
from reports.core.table import Column, Row, Table, Type
from reports.core.totals_key import GAME, count_column, drop_zero_rows, money_column
from reports.queries import rollups
from reports.queries.game_totals import game_key, game_totals, merge_totals, money_totals

COLUMNS: Final = (
    ACCOUNTS,
    Column(name="day", type=Type.DAY, meaning="The gaming day on which the rounds were settled."),
    GAME,
    CURRENCY,
    count_column("games", "Rounds settled; voided ones are not among them."),
    money_column("handle", "All that was staked in them, side bets and raises among it."),
    money_column("returned", "All that they gave back."),
    money_column("ggr", "Gross gaming revenue: handle less returned."),
)


def _read_page(scope: ReportScope, _: str) -> Page:
    days: dict[str, list[rollups.GameSums]] = {}
    for day, sums in rollups.daily_game_sums(scope.period):
        days.setdefault(day.isoformat(), []).append(sums)
    rows: list[Row] = [
        {
            **key._asdict(),
            "day": day,
            "games": sums.settled,
            "handle": sums.settled_minor,
            "returned": sums.returned_minor,
            "ggr": sums.settled_minor - sums.returned_minor,
        }
        for day, rows_of_day in days.items()
        for key, sums in merge_totals(rows_of_day, game_key).items()
    ]
    # The sort is stable: the days stay in order within each kind of accounts.
    return Page(drop_zero_rows(sorted(rows, key=lambda row: str(row["accounts"])), COLUMNS))


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    moved = rollups.money_sums(scope.period)
    voided = game_totals(rollups.game_sums(scope.period), lambda sums: sums.voided_minor)
    return [
        *compare_totals(
            table,
            "Gross gaming revenue: what the house took from play less what it paid, in the ledger",
            ("ggr",),
            money_totals(moved, lambda group: group.sums.lost_minor - group.sums.won_minor),
        ),
        *compare_totals(
            table,
            "Handle, with voided stakes: what left play, in the ledger",
            ("handle",),
            money_totals(moved, lambda group: group.sums.left_play_minor),
            unreported=voided,
        ),
    ]


DEFINITION: Final = Definition(
    kind="taxable-revenue",
    title="Taxable revenue",
    version=1,
    regulation="NJ 13:69O-1.9; PA 811a.9",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    cumulative=True,
    filters=("accounts", "game", "currency"),
    chart=Chart(title="Gross gaming revenue by game", label="game", values=("ggr",)),
)
