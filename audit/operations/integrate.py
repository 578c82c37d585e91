"""The sequencer's two steps: take what is pending into the tree, then sign what is durable.

A crash after the first leaves entries that no checkpoint covers; the next `sign_newest` covers them. A crash before
its commit leaves the queue as it was. Nothing is signed that could still be rolled back.
"""

from datetime import datetime

from django.db import connection, transaction

from audit.core.checkpoint import checkpoint_text, sign_checkpoint, size_of
from audit.core.note import text_of
from audit.core.tree import Frontier, append
from audit.models import Checkpoint, Leaf
from audit.places import log_origin
from audit.queries.log import frontier, newest_checkpoint
from audit.signing_keys import log_signers
from kernel.ids import SYSTEM_CHAIN


class LogForked(Exception):  # noqa: N818  named as the protocol names it
    """The database and the published log disagree: a restored backup, or a second log. The sequencer must not sign."""


def integrate() -> int:
    """Give every pending record its log index, and return how many there were.

    The order is by version, then the system chain's records come first, then by time, then as they were stored. So

    - no record of an earlier version comes behind one of a later version: an update leaves such a queue;
    - a chain's records keep their order, since its times never fall and its later records cannot be visible before its
      earlier ones;
    - a record stays behind every record of other chains that it cites. What is cited was committed before the citing
      statement began, so it was numbered before, and is not later in time. If it is not in this queue, it is in the log.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT size, frontier FROM audit_log WHERE id = 1 FOR UPDATE")
        size, roots = cursor.fetchone()
        cursor.execute("DELETE FROM audit_queue RETURNING chain, seq, leaf, version, time_ms, number")
        taken = sorted(cursor.fetchall(), key=lambda row: (row[3], row[0] != SYSTEM_CHAIN, row[4], row[5]))
        if not taken:
            return 0
        grown = append(Frontier(size, tuple(bytes(root) for root in roots)), (bytes(row[2]) for row in taken))
        cursor.execute(
            "INSERT INTO audit_leaf (index, chain, seq, leaf)"
            " SELECT * FROM unnest(%s::bigint[], %s::uuid[], %s::bigint[], %s::bytea[])",
            (
                list(range(size, grown.size)),
                [row[0] for row in taken],
                [row[1] for row in taken],
                [bytes(row[2]) for row in taken],
            ),
        )
        cursor.execute("UPDATE audit_log SET size = %s, frontier = %s WHERE id = 1", (grown.size, list(grown.roots)))
    return len(taken)


def sign_newest(*, now: datetime) -> str | None:
    """Sign a checkpoint for the tree as it stands, and return it; None if there is one already or nothing to sign.

    Raises:
        LogForked: the tree is smaller than what was signed before.
        KeyMissing: a key of the log is not in this folder.
    """
    tree = frontier()
    newest = newest_checkpoint()
    signed_size = 0 if newest is None else size_of(newest)
    if tree.size == signed_size:
        return None
    if tree.size < signed_size:
        raise LogForked(f"A checkpoint of {signed_size} entries was signed, the tree has only {tree.size}.")
    note = sign_checkpoint(log_origin(), tree, *log_signers(tree.size))
    Checkpoint.objects.create(size=tree.size, note=note, signed_at=now)
    return note


def require_continuation(published: str) -> None:
    """Refuse to go on from a database that does not contain the log that was published.

    Raises:
        LogForked: the published checkpoint is larger than the database's log, has another root for its size, or is none.
    """
    try:
        size = size_of(published)
    except (ValueError, IndexError):
        raise LogForked("What was published as the checkpoint is none: somebody changed it.") from None
    if size > frontier().size:
        raise LogForked(f"The published log has {size} entries, the database only {frontier().size}.")
    if text_of(published) != checkpoint_text(log_origin(), _tree_of(size)):
        raise LogForked(f"At {size} entries the database's root is not the one that was published.")


def _tree_of(size: int) -> Frontier:
    leaves = Leaf.objects.filter(index__lt=size).order_by("index").values_list("leaf", flat=True)
    return append(Frontier(), (bytes(leaf) for leaf in leaves.iterator(chunk_size=10_000)))
