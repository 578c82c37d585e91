"""What the operator owes its players: their cash, their money in play, and withdrawals that are not paid yet.

Source: GLI-19 2.9.3; regulation F33; docs/formats/report.md; docs/adr/0075-unpaid-is-owed.md.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from cashier.core.payment import Status
from cashier.queries.unfinished_payments import unpaid_withdrawals
from cashier.queries.withdrawal_sums import paid_withdrawals
from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.agreement import Figure
from reports.core.definition import AddedOverCells, Definition, Page, Reconciliation, ReportScope
from reports.core.period import Period
from reports.core.reconciliation import column_totals, compare_totals
from reports.core.table import Row, Table
from reports.core.totals_key import TotalsKey, drop_zero_rows, money_column
from reports.queries import rollups
from reports.queries.account_kinds import add_up
from reports.queries.figures import ledger_balances
from reports.queries.game_totals import game_totals, money_totals

_UNPAID: Final = {
    "unpaid_requested": Status.REQUESTED,
    "unpaid_pending": Status.PENDING,
    "unpaid_cancelling": Status.CANCELLING,
}
"""The status, as the interval ends, of the withdrawals in each column."""

_HELD: Final = ("cash", "in_play", *_UNPAID)

COLUMNS: Final = (
    ACCOUNTS,
    CURRENCY,
    money_column("cash", "What is free on all accounts at the end of the interval."),
    money_column("in_play", "Stakes of rounds that are open then, alone or at tables."),
    money_column(
        "unpaid_requested", "Withdrawals that are no longer in cash, of which the provider has said nothing yet."
    ),
    money_column("unpaid_pending", "Those that wait for the provider's or an operator's decision."),
    money_column("unpaid_cancelling", "Those that are to be stopped, and have not come back yet."),
    money_column("liability", "The sum of these five: what is held for players."),
)


def _read_page(scope: ReportScope, _: str) -> Page:
    life = rollups.money_sums_before(scope.period.until)
    unpaid = unpaid_withdrawals(before_ms=scope.period.end_ms)
    parts = {
        "cash": money_totals(life, lambda group: group.sums.cash_minor),
        "in_play": money_totals(life, lambda group: group.sums.in_play_minor),
        **{name: add_up([row for row in unpaid if row.status is status]) for name, status in _UNPAID.items()},
    }
    keys = sorted({key for part in parts.values() for key in part})
    rows = [_row(key, {name: part.get(key, 0) for name, part in parts.items()}) for key in keys]
    return Page(drop_zero_rows(rows, COLUMNS))


def _row(key: TotalsKey, held: dict[str, int]) -> Row:
    return {**key._asdict(), **held, "liability": sum(held.values())}


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
        *_reconcile_unpaid(scope.period, table),
        *compare_totals(
            table,
            "Liability: what all accounts, games and withdrawals hold",
            ("liability",),
            column_totals(table, *_HELD),
        ),
    ]


def _reconcile_unpaid(period: Period, table: Table) -> list[Reconciliation]:
    """Compare what is unpaid with the last gaming day's movements: one day costs the same, however long the interval."""
    day = Period(period.until - timedelta(days=1), period.until, period.zone)
    moved = rollups.money_sums(day)
    return compare_totals(
        table,
        "Unpaid withdrawals, with those paid on the last day: those unpaid before it and asked for on it, less those"
        " given back, in the ledger",
        tuple(_UNPAID),
        _sum(
            add_up(unpaid_withdrawals(before_ms=day.start_ms)),
            money_totals(moved, lambda group: group.sums.withdrawn_minor - group.sums.given_back_minor),
        ),
        unreported=add_up(paid_withdrawals(start_ms=day.start_ms, end_ms=day.end_ms)),
    )


def _sum(*parts: dict[TotalsKey, int]) -> dict[TotalsKey, int]:
    keys = {key for part in parts for key in part}
    return {key: sum(part.get(key, 0) for part in parts) for key in keys}


DEFINITION: Final = Definition(
    kind="operator-liability",
    title="Operator liability",
    version=2,
    regulation="GLI-19 2.9.3",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    beyond_log=True,
    cumulative=True,
    carries_balance=True,
    filters=("accounts", "currency"),
    over_cells=AddedOverCells(),
)
