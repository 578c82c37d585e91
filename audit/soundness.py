"""Whether the log is what it says: every hash made again from the stored bytes. Reads everything."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.conf import settings
from django.db import connection

from audit.core.checkpoint import checkpoint_text
from audit.core.note import leaf_hash
from audit.core.records import NO_LEAF, read
from audit.core.tree import Frontier, append
from audit.models import Chain, Leaf
from audit.queries import checkpoints, frontier

_BATCH = 2000


def faults() -> Iterator[str]:
    """Yield a sentence for each fault of the chains, of the tree and of the checkpoints."""
    yield from _chain_faults()
    yield from _tree_faults()


def stored_records() -> Iterator[tuple[Any, int, str, bytes | None]]:
    """Yield each record as chain, number, entry and the leaf that the log or the queue has for it, chain by chain."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(_RECORDS)
        while rows := cursor.fetchmany(_BATCH):
            yield from rows


def _chain_faults() -> Iterator[str]:
    heads = {row.chain: row for row in Chain.objects.iterator(chunk_size=_BATCH)}
    for chain, rows in groupby(stored_records(), key=lambda row: row[0]):
        tip, time_ms, number = NO_LEAF, 0, -1
        for number, (_, seq, entry, leaf) in enumerate(rows):
            if leaf is None or bytes(leaf) != leaf_hash(entry):
                yield f"Record {seq} of chain {chain.hex} is not in the log as it is stored."
                break
            record: Any = read(entry)
            if (seq, record["seq"], record["prev"]) != (number, number, tip.hex()) or record["time"] < time_ms:
                yield f"Record {seq} of chain {chain.hex} does not follow the one before."
            tip, time_ms = bytes(leaf), record["time"]
        head = heads.pop(chain, None)
        if head is None or (head.seq, bytes(head.leaf), head.time_ms) != (number, tip, time_ms):
            yield f"The head of chain {chain.hex} is not its newest record."
    yield from (f"Chain {chain.hex} has no records." for chain in heads)


def _tree_faults() -> Iterator[str]:
    signed = dict(checkpoints())
    tree = Frontier()
    for index, leaf in Leaf.objects.order_by("index").values_list("index", "leaf").iterator(chunk_size=_BATCH):
        if index != tree.size:
            yield f"The log has no entry {tree.size}, but an entry {index}."
            return
        tree = append(tree, [bytes(leaf)])
        note = signed.pop(tree.size, None)
        if note is not None and not note.startswith(checkpoint_text(settings.REDDOG_LOG_ORIGIN, tree) + "\n"):
            yield f"The checkpoint of size {tree.size} has not the root of its entries."
    yield from (f"A checkpoint was signed for {size} entries; the log has {tree.size}." for size in signed)
    if tree != frontier():
        yield "The tree's right edge is not that of its entries."


_RECORDS = """
SELECT r.chain, r.seq, r.entry, COALESCE(l.leaf, q.leaf)
FROM audit_record r
LEFT JOIN audit_leaf l ON l.chain = r.chain AND l.seq = r.seq
LEFT JOIN audit_queue q ON q.chain = r.chain AND q.seq = r.seq AND l.leaf IS NULL
ORDER BY r.chain, r.seq
"""
