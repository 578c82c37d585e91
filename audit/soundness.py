"""Check the log: compute every hash again from the stored bytes. Reads everything."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from django.db import connection

from audit.checkpoint_soundness import checkpoint_list_faults
from audit.core.checkpoint import checkpoint_text
from audit.core.note import leaf_hash
from audit.core.records import NO_LEAF, parse_entry
from audit.core.replayed_chain import ReplayedChain, ReplayedEpoch
from audit.core.tiles import Tile, hash_count, levels, tile_root
from audit.core.tree import Frontier, append
from audit.event_soundness import event_faults
from audit.models import Chain, Checkpoint, Epoch, Leaf, Log, Subtree
from audit.places import log_origin
from audit.player_key_soundness import player_key_faults
from audit.queries.log import checkpoints, frontier
from audit.switch_soundness import switch_faults

_BATCH = 2000


def faults() -> Iterator[str]:
    """Yield a sentence for each fault of the chains, of the tree, of the checkpoints and their list, of the events, of the players' keys and of the switches."""
    yield from _chain_faults()
    yield from _tree_faults()
    yield from _subtree_faults()
    yield from checkpoint_list_faults()
    yield from event_faults()
    yield from player_key_faults()
    yield from switch_faults()


def stored_records() -> Iterator[tuple[Any, int, str, bytes | None]]:
    """Yield each record as chain, number, entry and the leaf that the log or the queue has for it, chain by chain."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(_RECORDS)
        while rows := cursor.fetchmany(_BATCH):
            yield from rows


def _chain_faults() -> Iterator[str]:
    heads = {row.chain: row for row in Chain.objects.iterator(chunk_size=_BATCH)}
    epochs = _stored_epochs()
    for chain, rows in groupby(stored_records(), key=lambda row: row[0]):
        yield from _faults_of(chain, rows, heads.pop(chain, None), epochs.pop(chain, {}))
    yield from (f"Chain {chain.hex} has no records." for chain in heads.keys() | epochs.keys())


def _faults_of(chain: Any, rows: Iterable[Any], head: Chain | None, epochs: dict[int, ReplayedEpoch]) -> Iterator[str]:
    """Replay one chain, and compare what steps read of it with the result."""
    tip, time_ms, number, course = NO_LEAF, 0, -1, ReplayedChain()
    for number, (_, seq, entry, leaf) in enumerate(rows):
        if leaf is None or bytes(leaf) != leaf_hash(entry):
            yield f"Record {seq} of chain {chain.hex} is not in the log as it is stored."
            return
        record: Any = parse_entry(entry)
        if (seq, record["seq"], record["prev"]) != (number, number, tip.hex()) or record["time"] < time_ms:
            yield f"Record {seq} of chain {chain.hex} does not follow the one before."
            return
        tip, time_ms = bytes(leaf), record["time"]
        course.take(record, tip)
    if head is None or (head.seq, bytes(head.leaf), head.time_ms) != (number, tip, time_ms):
        yield f"The head of chain {chain.hex} is not its newest record."
    elif _standing(head) != (
        course.epoch,
        course.nonce,
        course.in_round,
        course.at_table,
        course.limits_leaf,
        course.has_keys,
    ):
        yield f"The head of chain {chain.hex} has another epoch, round, stake, limits or keys than its records tell of."
    if epochs != course.epochs:
        yield f"The epochs of chain {chain.hex} are not those that its records tell of."


def _standing(head: Chain) -> tuple[int, int, bool, bool, bytes | None, bool]:
    return head.epoch, head.nonce, head.round_open, head.stake_open, _bytes(head.limits_leaf), head.has_keys


def _stored_epochs() -> dict[Any, dict[int, ReplayedEpoch]]:
    stored: dict[Any, dict[int, ReplayedEpoch]] = {}
    for row in Epoch.objects.defer("sealed_seeds").iterator(chunk_size=_BATCH):
        stored.setdefault(row.chain, {})[row.epoch] = ReplayedEpoch(
            row.rounds, bytes(row.commitment), row.announced_seq, _bytes(row.client_seed), row.opened_ms, row.closed_ms
        )
    return stored


def _bytes(stored: bytes | memoryview | None) -> bytes | None:
    return None if stored is None else bytes(stored)


def _tree_faults() -> Iterator[str]:
    signed = dict(checkpoints())
    tree = Frontier()
    for index, leaf in Leaf.objects.order_by("index").values_list("index", "leaf").iterator(chunk_size=_BATCH):
        if index != tree.size:
            yield f"The log has no entry {tree.size}, but an entry {index}."
            return
        tree = append(tree, [bytes(leaf)])
        note = signed.pop(tree.size, None)
        if note is not None and not note.startswith(checkpoint_text(log_origin(), tree) + "\n"):
            yield f"The checkpoint of size {tree.size} has not the root of its entries."
    yield from (f"A checkpoint was signed for {size} entries; the log has {tree.size}." for size in signed)
    if tree != frontier():
        yield "The tree's right edge is not that of its entries."


def _subtree_faults() -> Iterator[str]:
    """Compare the stored roots of full tiles with the hashes of those tiles, from the leaves upwards."""
    size = frontier().size
    for level, number, stored in Subtree.objects.order_by("level", "index").values_list("level", "index", "root"):
        tile = Tile(level - 1, number)
        if tile.entries_end > size or bytes(stored) != _root_below(tile):
            yield f"Root {number} of level {level} is not that of its tile."
            return
    published = Log.objects.values_list("published_size", flat=True).get(id=1)
    if published and not Checkpoint.objects.filter(size=published).exists():
        yield f"The published size is {published}, of which no checkpoint was signed."
    if any(
        Subtree.objects.filter(level=level).count() < hash_count(level, published) for level in levels(published)[1:]
    ):
        yield f"The published tree of {published} entries lacks the root of a tile."


def _root_below(tile: Tile) -> bytes | None:
    """Return the root of a tile; None if the database lacks one of its hashes."""
    rows = (
        Leaf.objects.filter(index__gte=tile.first, index__lt=tile.end).order_by("index").values_list("leaf", flat=True)
        if tile.level == 0
        else Subtree.objects.filter(level=tile.level, index__gte=tile.first, index__lt=tile.end)
        .order_by("index")
        .values_list("root", flat=True)
    )
    hashes = [bytes(node) for node in rows]
    return tile_root(hashes) if len(hashes) == tile.width else None


_RECORDS = """
SELECT r.chain, r.seq, r.entry, COALESCE(l.leaf, q.leaf)
FROM audit_record r
LEFT JOIN audit_leaf l ON l.chain = r.chain AND l.seq = r.seq
LEFT JOIN audit_queue q ON q.chain = r.chain AND q.seq = r.seq AND l.leaf IS NULL
ORDER BY r.chain, r.seq
"""
