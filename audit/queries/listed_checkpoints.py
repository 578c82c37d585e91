"""The log's own list of its checkpoints: how far it goes, and which are not in it yet."""

from typing import NamedTuple

from audit.core.records import parse_entry
from audit.models import Checkpoint, StoredRecord
from kernel.ids import SYSTEM_CHAIN


class ListedUpTo(NamedTuple):
    """The newest record that lists checkpoints."""

    size: int
    """The next one goes on after this size."""
    time_ms: int


def listed_up_to() -> ListedUpTo | None:
    """Return how far the list goes; None before the first record."""
    records = StoredRecord.objects.filter(chain=SYSTEM_CHAIN, type="checkpoints").order_by("-seq")
    entry = records.values_list("entry", flat=True).first()
    return None if entry is None else _read(entry)


def signed_sizes(*, after: int) -> list[int]:
    """Return the sizes above `after` at which the log was signed, in order."""
    return list(Checkpoint.objects.filter(size__gt=after).order_by("size").values_list("size", flat=True))


def newest_signed_size() -> int:
    """Return the size of the newest checkpoint; 0 before the first."""
    return Checkpoint.objects.order_by("-size").values_list("size", flat=True).first() or 0


def _read(entry: str) -> ListedUpTo:
    record = parse_entry(entry)
    after, sizes, time_ms = record["after"], record["sizes"], record["time"]
    assert isinstance(after, int), "the record was written here"
    assert isinstance(sizes, list), "the record was written here"
    assert isinstance(time_ms, int), "a record has its time"
    return ListedUpTo(sizes[-1] if sizes else after, time_ms)
