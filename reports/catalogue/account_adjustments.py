"""Every adjustment of an account: how much, why, and by whom.

Source: NJ 13:69O-1.9(d); regulation F35; docs/formats/report.md.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from players.queries.accounts import test_accounts
from reports import measures
from reports.by_game import of_money
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Asked, Definition, Page, Reconciliation
from reports.core.purse import money, purse_of
from reports.core.reconciling import against
from reports.core.table import Column, Row, Table, Type
from wallet.queries.report_rows import AdjustmentRow, adjustments_of

PAGE_ADJUSTMENTS: Final = 2_000

COLUMNS: Final = (
    Column(name="time", type=Type.INSTANT, meaning="When it was made."),
    ACCOUNTS,
    ACCOUNT,
    CURRENCY,
    Column(name="seq", type=Type.INTEGER, meaning="The number of its record in the account's chain."),
    money("amount", "What it added to cash; below zero where it took."),
    Column(
        name="reason",
        type=Type.TEXT,
        meaning="Why, in the words of who made it; `withdrawal-<how it ended>:<id>` for a withdrawal given back.",
    ),
    Column(name="by", type=Type.TEXT, meaning="Who made it."),
    Column(name="approved_by", type=Type.TEXT, meaning="Who approved it; nothing where nobody had to."),
)


def _page(asked: Asked, place: str) -> Page:
    period = asked.period
    found = adjustments_of(period.start_ms, period.end_ms, after=_after(place), limit=PAGE_ADJUSTMENTS)
    tests = test_accounts({row.chain for row in found})
    rows = [_row(row, test=row.chain in tests) for row in found]
    return Page(rows, _place(found[-1]) if len(found) == PAGE_ADJUSTMENTS else None)


def _row(found: AdjustmentRow, *, test: bool) -> Row:
    return {
        **purse_of(found.currency, test=test)._asdict(),
        "time": found.time_ms,
        "account": found.chain.hex,
        "seq": found.seq,
        "amount": found.amount_minor,
        "reason": found.reference,
        "by": found.actor,
        # Until a second person has to approve an adjustment.
        "approved_by": None,
    }


def _place(last: AdjustmentRow) -> str:
    return f"{last.time_ms}:{last.chain.hex}:{last.seq}"


def _after(place: str) -> tuple[int, str, int] | None:
    if not place:
        return None
    time_ms, chain, seq = place.split(":")
    return int(time_ms), str(UUID(hex=chain)), int(seq)


def _reconcile(asked: Asked, table: Table) -> Sequence[Reconciliation]:
    net = of_money(measures.money(asked.period), lambda kind: kind.sums.adjusted_minor)
    return against(
        table, "Adjustments: what the ledger's adjustment accounts gave to cash less what they took", ("amount",), net
    )


DEFINITION: Final = Definition(
    kind="account-adjustments",
    title="Account adjustments",
    version=1,
    source="NJ 13:69O-1.9(d)",
    columns=COLUMNS,
    page=_page,
    reconcile=_reconcile,
    from_log=True,
    filters=("accounts", "account", "currency"),
)
