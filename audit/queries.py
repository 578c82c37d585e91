"""What the audit log tells: chains, seeds, places of records, the state of the log."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from audit.core.records import ChainTip
from audit.core.tree import Frontier
from audit.models import Checkpoint, Epoch, Event, Leaf, Log, StoredRecord
from audit.operations.append import Head
from kernel.cte import Columns, Cte, TypedCte, gather
from kernel.ids import SYSTEM_CHAIN, ChainId
from kernel.instants import rfc3339

SEQUENCER_LOCK = 0x5DF1
"""The advisory lock that the one running sequencer holds."""


class HeadRow(NamedTuple):
    """A chain's row; see `Head`."""

    chain: ChainId
    seq: int
    leaf: bytes
    time_ms: int
    version: int
    epoch: int
    nonce: int
    in_round: bool
    limits_leaf: bytes | None

    def head(self) -> Head:
        """Return the chain as a decision sees it."""
        tip = ChainTip(self.chain, self.seq, self.leaf, self.time_ms)
        return Head(tip, self.version, self.epoch, self.nonce, self.in_round, self.limits_leaf)


class EpochRow(NamedTuple):
    """The epoch that was opened last in a chain. `sealed` opens only under the seal key.

    Nothing more is dealt from it once `closed_ms` is set.
    """

    epoch: int
    rounds: int
    commitment: bytes
    sealed: bytes
    announced_seq: int
    client: bytes
    opened_ms: int
    closed_ms: int | None


class NextEpochRow(NamedTuple):
    """The epoch that was announced and waits to be opened; `log_index` is its announcement's place in the log, if any."""

    epoch: int
    rounds: int
    commitment: bytes
    announced_seq: int
    log_index: int | None
    checkpoint_size: int


class EntryRow(NamedTuple):
    """A stored record's signed note."""

    entry: str


def head_source(chain_sql: str, *params: object) -> TypedCte[HeadRow]:
    """Read the head of the chain that the SQL expression `chain_sql` names."""
    sql = (
        "SELECT chain, seq, leaf, time_ms, version, epoch, nonce, in_round, limits_leaf"
        f" FROM audit_chain WHERE chain = {chain_sql}"
    )
    return TypedCte(Cte("head", sql, params), HeadRow)


def held_head(chain: ChainId) -> Head:
    """Return the head of a chain, and let nobody else move it until the transaction that this is called in has ended.

    For steps that must not lose a race, and whose speed does not matter.
    """
    source = head_source("%s", chain)
    with connection.cursor() as cursor:
        cursor.execute(f"{source.clause.sql} FOR UPDATE", source.clause.params)
        return HeadRow(*cursor.fetchone()).head()


EPOCH_SOURCE = TypedCte(
    Cte(
        "epoch",
        "SELECT e.epoch, e.rounds, e.commitment, e.sealed, e.announced_seq, e.client, e.opened_ms, e.closed_ms"
        " FROM audit_epoch e, head WHERE e.chain = head.chain AND e.epoch = head.epoch",
        (),
    ),
    EpochRow,
)
"""The open epoch of the chain that a source named `head` gives."""

NEXT_EPOCH_SOURCE = TypedCte(
    Cte(
        "next_epoch",
        "SELECT e.epoch, e.rounds, e.commitment, e.announced_seq, l.index,"
        " COALESCE((SELECT size FROM audit_checkpoint ORDER BY size DESC LIMIT 1), 0) AS checkpoint_size"
        " FROM head JOIN audit_epoch e ON e.chain = head.chain AND e.epoch = head.epoch + 1"
        " LEFT JOIN audit_leaf l ON l.chain = e.chain AND l.seq = e.announced_seq",
        (),
    ),
    NextEpochRow,
)
"""The announced epoch of the chain that a source named `head` gives."""


def entry_source(name: str, seq_sql: str) -> TypedCte[EntryRow]:
    """Read the record that the SQL expression `seq_sql` numbers, of the chain that a source named `head` gives."""
    sql = f"SELECT r.entry FROM head JOIN audit_record r ON r.chain = head.chain AND r.seq = {seq_sql}"
    return TypedCte(Cte(name, sql, ()), EntryRow)


class EventRow(NamedTuple):
    """A significant event; see `Noted`."""

    id: UUID
    at: datetime
    kind: str
    subject: ChainId | None
    actor: str
    reason: str
    before: Mapping[str, object]
    after: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogStatus:
    """Where the log stands: integrated entries, entries under the newest checkpoint, entries that wait."""

    size: int
    checkpoint_size: int
    pending: int
    sequencer_alive: bool


def entries(chain: ChainId, *, from_seq: int, to_seq: int) -> list[str]:
    """Return the chain's entries numbered `from_seq` to `to_seq` - 1, in order."""
    stored = StoredRecord.objects.filter(chain=chain, seq__gte=from_seq, seq__lt=to_seq)
    return list(stored.order_by("seq").values_list("entry", flat=True))


def system_entries() -> list[str]:
    """Return all entries of the system chain, in order."""
    return list(StoredRecord.objects.filter(chain=SYSTEM_CHAIN).order_by("seq").values_list("entry", flat=True))


def newest_entries(kind: str) -> Iterator[tuple[ChainId, str]]:
    """Yield, chain by chain, the newest entry of a type; for `fsck`. Reads all of that type."""
    newest = StoredRecord.objects.filter(type=kind).order_by("chain", "-seq").distinct("chain")
    for chain, entry in newest.values_list("chain", "entry").iterator():
        yield ChainId(chain), entry


