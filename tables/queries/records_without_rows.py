"""Records at tables found by what they say, such as those that no row stands for; for `fsck`. Each query reads all records of its types."""

from collections.abc import Iterator
from typing import Final

from django.db import connection

from kernel.ids import ChainId


def tables_without_rows() -> Iterator[ChainId]:
    """Yield the chain of each `table` record that has no row."""
    return (chain for chain, _ in _places(_TABLES))


def epochs_without_rows() -> Iterator[tuple[ChainId, int]]:
    """Yield chain and number of each `seats` record that has no row."""
    return _places(_EPOCHS)


def stakes_without_rows() -> Iterator[tuple[ChainId, int]]:
    """Yield chain and number of each stake's record that has no row."""
    return _places(_STAKES)


def stakes_with_late_values() -> Iterator[tuple[ChainId, int]]:
    """Yield chain and number of each stake's record that tells a value which was owed."""
    return _places(_LATE)


def _places(sql: str) -> Iterator[tuple[ChainId, int]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        yield from ((ChainId(chain), seq) for chain, seq in cursor.fetchall())


_TABLES: Final = """
SELECT r.chain, r.seq FROM audit_record r
WHERE r.type = 'table' AND NOT EXISTS (SELECT FROM tables_table t WHERE t.chain = r.chain)
ORDER BY r.chain
"""
_EPOCHS: Final = """
SELECT r.chain, r.seq FROM audit_record r
WHERE r.type = 'seats' AND NOT EXISTS (SELECT FROM tables_epoch e WHERE e."table" = r.chain AND e.seats_seq = r.seq)
ORDER BY r.chain, r.seq
"""
# A `deal` that names a table is no round's. Canonical JSON has no spaces.
_STAKES: Final = """
SELECT r.chain, r.seq FROM audit_record r
WHERE (r.type = 'sit' OR r.type = 'deal' AND strpos(r.entry, '"table":') > 0)
  AND NOT EXISTS (SELECT FROM tables_stake s WHERE s.chain = r.chain AND s.seq = r.seq)
ORDER BY r.chain, r.seq
"""
_LATE: Final = """
SELECT s.chain, s.seq FROM tables_stake s JOIN audit_record r ON r.chain = s.chain AND r.seq = s.seq
WHERE strpos(r.entry, '"late":') > 0
"""
