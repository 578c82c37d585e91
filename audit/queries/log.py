"""The log: its size, its tree, its checkpoints, its records' indexes, and whether the sequencer runs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import TextField, Value
from django.db.models.functions import Coalesce, Concat

from audit.core.tree import Frontier
from audit.gather import gather_row
from audit.models import Checkpoint, Leaf, Log
from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from kernel.serving import served_cell

SEQUENCER_LOCK = 0x5DF1
"""The advisory lock that the one running sequencer holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogStatus:
    """The state of the log."""

    size: int
    """How many entries are in the tree."""
    checkpoint_size: int
    """How many of them the newest checkpoint covers."""
    pending: int
    """How many records have no log index yet."""
    sequencer_alive: bool


class LogPlaceRow(NamedTuple):
    """Where a record stands in the log, and how far the log is published."""

    published_size: int
    """How many entries the published checkpoint covers. There is a signed checkpoint of this size, unless it is 0."""
    log_index: int | None
    """The record's log index; None until the sequencer has given one."""

    @property
    def published(self) -> bool:
        """Whether the published checkpoint covers the record."""
        return self.log_index is not None and self.log_index < self.published_size


class CheckpointRow(NamedTuple):
    """A signed checkpoint."""

    note: str


WHOLE_NOTE: Final = Concat(
    "note", Coalesce("cosigned__lines", Value("", output_field=TextField())), output_field=TextField()
)
"""A checkpoint with the lines of its witnesses, if it has any."""
_SEEN: Final = """
SELECT c.note || COALESCE(w.lines, '') AS note
FROM audit_checkpoint c LEFT JOIN audit_cosigned w ON w.size = c.size WHERE c.size = %s
"""


def checkpoint_source(size: int) -> TypedCte[CheckpointRow]:
    """Read the checkpoint of this size, if one was signed."""
    return TypedCte(Cte("seen", _SEEN, (size,)), CheckpointRow)


def log_place_source(name: str, chain_sql: str, seq_sql: str, *params: object) -> TypedCte[LogPlaceRow]:
    """Read the place of the record that two SQL expressions name: its chain and its number. Two look-ups."""
    sql = (
        f"SELECT g.published_size, (SELECT l.index FROM audit_leaf l WHERE l.chain = {chain_sql} AND l.seq = {seq_sql})"
        " FROM audit_log g WHERE g.id = 1"
    )
    return TypedCte(Cte(name, sql, params), LogPlaceRow)


def all_entries(*, size: int, batch: int = 256) -> Iterator[list[str]]:
    """Yield the log's first `size` entries in log order, `batch` at a time."""
    for start in range(0, size, batch):
        yield entries_at(range(start, min(start + batch, size)))


def entries_at(indexes: range) -> list[str]:
    """Return the entries at these log indexes, in their order. The log must have them."""
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES_AT, (indexes.start, indexes.stop))
        found = [entry for (entry,) in cursor.fetchall()]
    assert len(found) == len(indexes), "the log has an entry at each of these indexes"
    return found


def index_of(chain: ChainId, seq: int) -> int | None:
    """Return a record's log index; None until the sequencer has given one."""
    return Leaf.objects.filter(chain=chain, seq=seq).values_list("index", flat=True).first()


def keep_from_growing() -> None:
    """Keep the sequencer from giving records their places until the caller's transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM audit_log WHERE id = 1 FOR SHARE")


def published_size() -> int:
    """Return how many entries the published checkpoint covers; 0 before the first."""
    return Log.objects.values_list("published_size", flat=True).get(id=1)


def is_published(chain: ChainId, seq: int) -> bool:
    """Return whether the published checkpoint covers a record of a chain."""
    place = log_place_source("place", "%s", "%s", chain, seq)
    gathered = gather_row(place)
    assert gathered is not None, "there is one log"
    return gathered.required(place).published


def is_covered(index: int | None) -> bool:
    """Return whether a signed checkpoint covers the entry at this index of the log; None is an entry without one."""
    return index is not None and Checkpoint.objects.filter(size__gt=index).exists()


def checkpoints() -> Iterator[tuple[int, str]]:
    """Yield the size and the note of every signed checkpoint, with the lines of its witnesses, smallest first."""
    yield from Checkpoint.objects.annotate(whole=WHOLE_NOTE).order_by("size").values_list("size", "whole").iterator()


def newest_checkpoint() -> str | None:
    """Return the newest checkpoint's note, without the lines of witnesses, or None before the first."""
    return Checkpoint.objects.order_by("-size").values_list("note", flat=True).first()


