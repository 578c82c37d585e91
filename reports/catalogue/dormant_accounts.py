"""Accounts that nobody uses, as of the interval's end, and what they hold.

An account is dormant from the event that marked it on (players/operations/dormancy.py) until the one that made it
something else. What happened at the very end belongs to the next interval.

Source: N.J.A.C. 13:69O-1.1; GLI-19 A.3.9; regulation F59.
"""

from typing import Final

from kernel.ids import chain_id
from kernel.instants import from_epoch_ms, to_epoch_ms
from players.queries.dormant_accounts import DormantRow, dormant_at
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY, kind_of_accounts
from reports.core.definition import Asked, Definition, Page
from reports.core.paging import cut
from reports.core.table import Column, Row, Type
from wallet.queries.balances import BalanceAt, balances_before


def _page(asked: Asked, following: str) -> Page:
    found = dormant_at(from_epoch_ms(asked.period.end_ms), after=chain_id(following))
    accounts, then = cut(found, lambda account: account.chain.hex)
    held = balances_before([account.chain for account in accounts], time_ms=asked.period.end_ms)
    return Page([_row(account, held[account.chain]) for account in accounts], then)


def _row(account: DormantRow, held: BalanceAt) -> Row:
    return {
        "accounts": kind_of_accounts(test=account.test_account),
        "account": account.chain.hex,
        "currency": held.currency,
        "last_activity": to_epoch_ms(account.used_at),
        "dormant_since": to_epoch_ms(account.dormant_at),
        "balance": held.cash_minor + held.in_play_minor,
        "notices": 0,
    }


DEFINITION: Final = Definition(
    kind="dormant-accounts",
    title="Dormant accounts",
    version=1,
    source="N.J.A.C. 13:69O-1.1; GLI-19 A.3.9",
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
        Column(name="dormant_since", type=Type.INSTANT, meaning="When the account was marked as dormant."),
        Column(
            name="balance",
            type=Type.MONEY,
            meaning="What the account held at the end of the interval, stakes of open rounds included.",
            summed=True,
        ),
        Column(
            name="notices",
            type=Type.INTEGER,
            meaning="How many notices were sent to the player: 0, as none are sent yet.",
        ),
    ),
    page=_page,
    filters=("accounts", "account", "currency"),
)
