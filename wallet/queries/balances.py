"""Balances and currencies of chains' accounts."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.db import connection

from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from wallet.core.ledger import Balance, Totals
from wallet.models import AccountSet, StoredJournal


class BalanceRow(NamedTuple):
    """A chain's currency and its newest journal's balance and totals; None before the first journal."""

    currency: str
    cash_minor: int | None
    in_play_minor: int | None
    deposited_minor: int | None
    staked_minor: int | None
    returned_minor: int | None

    def balance(self) -> Balance:
        """Return the player's money."""
        totals = Totals(self.deposited_minor or 0, self.staked_minor or 0, self.returned_minor or 0)
        return Balance(self.cash_minor or 0, self.in_play_minor or 0, totals, self.currency)

    def with_balance(self, balance: Balance) -> "BalanceRow":
        """Return the row that is read after a journal with this balance."""
        return BalanceRow(self.currency, balance.cash_minor, balance.in_play_minor, *balance.totals)


BALANCE_SOURCE = TypedCte(
    Cte(
        "balance",
        "SELECT a.currency, j.* FROM head JOIN wallet_accounts a ON a.chain = head.chain"
        " LEFT JOIN LATERAL (SELECT cash_minor, in_play_minor, deposited_minor, staked_minor, returned_minor"
        " FROM wallet_journal w WHERE w.chain = head.chain ORDER BY w.seq DESC LIMIT 1) j ON true",
        (),
    ),
    BalanceRow,
)
"""The balance of the chain in the CTE `head`. One index lookup, however long the history."""


def currency_of(chain: ChainId) -> str:
    """Return the currency of the chain's accounts."""
    return AccountSet.objects.values_list("currency", flat=True).get(chain=chain)


def all_currencies() -> dict[ChainId, str]:
    """Return the currency of every chain's accounts; for `fsck`."""
    return {ChainId(chain): code for chain, code in AccountSet.objects.values_list("chain", "currency")}


def balance(chain: ChainId) -> Balance:
    """Return the player's money now."""
    newest = StoredJournal.objects.filter(chain=chain).order_by("-seq").first()
    return Balance() if newest is None else balance_of_journal(newest)


def balance_after(chain: ChainId, *, seq: int) -> Balance:
    """Return the player's money after the journal of record number `seq`."""
    return balance_of_journal(StoredJournal.objects.get(chain=chain, seq=seq))


def balance_of_journal(journal: StoredJournal) -> Balance:
    """Return the player's money after a journal."""
    totals = Totals(journal.deposited_minor, journal.staked_minor, journal.returned_minor)
    return Balance(journal.cash_minor, journal.in_play_minor, totals)


class BalanceAt(NamedTuple):
    """A player's money at an instant, in minor units."""

    currency: str
    cash_minor: int
    in_play_minor: int


def balances_before(chains: Sequence[ChainId], *, time_ms: int) -> dict[ChainId, BalanceAt]:
    """Return the balances of these chains just before an instant."""
    with connection.cursor() as cursor:
        cursor.execute(_BALANCES_BEFORE, (time_ms, list(chains)))
        return {ChainId(chain): BalanceAt(*balance) for chain, *balance in cursor.fetchall()}


def currencies_of(chains: Iterable[ChainId]) -> dict[ChainId, str]:
    """Return the currency of each chain's accounts."""
    rows = AccountSet.objects.filter(chain__in=set(chains))
    return {ChainId(chain): code for chain, code in rows.values_list("chain", "currency")}


NEWEST_JOURNAL_BEFORE: Final = """
  SELECT cash_minor, in_play_minor, deposited_minor, staked_minor, returned_minor FROM wallet_journal w
  WHERE w.chain = a.chain AND w.time_ms < {instant} ORDER BY w.time_ms DESC, w.seq DESC LIMIT 1
"""


_BALANCES_BEFORE: Final = f"""
SELECT a.chain, a.currency, COALESCE(j.cash_minor, 0), COALESCE(j.in_play_minor, 0)
FROM wallet_accounts a LEFT JOIN LATERAL ({NEWEST_JOURNAL_BEFORE.format(instant="%s")}) j ON true
WHERE a.chain = ANY(%s::uuid[])
"""
