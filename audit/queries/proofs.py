"""The published log: its checkpoints, tiles and proofs. Nothing here is beyond the published checkpoint.

Every answer costs a few keyed reads, however large the log is.
"""

import re
from typing import Final

from django.db.models import QuerySet

from audit.core.checkpoint import size_of
from audit.core.proofs import (
    Stretch,
    consistency_document,
    consistency_stretches,
    inclusion_document,
    inclusion_stretches,
    proof_hashes,
    tiles_needed,
)
from audit.core.tiles import Tile
from audit.models import Checkpoint, Leaf, Log
from audit.queries.log import WHOLE_NOTE, published_size
from audit.queries.records import count_system_entries, placed_system_entries
from audit.queries.tiles import stored_hashes, tile_content
from kernel import canonical_json
from kernel.refusals import Refusal, RefusalKind

_LEAF: Final = re.compile(r"[0-9a-f]{64}")
_SIZE: Final = re.compile(r"[1-9][0-9]{0,15}")

_OF_KEYS: Final = ("key", "revoke")
_SIZES_MAX: Final = 1000
_TURN_SECONDS: Final = 1
"""About so long it takes until the next checkpoint is published."""
_MERGE_SECONDS: Final = 10
"""So long after its time a record is in the log at the latest (docs/formats/log.md, rule 2)."""


class CheckpointNotSigned(Refusal):
    """The log has no checkpoint yet."""

    code, kind = "checkpoint-not-signed", RefusalKind.NOT_FOUND


class UnknownCheckpoint(Refusal):
    """The log signed no checkpoint of this size."""

    code, kind = "unknown-checkpoint", RefusalKind.NOT_FOUND


class MalformedTreeSize(Refusal):
    """This is not the size of a tree."""

    code, kind = "malformed-tree-size", RefusalKind.MALFORMED


class ImpossibleConsistency(Refusal):
    """A smaller tree does not continue a larger one."""

    code, kind = "impossible-consistency", RefusalKind.INVALID


class MalformedLeaf(Refusal):
    """This is not a leaf."""

    code, kind = "malformed-leaf", RefusalKind.MALFORMED


class UnknownLeaf(Refusal):
    """The log does not have this leaf."""

    code, kind = "unknown-leaf", RefusalKind.NOT_FOUND


class UncoveredLeaf(Refusal):
    """No checkpoint covers this leaf yet."""

    code, kind = "uncovered-leaf", RefusalKind.NOT_FOUND


class UncoveredTile(Refusal):
    """The checkpoint does not cover this tile."""

    code, kind = "uncovered-tile", RefusalKind.NOT_FOUND


def published_checkpoint() -> str:
    """Return the newest published checkpoint.

    Raises:
        CheckpointNotSigned: there is none.
    """
    note = _newest(_published_checkpoints())
    if note is None:
        raise CheckpointNotSigned(
            "The sequencer signs the first one within about a second of the first record.", retry_after=_TURN_SECONDS
        )
    return note


def checkpoint_sizes_above(size: str) -> list[int]:
    """Return the sizes of the published checkpoints above a size, ascending: 1000 at most, and no size twice.

    Raises:
        MalformedTreeSize: the size is no number.
    """
    above = 0 if size == "0" else _size(size)
    return list(
        _published_checkpoints().filter(size__gt=above).order_by("size").values_list("size", flat=True)[:_SIZES_MAX]
    )


def checkpoint_of(size: str) -> str:
    """Return the checkpoint of this size, if one was signed and published.

    Raises:
        MalformedTreeSize: the size is no positive number.
        UnknownCheckpoint: there is none, or it is not published.
    """
    wanted = _size(size)
    note = _newest(_published_checkpoints().filter(size=wanted))
    if note is None:
        raise UnknownCheckpoint("Nothing was done. Ask for the size of a checkpoint that you were shown.")
    return note


def published_tile(tile: Tile) -> bytes:
    """Return the bytes of a tile of the published tree.

    Raises:
        UncoveredTile: the published tree has no such tile.
    """
    size = published_size()
    if tile.entries_end > size:
        raise UncoveredTile(f"Nothing was done. The newest checkpoint has {size} entries.", size=size)
    return tile_content(tile)


