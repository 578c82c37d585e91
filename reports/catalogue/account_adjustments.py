"""Every adjustment of an account: how much, why, and by whom.

Source: NJ 13:69O-1.9(d); regulation F35; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from players.queries.accounts import test_accounts
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.reconciliation import compare_totals
from reports.core.table import Column, Row, Table, Type
from reports.core.totals_key import money_column, totals_key_of
from reports.queries import rollups
from reports.queries.game_totals import money_totals
from staff.core.approval import people_of
from wallet.queries.report_rows import AdjustmentRow, adjustments_of

PAGE_ADJUSTMENTS: Final = 2_000

COLUMNS: Final = (
    Column(name="time", type=Type.INSTANT, meaning="When it was made."),
    ACCOUNTS,
    ACCOUNT,
    CURRENCY,
    Column(name="seq", type=Type.INTEGER, meaning="The number of its record in the account's chain."),
    money_column("amount", "What it added to cash; below zero where it took."),
    Column(name="reason", type=Type.TEXT, meaning="Why, in the words of who made it."),
    Column(name="by", type=Type.TEXT, meaning="Who made it, or proposed it."),
    Column(name="approved_by", type=Type.TEXT, meaning="Who approved it; nothing where nobody had to."),
)


def _read_page(scope: ReportScope, cursor: str) -> Page:
    period = scope.period
    adjustments = adjustments_of(period.start_ms, period.end_ms, after=_parse(cursor), limit=PAGE_ADJUSTMENTS)
    tests = test_accounts({row.chain for row in adjustments})
    rows = [_row(row, test=row.chain in tests) for row in adjustments]
    return Page(rows, _cursor(adjustments[-1]) if len(adjustments) == PAGE_ADJUSTMENTS else None)


def _row(adjustment: AdjustmentRow, *, test: bool) -> Row:
    by, approved_by = people_of(adjustment.actor)
    return {
        **totals_key_of(adjustment.currency, test=test)._asdict(),
        "time": adjustment.time_ms,
        "account": adjustment.chain.hex,
        "seq": adjustment.seq,
        "amount": adjustment.amount_minor,
        "reason": adjustment.reference,
        "by": by,
        "approved_by": approved_by,
    }


def _cursor(last: AdjustmentRow) -> str:
    return f"{last.time_ms}:{last.chain.hex}:{last.seq}"


def _parse(cursor: str) -> tuple[int, str, int] | None:
    if not cursor:
        return None
    time_ms, chain, seq = cursor.split(":")
    return int(time_ms), str(UUID(hex=chain)), int(seq)


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    net = money_totals(rollups.money_sums(scope.period), lambda group: group.sums.adjusted_minor)
    return compare_totals(
        table,
        "Adjustments: what the ledger's adjustment accounts gave to cash, withdrawals given back aside, less what they took",
        ("amount",),
        net,
    )


DEFINITION: Final = Definition(
    kind="account-adjustments",
    title="Account adjustments",
    version=2,
    regulation="NJ 13:69O-1.9(d)",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    filters=("accounts", "account", "currency"),
)
