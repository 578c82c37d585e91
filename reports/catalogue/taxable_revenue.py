"""Gross gaming revenue by game and gaming day: what is taxed.

Source: regulation section 8; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final

from reports import measures
from reports.by_game import game_of, of_games, of_money, together
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.definition import Asked, Chart, Definition, Page, Reconciliation
from reports.core.purse import GAME, count, money, told
from reports.core.reconciling import against
from reports.core.table import Column, Row, Table, Type

COLUMNS: Final = (
    ACCOUNTS,
    Column(name="day", type=Type.DAY, meaning="The gaming day on which the rounds were settled."),
    GAME,
    CURRENCY,
    count("games", "Rounds settled; voided ones are not among them."),
    money("handle", "All that was staked in them, side bets and raises among it."),
    money("returned", "All that they gave back."),
    money("ggr", "Gross gaming revenue: handle less returned."),
)


def _page(asked: Asked, _: str) -> Page:
    days: dict[str, list[measures.GameSums]] = {}
    for day, sums in measures.days_of_games(asked.period):
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
        for day, found in days.items()
        for key, sums in together(found, game_of).items()
    ]
    # The days are in order, and so stay within each kind of accounts.
    return Page(told(sorted(rows, key=lambda row: str(row["accounts"])), COLUMNS))


def _reconcile(asked: Asked, table: Table) -> Sequence[Reconciliation]:
    moved = measures.money(asked.period)
    voided = of_games(measures.games(asked.period), lambda sums: sums.voided_minor)
    return [
        *against(
            table,
            "Gross gaming revenue: what the house took from play less what it paid, in the ledger",
            ("ggr",),
            of_money(moved, lambda kind: kind.sums.lost_minor - kind.sums.won_minor),
        ),
        *against(
            table,
            "Handle, with voided stakes: what left play, in the ledger",
            ("handle",),
            of_money(moved, lambda kind: kind.sums.left_play_minor),
            also=voided,
        ),
    ]


DEFINITION: Final = Definition(
    kind="taxable-revenue",
    title="Taxable revenue",
    version=1,
    source="NJ 13:69O-1.9; PA 811a.9",
    columns=COLUMNS,
    page=_page,
    reconcile=_reconcile,
    from_log=True,
    to_date=True,
    filters=("accounts", "game", "currency"),
    chart=Chart(title="Gross gaming revenue by game", label="game", values=("ggr",)),
)