def newest_published_checkpoint() -> str | None:
    """Return the newest published checkpoint's note, or None before the first."""
    published = Log.objects.filter(id=1).values("published_size")[:1]
    found = Checkpoint.objects.filter(size__lte=published).annotate(whole=WHOLE_NOTE).order_by("-size")
    return found.values_list("whole", flat=True).first()


def covering_checkpoint(chain: ChainId, seq: int) -> str | None:
    """Return the smallest published checkpoint that covers a record of a chain, or None before there is one."""
    place = log_place_source("place", "%s", "%s", chain, seq)
    gathered = gather_row(place)
    assert gathered is not None, "there is one log"
    found = gathered.required(place)
    if not found.published:
        return None
    covering = Checkpoint.objects.filter(size__gt=found.log_index, size__lte=found.published_size)
    return covering.annotate(whole=WHOLE_NOTE).order_by("size").values_list("whole", flat=True).first()


def frontier() -> Frontier:
    """Return the tree as it was last integrated."""
    row = Log.objects.values_list("size", "frontier").get(id=1)
    return Frontier(row[0], tuple(bytes(root) for root in row[1]))


def has_unlogged_before(time_ms: int) -> bool:
    """Return whether a record of an earlier time than this (ms) is not in the log yet."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM audit_queue WHERE time_ms < %s)", (time_ms,))
        return bool(cursor.fetchone()[0])


def oldest_unlogged_ms() -> int | None:
    """Return the time (ms) of the oldest record that is not in the log yet; None if all are."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT min(time_ms) FROM audit_queue")
        (time_ms,) = cursor.fetchone()
        return None if time_ms is None else int(time_ms)


def merge_delay_seconds() -> float:
    """Return how long the oldest record that is not in the log yet has waited, by the database's clock; 0 if none does."""
    oldest_ms = oldest_unlogged_ms()
    if oldest_ms is None:
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp()) * 1000")
        (now_ms,) = cursor.fetchone()
    return max(0.0, (float(now_ms) - oldest_ms) / 1000)


def newest_checkpoint_at() -> datetime | None:
    """Return when the newest checkpoint was signed, or None before the first."""
    return Checkpoint.objects.order_by("-size").values_list("signed_at", flat=True).first()


def log_status() -> LogStatus:
    """Return the state of the log. It counts pending records; otherwise its cost does not grow with the log."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT size FROM audit_log WHERE id = 1),"
            " COALESCE((SELECT size FROM audit_checkpoint ORDER BY size DESC LIMIT 1), 0),"
            " (SELECT count(*) FROM audit_queue)"
        )
        size, checkpoint_size, pending = cursor.fetchone()
    return LogStatus(size=size, checkpoint_size=checkpoint_size, pending=pending, sequencer_alive=sequencer_alive())


def sequencer_alive() -> bool:
    """Return whether a sequencer holds its lock on this database."""
    return lock_is_held(SEQUENCER_LOCK)


def lock_is_held(number: int) -> bool:
    """Return whether a session holds the advisory lock of this number on this database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s"
            " AND objsubid = 1"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))",
            (served_cell().lock_class, number),
        )
        return bool(cursor.fetchone()[0])


def indexes_of(chain: ChainId, seqs: Iterable[int]) -> dict[int, int]:
    """Return the log indexes of a chain's records by their numbers, without those that are not in the log yet."""
    return dict(Leaf.objects.filter(chain=chain, seq__in=list(seqs)).values_list("seq", "index"))


_ENTRIES_AT: Final = """
SELECT r.entry FROM audit_leaf l JOIN audit_record r ON r.chain = l.chain AND r.seq = l.seq
WHERE l.index >= %s AND l.index < %s ORDER BY l.index
"""
