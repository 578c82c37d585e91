"""Deposits and withdrawals that were pending at the interval's end, with their status.

A status that began at the very end belongs to the next interval.

Source: N.J.A.C. 13:69O-1.9; regulation F35.
"""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from cashier.core.payment import Payment
from cashier.queries.unfinished_payments import payments_open_at
from kernel.ids import ChainId
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.definition import Definition, Page, ReportScope
from reports.core.paging import split_page
from reports.core.table import Column, Row, Type
from reports.queries.account_kinds import account_kinds


def _read_page(scope: ReportScope, cursor: str) -> Page:
    pending = payments_open_at(scope.period.end_ms, after=UUID(hex=cursor) if cursor else None)
    payments, next_cursor = split_page(pending, lambda payment: payment.id.hex)
    accounts = account_kinds(payment.chain for payment in payments)
    return Page([_row(payment, accounts) for payment in payments], next_cursor)


def _row(payment: Payment, accounts: Mapping[ChainId, str]) -> Row:
    return {
        "id": payment.id.hex,
        "accounts": accounts[payment.chain],
        "account": payment.chain.hex,
        "currency": payment.currency,
        "type": payment.direction.value,
        "amount": payment.amount_minor,
        "method": payment.method,
        "requested": payment.history[0].at_ms,
        "status": payment.status.value,
    }


DEFINITION: Final = Definition(
    kind="pending-payments",
    title="Pending deposits and withdrawals",
    version=1,
    regulation="N.J.A.C. 13:69O-1.9",
    columns=(
        Column(name="id", type=Type.TEXT, meaning="The payment's own number: 32 hex digits."),
        ACCOUNTS,
        ACCOUNT,
        CURRENCY,
        Column(name="type", type=Type.TEXT, meaning="Which way the money goes: `deposit` or `withdrawal`."),
        Column(name="amount", type=Type.MONEY, meaning="How much is to be paid.", summed=True),
        Column(name="method", type=Type.TEXT, meaning="By which of the provider's methods."),
        Column(name="requested", type=Type.INSTANT, meaning="When the player asked for it."),
        Column(
            name="status",
            type=Type.TEXT,
            meaning=(
                "How it stood at the end of the interval: `requested` of the provider, `pending` for the provider's or"
                " an operator's decision, or `cancelling`."
            ),
        ),
    ),
    read_page=_read_page,
    filters=("accounts", "account", "currency", "type", "method", "status"),
)