def inclusion_proof(leaf: str, *, size: str | None) -> str:
    """Return the tlog-proof of a leaf, in the tree of the newest checkpoint or in that of a checkpoint of this size.

    Raises:
        MalformedLeaf, MalformedTreeSize: this is no leaf, or no size.
        UnknownLeaf: no record with this leaf is in the log.
        UncoveredLeaf: there is one, and the checkpoint does not cover it.
        CheckpointNotSigned, UnknownCheckpoint: there is no checkpoint, or none of this size.
    """
    if not _LEAF.fullmatch(leaf):
        raise MalformedLeaf("Nothing was done. A leaf is the 64 lower-case hex digits of a receipt.")
    checkpoint = published_checkpoint() if size is None else checkpoint_of(size)
    index = Leaf.objects.filter(leaf=bytes.fromhex(leaf)).values_list("index", flat=True).first()
    if index is None:
        raise UnknownLeaf(
            f"A record is in the log {_MERGE_SECONDS} seconds after its time at the latest. If your receipt is older,"
            " keep it and show it to the regulator.",
            retry_after=_MERGE_SECONDS,
        )
    tree_size = size_of(checkpoint)
    if index >= tree_size:
        wait = {"retry_after": _TURN_SECONDS} if size is None else {}
        raise UncoveredLeaf(
            f"Its log index is {index}, and this checkpoint has {tree_size} entries. A later one covers it.",
            log_index=index,
            **wait,
        )
    return _inclusion(index, tree_size, checkpoint)


def published_keys() -> bytes:
    """Return the records of keys of the published tree, as `keys_by` does.

    Raises:
        CheckpointNotSigned: there is no checkpoint.
    """
    return keys_by(published_checkpoint())


def keys_by(checkpoint: str) -> bytes:
    """Return each `key` and `revoke` record under a checkpoint with its proof by it, in log order: a JSON object a line.

    The hashes of its tree must be stored.
    """
    size = size_of(checkpoint)
    return b"".join(
        canonical_json.encode({"note": entry, "proof": _inclusion(index, size, checkpoint)}) + b"\n"
        for index, entry in _keys_below(size)
    )


def count_keys(checkpoint: str | None = None) -> int:
    """Return how many records of keys are under a checkpoint; without one, how many there are, on their way or not."""
    return count_system_entries(_OF_KEYS) if checkpoint is None else len(_keys_below(size_of(checkpoint)))


def _keys_below(size: int) -> list[tuple[int, str]]:
    return [(index, entry) for index, entry in placed_system_entries(_OF_KEYS) if index < size]


def consistency_proof(*, from_size: str, to_size: str) -> str:
    """Return the proof that a published checkpoint's tree begins with the tree of `from_size` entries.

    Raises:
        MalformedTreeSize: a size is no positive number.
        ImpossibleConsistency: `from_size` is the larger one.
        UnknownCheckpoint: there is no checkpoint of `to_size`.
    """
    before, after = _size(from_size), _size(to_size)
    if before > after:
        raise ImpossibleConsistency("Nothing was done. Give the smaller size first.")
    checkpoint = checkpoint_of(to_size)
    return consistency_document(before, _hashes(consistency_stretches(before, after), after), checkpoint)


def consistency_hashes(before: int, after: int) -> list[bytes]:
    """Return the hashes of the consistency proof between two sizes, of which every hash of a tile is stored."""
    return _hashes(consistency_stretches(before, after), after) if 0 < before < after else []


def _inclusion(index: int, size: int, checkpoint: str) -> str:
    return inclusion_document(index, _hashes(inclusion_stretches(index, size), size), checkpoint)


def _hashes(stretches: list[Stretch], size: int) -> list[bytes]:
    return proof_hashes(stretches, stored_hashes(tiles_needed(stretches, size)))


def _size(text: str) -> int:
    if not _SIZE.fullmatch(text):
        raise MalformedTreeSize("Nothing was done. A size is a positive decimal number without leading zeros.")
    return int(text)


def _published_checkpoints() -> QuerySet[Checkpoint]:
    published = Log.objects.filter(id=1).values("published_size")[:1]
    return Checkpoint.objects.filter(size__lte=published)


def _newest(checkpoints: QuerySet[Checkpoint]) -> str | None:
    """Return the newest one with the lines of its witnesses; None if there is none."""
    newest = checkpoints.annotate(whole=WHOLE_NOTE).order_by("-size")
    return newest.values_list("whole", flat=True).first()
