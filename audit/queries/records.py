"""Stored records: single ones, a chain's, or all of one type."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from django.db import connection

from audit.models import StoredRecord
from kernel.cte import Cte, TypedCte
from kernel.ids import SYSTEM_CHAIN, ChainId


class EntryRow(NamedTuple):
    """A stored record's signed note."""

    entry: str


def entry_source(name: str, seq_sql: str) -> TypedCte[EntryRow]:
    """Read the record that the SQL expression `seq_sql` numbers, of the chain that a source named `head` gives."""
    sql = f"SELECT r.entry FROM head JOIN audit_record r ON r.chain = head.chain AND r.seq = {seq_sql}"
    return TypedCte(Cte(name, sql, ()), EntryRow)


def entries(chain: ChainId, *, from_seq: int, to_seq: int) -> list[str]:
    """Return the chain's entries numbered `from_seq` to `to_seq` - 1, in order."""
    stored = StoredRecord.objects.filter(chain=chain, seq__gte=from_seq, seq__lt=to_seq)
    return list(stored.order_by("seq").values_list("entry", flat=True))


class PlacedEntryRow(NamedTuple):
    """A record with its place in the log."""

    seq: int
    entry: str
    log_index: int | None
    """None until the sequencer has given one."""


def placed_entries(chain: ChainId, *, from_seq: int, to_seq: int) -> list[PlacedEntryRow]:
    """Return the chain's entries numbered `from_seq` to `to_seq` - 1, in order, each with its log index."""
    with connection.cursor() as cursor:
        cursor.execute(_PLACED, (chain, from_seq, to_seq))
        return [PlacedEntryRow(*row) for row in cursor.fetchall()]


def system_entries() -> list[str]:
    """Return all entries of the system chain, in order."""
    return list(StoredRecord.objects.filter(chain=SYSTEM_CHAIN).order_by("seq").values_list("entry", flat=True))


def system_entries_of_type(kind: str) -> list[str]:
    """Return the entries of a type in the system chain, in order. What it costs depends on their number alone."""
    with connection.cursor() as cursor:
        cursor.execute(_OF_SYSTEM, (kind,))
        return [entry for (entry,) in cursor.fetchall()]


def placed_system_entries(kinds: Collection[str]) -> list[tuple[int, str]]:
    """Return the system chain's entries of some types that are in the log, each behind its log index, in order."""
    with connection.cursor() as cursor:
        cursor.execute(_PLACED_OF_SYSTEM, (list(kinds),))
        return [(index, entry) for index, entry in cursor.fetchall()]


def count_system_entries(kinds: Collection[str]) -> int:
    """Return how many records of some types the system chain has, in the log or on their way: a look into an index."""
    return StoredRecord.objects.filter(chain=SYSTEM_CHAIN, type__in=kinds).count()


def entries_of_type(kind: str) -> list[str]:
    """Return all entries of a type, in no order. Reads all records of all chains; for `fsck`."""
    return list(StoredRecord.objects.filter(type=kind).values_list("entry", flat=True))


def newest_entries(kind: str) -> Iterator[tuple[ChainId, str]]:
    """Yield each chain with its newest entry of a type. Reads all entries of that type; for `fsck`."""
    newest = StoredRecord.objects.filter(type=kind).order_by("chain", "-seq").distinct("chain")
    for chain, entry in newest.values_list("chain", "entry").iterator():
        yield ChainId(chain), entry


def replaced_entries(kind: str, since: Mapping[ChainId, int]) -> dict[ChainId, str]:
    """Return the entry of a type that was a chain's newest before its record number `since`, where a newer one followed.

    Chains without a newer one are left out: for the few that change.
    """
    with connection.cursor() as cursor:
        cursor.execute(_REPLACED, (list(since), list(since.values()), kind, kind))
        return {ChainId(chain): entry for chain, entry in cursor.fetchall()}


def numbered_entries(chain: ChainId, numbers: Collection[int]) -> dict[int, str]:
    """Return the chain's entries of these numbers, each by its number."""
    stored = StoredRecord.objects.filter(chain=chain, seq__in=numbers)
    return dict(stored.values_list("seq", "entry"))


def record_entry(chain: ChainId, seq: int) -> str:
    """Return the entry of record number `seq`, which exists."""
    (entry,) = entries(chain, from_seq=seq, to_seq=seq + 1)
    return entry


_PLACED: Final = """
SELECT r.seq, r.entry, l.index
FROM audit_record r LEFT JOIN audit_leaf l ON l.chain = r.chain AND l.seq = r.seq
WHERE r.chain = %s AND r.seq >= %s AND r.seq < %s ORDER BY r.seq
"""

# The chain is written out: only then does a prepared statement's plan know that the index `audit_record_of_system` has
# all that is asked for.
_OF_SYSTEM: Final = f"SELECT entry FROM audit_record WHERE chain = '{SYSTEM_CHAIN}' AND type = %s ORDER BY seq"
_PLACED_OF_SYSTEM: Final = f"""
SELECT l.index, r.entry FROM audit_record r JOIN audit_leaf l ON l.chain = r.chain AND l.seq = r.seq
WHERE r.chain = '{SYSTEM_CHAIN}' AND r.type = ANY(%s) ORDER BY r.seq
"""
_REPLACED: Final = """
SELECT v.chain, earlier.entry
FROM unnest(%s::uuid[], %s::bigint[]) AS v (chain, seq)
JOIN LATERAL (
  SELECT FROM audit_record r WHERE r.chain = v.chain AND r.seq > v.seq AND r.type = %s LIMIT 1
) newer ON true
JOIN LATERAL (
  SELECT r.entry FROM audit_record r WHERE r.chain = v.chain AND r.seq < v.seq AND r.type = %s ORDER BY r.seq DESC LIMIT 1
) earlier ON true
"""
