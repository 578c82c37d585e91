"""Store the persons of the national exclusion list: keyed digests of who they are and of how their names are heard.

Source: docs/rules/exclusion.md, EX-12; docs/rules/persons.md, PM-18; regulation F28.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from uuid import UUID

from django.db import connection

from responsible_gaming.core.exclusion_list import ListedTerm
from responsible_gaming.models import StoredListedPerson

BATCH: Final = 5_000
"""So many persons are asked about at once."""


def stored_terms() -> dict[bytes, ListedTerm]:
    """Return what the list in force says of each person, by digest."""
    return {
        bytes(row.digest): ListedTerm(from_day=row.from_day, until_day=row.until_day, reference=row.reference)
        for row in StoredListedPerson.objects.iterator(chunk_size=BATCH)
    }


def replace_listed(before: Mapping[bytes, ListedTerm], after: Mapping[bytes, ListedTerm], import_id: UUID) -> None:
    """Replace the list `before`, which is stored, by another one. What is the same keeps the import that it came with."""
    with connection.cursor() as cursor:
        for batch in in_batches([digest for digest in before if digest not in after]):
            for table, column in (("listed_name", "listed"), ("listed_person", "digest")):
                cursor.execute(
                    f"DELETE FROM responsible_gaming_{table} WHERE {column} = ANY(%s::bytea[])", (list(batch),)
                )
        for batch in in_batches([digest for digest, term in after.items() if before.get(digest) != term]):
            terms = [after[digest] for digest in batch]
            cursor.execute(
                "INSERT INTO responsible_gaming_listed_person (digest, from_day, until_day, reference, import_id)"
                " SELECT t.digest, t.from_day, t.until_day, t.reference, %s::uuid"
                " FROM unnest(%s::bytea[], %s::date[], %s::date[], %s::text[])"
                " AS t (digest, from_day, until_day, reference) ON CONFLICT (digest) DO UPDATE SET"
                " from_day = excluded.from_day, until_day = excluded.until_day, reference = excluded.reference,"
                " import_id = excluded.import_id",
                (
                    import_id,
                    list(batch),
                    [term.from_day for term in terms],
                    [term.until_day for term in terms],
                    [term.reference for term in terms],
                ),
            )


def replace_names(names: Mapping[bytes, frozenset[bytes]], import_id: UUID) -> None:
    """Store how names are heard where it is new, as of every entry that came with an import before there were any.

    Such an entry counts as changed by this import, and so does one of an import that broke off: the players whom it may
    mean are still to be looked for.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT listed, array_agg(digest) FROM responsible_gaming_listed_name GROUP BY listed")
        stored = {bytes(listed): frozenset(map(bytes, digests)) for listed, digests in cursor.fetchall()}
        for batch in in_batches([listed for listed, heard in names.items() if stored.get(listed) != heard]):
            pairs = [(digest, listed) for listed in batch for digest in names[listed]]
            cursor.execute("DELETE FROM responsible_gaming_listed_name WHERE listed = ANY(%s::bytea[])", (list(batch),))
            cursor.execute(
                "INSERT INTO responsible_gaming_listed_name (digest, listed)"
                " SELECT * FROM unnest(%s::bytea[], %s::bytea[])",
                ([digest for digest, _ in pairs], [listed for _, listed in pairs]),
            )
            cursor.execute(
                "UPDATE responsible_gaming_listed_person SET import_id = %s WHERE digest = ANY(%s::bytea[])",
                (import_id, list(batch)),
            )
        cursor.execute(
            "UPDATE responsible_gaming_listed_person p SET import_id = %s WHERE import_id <> %s"
            " AND NOT EXISTS (SELECT FROM responsible_gaming_list_import i WHERE i.id = p.import_id)",
            (import_id, import_id),
        )


def in_batches(digests: Sequence[bytes], *, size: int = BATCH) -> Iterator[Sequence[bytes]]:
    """Return digests in parts, in their order."""
    return (digests[start : start + size] for start in range(0, len(digests), size))
