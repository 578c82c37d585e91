"""What an account holds in each chain, added up from all postings; for `fsck`."""

from django.db import connection

from kernel.ids import ChainId
from wallet.core.ledger import Account


def held_by_chain(account: Account) -> dict[ChainId, int]:
    """Return the balance of an account (minor units) by chain, without chains in which it is 0. Reads everything."""
    with connection.cursor() as cursor:
        cursor.execute(_HELD, {"account": account.value})
        return {ChainId(chain): int(held) for chain, held in cursor.fetchall()}


_HELD = """
SELECT chain, sum(CASE WHEN target = %(account)s THEN amount_minor ELSE -amount_minor END)
FROM wallet_posting WHERE source = %(account)s OR target = %(account)s
GROUP BY chain HAVING sum(CASE WHEN target = %(account)s THEN amount_minor ELSE -amount_minor END) <> 0
"""
