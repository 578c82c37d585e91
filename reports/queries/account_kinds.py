"""Read which chains belong to players and which to test accounts, and add amounts up by it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from kernel.ids import ChainId
from players.queries.accounts import test_accounts
from reports.core.account_columns import account_kind
from reports.core.table import Row
from reports.core.totals_key import TotalsKey
from wallet.queries.balances import currencies_of


class AccountAmount(Protocol):
    """An amount of an account, in minor units."""

    @property
    def chain(self) -> ChainId:
        """The account's chain."""

    @property
    def currency(self) -> str:
        """ISO 4217 code."""

    @property
    def amount_minor(self) -> int:
        """The amount."""


def account_kinds(chains: Iterable[ChainId]) -> Mapping[ChainId, str]:
    """Map each chain to `players` or `test`."""
    wanted = set(chains)
    tests = test_accounts(wanted)
    return {chain: account_kind(test=chain in tests) for chain in wanted}


def account_cells(chains: Iterable[ChainId]) -> Mapping[ChainId, Row]:
    """Map each chain to the cells that say whose account and which currency: `accounts`, `account`, `currency`."""
    wanted = set(chains)
    kinds, currencies = account_kinds(wanted), currencies_of(wanted)
    return {chain: {"accounts": kinds[chain], "account": chain.hex, "currency": currencies[chain]} for chain in wanted}


def add_up(amounts: Sequence[AccountAmount]) -> dict[TotalsKey, int]:
    """Return the sum of the accounts' amounts, by totals key."""
    kinds = account_kinds(row.chain for row in amounts)
    totals: dict[TotalsKey, int] = {}
    for row in amounts:
        key = TotalsKey(kinds[row.chain], row.currency)
        totals[key] = totals.get(key, 0) + row.amount_minor
    return totals
