"""Dormant accounts as of the interval's end, and their balances.

An account is dormant from the event that marked it (players/operations/dormancy.py) until the event that changes its
status again. An event at the very end belongs to the next interval.

Source: N.J.A.C. 13:69O-1.1; GLI-19 A.3.9; regulation F59.
"""

from typing import Final

from kernel.ids import chain_id
from kernel.instants import from_epoch_ms, to_epoch_ms
from players.queries.dormant_accounts import DormantRow, dormant_at
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY, account_kind
from reports.core.definition import Definition, Page, ReportScope
from reports.core.paging import split_page
from reports.core.table import Column, Row, Type
from tables.queries.stake_outcomes import chips_of
from wallet.queries.balances import BalanceAt, balances_before


def _read_page(scope: ReportScope, cursor: str) -> Page:
    dormant = dormant_at(from_epoch_ms(scope.period.end_ms), after=chain_id(cursor))
    accounts, next_cursor = split_page(dormant, lambda account: account.chain.hex)
    chains = [account.chain for account in accounts]
    balances = balances_before(chains, time_ms=scope.period.end_ms)
    chips = chips_of(chains, time_ms=scope.period.end_ms)
    return Page(
        [_row(account, balances[account.chain], chips.get(account.chain, 0)) for account in accounts], next_cursor
    )


def _row(account: DormantRow, balance: BalanceAt, chips_minor: int) -> Row:
    return {
        "accounts": account_kind(test=account.test_account),
        "account": account.chain.hex,
        "currency": balance.currency,
        "last_activity": to_epoch_ms(account.used_at),
        "warned": None if account.told_at is None else to_epoch_ms(account.told_at),
        "dormant_since": to_epoch_ms(account.dormant_at),
        "balance": balance.cash_minor + balance.in_play_minor + chips_minor,
        "notices": 1 if account.told_at is None else 2,
    }


DEFINITION: Final = Definition(
    kind="dormant-accounts",
    title="Dormant accounts",
    version=2,
    regulation="N.J.A.C. 13:69O-1.1; GLI-19 A.3.9",
    columns=(
        ACCOUNTS,
        ACCOUNT,
        CURRENCY,
        Column(
            name="last_activity",
            type=Type.INSTANT,
            meaning=(
                "When the player was last active before the account became dormant, to the minute; when the account was"
                " opened where the player never was."
            ),
        ),
        Column(
            name="warned",
            type=Type.INSTANT,
            meaning="When the player was told that the account would become dormant; empty if it was not told.",
        ),
        Column(
            name="dormant_since",
            type=Type.INSTANT,
            meaning="When the account was marked as dormant, of which the player was told then.",
        ),
        Column(
            name="balance",
            type=Type.MONEY,
            meaning="What the account held at the end of the interval, stakes of open rounds included.",
            summed=True,
        ),
        Column(
            name="notices",
            type=Type.INTEGER,
            meaning="How many of these two notices the player has had, in the inbox and by mail.",
        ),
    ),
    read_page=_read_page,
    filters=("accounts", "account", "currency"),
)
