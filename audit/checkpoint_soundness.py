"""Check the log's own list of its checkpoints: each that was signed is in it, once, and no other."""

from collections.abc import Iterator

from audit.core.records import parse_entry
from audit.models import Checkpoint
from audit.queries.records import system_entries_of_type


def checkpoint_list_faults() -> Iterator[str]:
    """Yield a sentence for each checkpoint that the list and the table do not agree on."""
    begins: int | None = None
    mark, listed = 0, set[int]()
    for entry in system_entries_of_type("checkpoints"):
        record = parse_entry(entry)
        after, sizes = record["after"], record["sizes"]
        assert isinstance(after, int), "the record was written here"
        assert isinstance(sizes, list), "the record was written here"
        if begins is None:
            begins = mark = after
        if [after, *sizes] != sorted({mark, *sizes}):
            yield f"The log's list of its checkpoints does not go on after {mark}."
        mark = sizes[-1] if sizes else after
        listed.update(sizes)
    if begins is None:
        return
    signed = set(Checkpoint.objects.filter(size__gt=begins, size__lte=mark).values_list("size", flat=True))
    yield from (f"A checkpoint of {size} entries is listed, and is not stored." for size in sorted(listed - signed))
    yield from (f"A checkpoint of {size} entries was signed, and is not listed." for size in sorted(signed - listed))
