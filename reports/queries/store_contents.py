"""Hold what the store of long files has against the rows that name it, by names and lengths: no content is read.

Source: docs/adr/0109-objects-that-no-row-names.md.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from reports.kept_file import KeptFile, StoredObject
from reports.models.filings import FiledFile
from reports.models.orders import OrderFile, ReportOrder

UNNAMED_AFTER: Final = timedelta(days=7)
"""How old an object without a row must be to be removed. All attempts of an order to file take some hours."""


class StoreContents(NamedTuple):
    """How store and rows differ."""

    damaged: Sequence[KeptFile]
    """Filed files of which objects are missing, or that are not as long as they were."""

    unnamed: Sequence[StoredObject]
    """Objects older than `UNNAMED_AFTER` that were put for an order known here, and that no row names."""

    strange: int
    """How many objects were put for no order that is known here. Those of cells below the prefix are not among them."""


def compare_store(now: datetime) -> StoreContents:
    """Compare the store with the rows.

    Raises:
        FileStoreAway: the store does not answer.
    """
    # Its library is one of requirements-reports.txt, which a process needs only where there is a store.
    from reports.file_store import stored_objects  # noqa: PLC0415

    # The rows first: whatever these name was put before them, so that no file is called damaged while it is filed.
    lengths = dict(_kept_files())
    awaited = list(_files_of_orders())
    found = {stored.name: stored for stored in stored_objects() if not stored.of_cell}
    damaged = [file for file, length in lengths.items() if not file.is_whole(length, found)]
    for file in (*lengths, *awaited):
        for name in file.names():
            found.pop(name, None)
    known = _known_orders({stored.filing for stored in found.values() if stored.filing is not None})
    ours = [stored for stored in found.values() if stored.filing in known]
    unnamed = [stored for stored in ours if now - stored.put_at >= UNNAMED_AFTER]
    return StoreContents(damaged, unnamed, strange=len(found) - len(ours))


def named_by_rows(filing: UUID) -> set[str]:
    """Return the names of the objects that the rows of one filing name, or of its order while it is not filed."""
    files = (*(file for file, _ in _kept_files(filing=filing)), *_files_of_orders(order_id=filing))
    return {name for file in files for name in file.names()}


def _kept_files(**of: UUID) -> Iterator[tuple[KeptFile, int]]:
    rows = FiledFile.objects.filter(objects_count__gt=0, **of).order_by("filing", "format")
    for filing, name, sha256, objects, length in rows.values_list(
        "filing", "format", "sha256", "objects_count", "objects_bytes"
    ):
        yield KeptFile(filing, name, bytes(sha256), objects), length


def _files_of_orders(**of: UUID) -> Iterator[KeptFile]:
    rows = OrderFile.objects.filter(**of).order_by("order_id", "format")
    for order_id, name, sha256, objects in rows.values_list("order_id", "format", "sha256", "objects_count"):
        yield KeptFile(order_id, name, bytes(sha256), objects)


def _known_orders(ids: Collection[UUID]) -> set[UUID]:
    return set(ReportOrder.objects.filter(id__in=ids).values_list("id", flat=True))