def record_entry(chain: ChainId, seq: int) -> str:
    """Return the entry of record number `seq`, which is there."""
    (entry,) = entries(chain, from_seq=seq, to_seq=seq + 1)
    return entry


def all_entries(*, size: int, batch: int = 256) -> Iterator[list[str]]:
    """Yield the log's first `size` entries in log order, `batch` at a time."""
    for start in range(0, size, batch):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT r.entry FROM audit_leaf l JOIN audit_record r ON r.chain = l.chain AND r.seq = l.seq"
                " WHERE l.index >= %s AND l.index < %s ORDER BY l.index",
                (start, min(start + batch, size)),
            )
            yield [entry for (entry,) in cursor.fetchall()]


def index_of(chain: ChainId, seq: int) -> int | None:
    """Return the record's place in the log, or None while it waits for the sequencer."""
    return Leaf.objects.filter(chain=chain, seq=seq).values_list("index", flat=True).first()


def is_covered(index: int | None) -> bool:
    """Tell whether a signed checkpoint covers the entry at this place in the log; None is no place yet."""
    return index is not None and Checkpoint.objects.filter(size__gt=index).exists()


def checkpoints() -> Iterator[tuple[int, str]]:
    """Yield every checkpoint that was signed, as its size and its note, smallest first."""
    yield from Checkpoint.objects.order_by("size").values_list("size", "note").iterator()


def newest_checkpoint() -> str | None:
    """Return the newest checkpoint's note, or None before the first."""
    return Checkpoint.objects.order_by("-size").values_list("note", flat=True).first()


def frontier() -> Frontier:
    """Return the tree as it was last integrated."""
    row = Log.objects.values_list("size", "frontier").get(id=1)
    return Frontier(row[0], tuple(bytes(root) for root in row[1]))


def epoch_seeds(chain: ChainId, epoch: int) -> EpochRow | None:
    """Return an epoch with its sealed seeds, open or past; for replay."""
    row = Epoch.objects.filter(chain=chain, epoch=epoch).values_list(*EpochRow._fields).first()
    return None if row is None else EpochRow(*row)


def waits_before(time_ms: int) -> bool:
    """Tell whether a record of an earlier time than this (ms) waits for its place in the log."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM audit_queue WHERE time_ms < %s)", (time_ms,))
        return bool(cursor.fetchone()[0])


def log_status() -> LogStatus:
    """Return where the log stands. Costs the same however long it is, but counts what waits for the sequencer."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT size FROM audit_log WHERE id = 1),"
            " COALESCE((SELECT size FROM audit_checkpoint ORDER BY size DESC LIMIT 1), 0),"
            " (SELECT count(*) FROM audit_queue)"
        )
        size, checkpoint_size, pending = cursor.fetchone()
    return LogStatus(size=size, checkpoint_size=checkpoint_size, pending=pending, sequencer_alive=sequencer_alive())


def sequencer_alive() -> bool:
    """Tell whether a sequencer holds its lock on this database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = %s"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))",
            (SEQUENCER_LOCK,),
        )
        return bool(cursor.fetchone()[0])


def epochs_of(chain: ChainId) -> tuple[dict[str, object] | None, dict[str, object]]:
    """Return the chain's open epoch (None before the first) and the announced one, as the player may see them."""
    sql, params = gather(head_source("%s", chain), EPOCH_SOURCE, NEXT_EPOCH_SOURCE)
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        columns = Columns(cursor.fetchone())
    head, current, following = columns.take(HeadRow), columns.take(EpochRow), columns.take(NextEpochRow)
    assert head is not None, "a chain has a head from its first record on"
    assert following is not None, "an epoch is always announced one ahead"
    upcoming = _commitment(following, following.log_index, following.checkpoint_size)
    if current is None:
        return None, upcoming
    opened = {
        **_commitment(current, index_of(chain, current.announced_seq), following.checkpoint_size),
        "client_seed": current.client.hex(),
        "rounds_left": current.rounds - head.nonce if current.closed_ms is None else 0,
        "opened_at": rfc3339(current.opened_ms),
    }
    return opened, upcoming


def _commitment(row: EpochRow | NextEpochRow, index: int | None, checkpoint_size: int) -> dict[str, object]:
    return {
        "epoch": row.epoch,
        "rounds": row.rounds,
        "commitment": row.commitment.hex(),
        "log_index": index,
        "covered": index is not None and index < checkpoint_size,
    }


def newest_event(kind: str, *, subject: ChainId) -> EventRow | None:
    """Return a player's newest significant event of a kind."""
    found = Event.objects.filter(subject=subject, kind=kind).order_by("-id").values_list(*EventRow._fields).first()
    return None if found is None else EventRow(*found)


def incidents(chain: ChainId, *, since: datetime, until: datetime) -> list[tuple[str, datetime]]:
    """Return kind and instant of a player's significant events of [since, until), in order."""
    found = Event.objects.filter(subject=chain, at__gte=since, at__lt=until)
    return list(found.order_by("id").values_list("kind", "at"))


def events(*, subject: ChainId | None, before: UUID | None, limit: int) -> list[EventRow]:
    """Return up to `limit` significant events, newest first, before the one of this id (None: from the newest).

    Those of one player, or of everybody and nobody where `subject` is None.
    """
    found = Event.objects.all() if subject is None else Event.objects.filter(subject=subject)
    if before is not None:
        found = found.filter(id__lt=before)
    rows = found.order_by("-id").values_list(*EventRow._fields)[:limit]
    return [EventRow(*row) for row in rows]
