"""Every payment that was under way in the interval, with its state at the end and the provider's own name for it.

An operator holds it against the statements of the providers and the bank. The money of a deposit that was settled, and of
a withdrawal that was paid, moved in the interval: those that ended before it are not listed.

Source: N.J.A.C. 13:69O-1.9; regulation F35; docs/formats/report.md.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final
from uuid import UUID

from cashier.core.payment import Direction, Payment, Status
from cashier.queries.payments_of_interval import RequestKey, payments_under_way, request_key
from kernel.ids import ChainId
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.paging import split_page
from reports.core.period import Period
from reports.core.reconciliation import compare_totals
from reports.core.table import Cell, Column, Row, Table, Type
from reports.core.totals_key import money_column
from reports.queries import rollups
from reports.queries.account_kinds import account_kinds
from reports.queries.game_totals import money_totals
from staff.core.approval import people_of

COLUMNS: Final = (
    Column(name="requested", type=Type.INSTANT, meaning="When the player asked for it."),
    Column(name="id", type=Type.TEXT, meaning="The payment's own number, which the provider was told: 32 hex digits."),
    ACCOUNTS,
    ACCOUNT,
    CURRENCY,
    Column(name="provider", type=Type.TEXT, meaning="The payment provider."),
    Column(
        name="reference",
        type=Type.TEXT,
        meaning="The provider's own name for it, as known when the report was read; nothing before the provider answered.",
    ),
    Column(name="type", type=Type.TEXT, meaning="Which way the money goes: `deposit` or `withdrawal`."),
    Column(name="method", type=Type.TEXT, meaning="By which of the provider's methods."),
    Column(name="amount", type=Type.MONEY, meaning="How much was asked for."),
    Column(
        name="status",
        type=Type.TEXT,
        meaning=(
            "How it stood at the end: `requested` (the provider has not answered), `pending`, `cancelling`, `settled`,"
            " `refused` or `cancelled`."
        ),
    ),
    Column(name="since", type=Type.INSTANT, meaning="Since when it stood so."),
    Column(name="reason", type=Type.TEXT, meaning="Why it stands so, where a reason was given."),
    Column(
        name="by",
        type=Type.TEXT,
        meaning="Who brought it there: `player`, `provider`, `platform`, or `operator:` with a name, who proposed it.",
    ),
    Column(name="approved_by", type=Type.TEXT, meaning="Who approved it; nothing where nobody had to."),
    Column(
        name="seq",
        type=Type.INTEGER,
        meaning="The number of the newest record in the account's chain that moved its money; nothing where none did.",
    ),
    money_column("paid_in", "What came from the player: the amount of a deposit that was settled in the interval."),
    money_column("paid_out", "What went to the player: the amount of a withdrawal that was settled in the interval."),
)


def _read_page(scope: ReportScope, cursor: str) -> Page:
    under_way = payments_under_way(scope.period.start_ms, scope.period.end_ms, after=_parse(cursor))
    payments, next_cursor = split_page(under_way, _cursor)
    accounts = account_kinds(payment.chain for payment in payments)
    return Page([_row(payment, accounts) for payment in payments], next_cursor)


def _row(payment: Payment, accounts: Mapping[ChainId, str]) -> Row:
    by, approved_by = people_of(payment.cause.actor)
    moved = payment.amount_minor if payment.status is Status.SETTLED else None
    return {
        "requested": payment.history[0].at_ms,
        "id": payment.id.hex,
        "accounts": accounts[payment.chain],
        "account": payment.chain.hex,
        "currency": payment.currency,
        "provider": payment.provider,
        "reference": payment.reference or None,
        "type": payment.direction.value,
        "method": payment.method,
        "amount": payment.amount_minor,
        "status": payment.status.value,
        "since": payment.history[-1].at_ms,
        "reason": payment.cause.reason or None,
        "by": by,
        "approved_by": approved_by,
        "seq": next((entry.seq for entry in reversed(payment.history) if entry.seq is not None), None),
        "paid_in": moved if payment.direction is Direction.DEPOSIT else None,
        "paid_out": moved if payment.direction is Direction.WITHDRAWAL else None,
    }


def _cursor(payment: Payment) -> str:
    key = request_key(payment)
    return f"{key.at_ms}:{key.id.hex}"


def _parse(cursor: str) -> RequestKey | None:
    if not cursor:
        return None
    at_ms, payment_id = cursor.split(":")
    return RequestKey(int(at_ms), UUID(hex=payment_id))


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    groups = rollups.money_sums(scope.period)
    return [
        *compare_totals(
            table,
            "Deposits settled: what the ledger's deposit accounts gave to cash",
            ("paid_in",),
            money_totals(groups, lambda group: group.sums.deposited_minor),
        ),
        *compare_totals(
            _withdrawals(table, lambda cells: _is_of(scope.period, cells["requested"])),
            "Withdrawals requested: what the ledger took from cash for them",
            ("amount",),
            money_totals(groups, lambda group: group.sums.withdrawn_minor),
        ),
        *compare_totals(
            _withdrawals(table, lambda cells: cells["status"] in {Status.REFUSED, Status.CANCELLED}),
            "Withdrawals refused or cancelled: what the ledger gave back to cash",
            ("amount",),
            money_totals(groups, lambda group: group.sums.given_back_minor),
        ),
    ]


def _is_of(period: Period, instant: Cell) -> bool:
    return isinstance(instant, int) and instant >= period.start_ms


def _withdrawals(table: Table, which: Callable[[Mapping[str, Cell]], bool]) -> Table:
    """Return the table with some of its withdrawals alone, without totals."""
    names = [column.name for column in table.columns]
    cells = ((row, dict(zip(names, row, strict=True))) for row in table.rows)
    rows = tuple(row for row, by_name in cells if by_name["type"] == Direction.WITHDRAWAL and which(by_name))
    return Table(columns=table.columns, rows=rows, totals=())


DEFINITION: Final = Definition(
    kind="payments-by-state",
    title="Payments by state",
    version=1,
    regulation="N.J.A.C. 13:69O-1.9",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    filters=("accounts", "account", "currency", "provider", "type", "method", "status", "by", "approved_by"),
)
