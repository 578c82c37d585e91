"""What the house owes its players: their cash, and what they have in play.

Source: GLI-19 2.9.3; regulation F33; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final

from cashier.queries.unfinished_payments import pending_withdrawals
from players.queries.accounts import test_accounts
from reports import measures
from reports.by_game import of_games, of_money
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.agreement import Figure
from reports.core.definition import Asked, Definition, Page, Reconciliation
from reports.core.purse import Purse, money, purse_of, told
from reports.core.reconciling import against
from reports.core.table import Row, Table
from reports.sources import balances

COLUMNS: Final = (
    ACCOUNTS,
    CURRENCY,
    money("cash", "What is free on all accounts at the end of the interval."),
    money("in_play", "Stakes of rounds that are open then."),
    money("liability", "The sum of both: what is held for players."),
    money(
        "pending_withdrawals",
        "Withdrawals asked for before the end and by then neither paid nor given back: no longer on the accounts, and"
        " not part of the liability.",
    ),
)


def _page(asked: Asked, _: str) -> Page:
    life = measures.money_before(asked.period.until)
    cash = of_money(life, lambda kind: kind.sums.cash_minor)
    in_play = of_money(life, lambda kind: kind.sums.in_play_minor)
    pending = _pending(asked.period.end_ms)
    rows: list[Row] = [
        {
            **purse._asdict(),
            "cash": cash.get(purse, 0),
            "in_play": in_play.get(purse, 0),
            "liability": cash.get(purse, 0) + in_play.get(purse, 0),
            "pending_withdrawals": pending.get(purse, 0),
        }
        for purse in sorted(cash.keys() | pending.keys())
    ]
    return Page(told(rows, COLUMNS))


def _pending(before_ms: int) -> dict[Purse, int]:
    waiting = pending_withdrawals(before_ms=before_ms)
    tests = test_accounts(row.chain for row in waiting)
    sums: dict[Purse, int] = {}
    for row in waiting:
        purse = purse_of(row.currency, test=row.chain in tests)
        sums[purse] = sums.get(purse, 0) + row.amount_minor
    return sums


def _reconcile(asked: Asked, table: Table) -> Sequence[Reconciliation]:
    kept = balances(asked.period.end_ms)
    rounds = of_games(measures.games_before(asked.period.until), lambda sums: sums.in_play_minor)
    return [
        *against(
            table,
            "Cash: the balances that the ledger kept, account by account",
            ("cash",),
            {purse: figures[Figure.CASH] for purse, figures in kept.items()},
        ),
        *against(
            table,
            "In play: the balances that the ledger kept, account by account",
            ("in_play",),
            {purse: figures[Figure.IN_PLAY] for purse, figures in kept.items()},
        ),
        *against(table, "In play: the stakes of open rounds, as the games tell", ("in_play",), rounds),
    ]


DEFINITION: Final = Definition(
    kind="operator-liability",
    title="Operator liability",
    version=1,
    source="GLI-19 2.9.3",
    columns=COLUMNS,
    page=_page,
    reconcile=_reconcile,
    from_log=True,
    to_date=True,
    carried=True,
    filters=("accounts", "currency"),
)
