"""What the operator owes its players: their cash, and their money in play.

Source: GLI-19 2.9.3; regulation F33; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final

from cashier.queries.unfinished_payments import pending_withdrawals
from players.queries.accounts import test_accounts
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.agreement import Figure
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.reconciliation import compare_totals
from reports.core.table import Row, Table
from reports.core.totals_key import TotalsKey, drop_zero_rows, money_column, totals_key_of
from reports.queries import rollups
from reports.queries.figures import ledger_balances
from reports.queries.game_totals import game_totals, money_totals

COLUMNS: Final = (
    ACCOUNTS,
    CURRENCY,
    money_column("cash", "What is free on all accounts at the end of the interval."),
    money_column("in_play", "Stakes of rounds that are open then."),
    money_column("liability", "The sum of both: what is held for players."),
    money_column(
        "pending_withdrawals",
        "Withdrawals asked for before the end and by then neither paid nor given back: no longer on the accounts, and"
        " not part of the liability.",
    ),
)


def _read_page(scope: ReportScope, _: str) -> Page:
    life = rollups.money_sums_before(scope.period.until)
    cash = money_totals(life, lambda group: group.sums.cash_minor)
    in_play = money_totals(life, lambda group: group.sums.in_play_minor)
    pending = _pending(scope.period.end_ms)
    rows: list[Row] = [
        {
            **key._asdict(),
            "cash": cash.get(key, 0),
            "in_play": in_play.get(key, 0),
            "liability": cash.get(key, 0) + in_play.get(key, 0),
            "pending_withdrawals": pending.get(key, 0),
        }
        for key in sorted(cash.keys() | pending.keys())
    ]
    return Page(drop_zero_rows(rows, COLUMNS))


def _pending(before_ms: int) -> dict[TotalsKey, int]:
    pending = pending_withdrawals(before_ms=before_ms)
    tests = test_accounts(row.chain for row in pending)
    sums: dict[TotalsKey, int] = {}
    for row in pending:
        key = totals_key_of(row.currency, test=row.chain in tests)
        sums[key] = sums.get(key, 0) + row.amount_minor
    return sums


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    balances = ledger_balances(scope.period.end_ms)
    rounds = game_totals(rollups.game_sums_before(scope.period.until), lambda sums: sums.in_play_minor)
    return [
        *compare_totals(
            table,
            "Cash: the balances that the ledger kept, account by account",
            ("cash",),
            {key: figures[Figure.CASH] for key, figures in balances.items()},
        ),
        *compare_totals(
            table,
            "In play: the balances that the ledger kept, account by account",
            ("in_play",),
            {key: figures[Figure.IN_PLAY] for key, figures in balances.items()},
        ),
        *compare_totals(table, "In play: the stakes of open rounds, as the games tell", ("in_play",), rounds),
    ]


DEFINITION: Final = Definition(
    kind="operator-liability",
    title="Operator liability",
    version=1,
    regulation="GLI-19 2.9.3",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    cumulative=True,
    carries_balance=True,
    filters=("accounts", "currency"),
)
