"""The tiles of a published log, held against its checkpoints.

The leaves' hashes are in the tiles of level 0. Every other tile, and every checkpoint's root, follows from them.

Source: docs/formats/log.md, "Tiles" (C2SP tlog-tiles).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from verifier import checkpoint
from verifier.checkpoint import Checkpoint
from verifier.export import Export, number_path
from verifier.log_keys import LogKeys
from verifier.tree import Frontier, root_of
from verifier.trust import Trust
from verifier.verdict import Code, Failure, Fault, Place

_WIDTH: Final = 256
_HASH_BYTES: Final = 32


@dataclass(slots=True, kw_only=True)
class TilesResult:
    """What is known of a folder's tiles."""

    size: int = 0
    """How many entries the newest checkpoint promises."""
    tiles: int = 0
    """How many tiles agree with those below them, or are of level 0 and whole."""
    checkpoints: int = 0
    """How many checkpoints have the root of the tiles."""
    proved_beyond: int = 0
    """How many entries the largest tree has that served proofs lead to and the tiles do not reach; 0 if they reach all."""
    failures: list[Failure] = field(default_factory=list)

    def fail(self, code: Code, sentence: str) -> None:
        """Add a failure."""
        self.failures.append(Failure(code=code, sentence=sentence, place=Place()))


def judge(
    folder: Export, *, trust: Trust, keys: LogKeys, kept: Sequence[bytes] = (), proved_by: Sequence[Checkpoint] = ()
) -> TilesResult:
    """Judge the tiles of a folder by its checkpoint, by those kept from earlier, and by those that served proofs lead to.

    A proof may lead to a checkpoint beyond the newest: the log grew between two questions. It is no failure, and is said.

    Raises:
        OSError: a file is there and cannot be read.
    """
    result = TilesResult()
    signed = list(_signed(folder, trust, keys, kept, result))
    if not signed:
        return result
    result.size = signed[0].size
    signed += [checked for checked in proved_by if checked.size <= result.size]
    result.proved_beyond = max((checked.size for checked in proved_by if checked.size > result.size), default=0)
    wanted = sorted({checked.size for checked in signed if checked.size <= result.size})
    try:
        roots = _roots(folder, wanted, result)
    except Fault as fault:
        result.fail(fault.code, fault.sentence)
        return result
    for checked in signed:
        if checked.size > result.size:
            sentence = f"the log signed a checkpoint of size {checked.size}, the tiles end at {result.size}"
            result.fail(Code.E_WITHHELD_TILE, sentence)
        elif roots[checked.size] != checked.root:
            result.fail(Code.E_ROOT, f"the checkpoint of size {checked.size} has another root than the tiles")
        else:
            result.checkpoints += 1
    return result


def tile_path(level: int, number: int, *, width: int) -> str:
    """Return the path of a tile of `width` hashes."""
    path = f"tile/{level}/{number_path(number)}"
    return path if width == _WIDTH else f"{path}.p/{width}"


def leaves_under(folder: Export, newest: Checkpoint) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the log index of the first leaf and the leaves of each tile of level 0, which lead to a checkpoint's root.

    Raises:
        Fault: `E_WITHHELD_TILE`, `E_TILE`; `E_ROOT`, after the last one. What was yielded then means nothing.
        OSError: a file cannot be read.
    """
    frontier, rest = Frontier(), None
    for first, leaves in _level(folder, 0, newest.size):
        yield first, leaves
        if len(leaves) == _WIDTH:
            frontier.append(root_of(leaves))
        else:
            rest = root_of(leaves)
    if frontier.root(rest) != newest.root:
        raise Fault(Code.E_ROOT, f"the checkpoint of size {newest.size} has another root than the tiles")


def _signed(
    folder: Export, trust: Trust, keys: LogKeys, kept: Sequence[bytes], result: TilesResult
) -> Iterator[Checkpoint]:
    """Yield the folder's newest checkpoint and those that were kept; none if the newest does not hold."""
    newest = folder.read("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX)
    for at, raw in enumerate((newest or b"", *kept)):
        try:
            claimed = checkpoint.parse_claimed(raw, trust=trust)
            keys.require(claimed)
            yield claimed
        except Fault as fault:
            result.fail(fault.code, fault.sentence)
            if at == 0:
                return


def _roots(folder: Export, sizes: Sequence[int], result: TilesResult) -> dict[int, bytes]:
    """Return the root at each size, and compare the tiles above level 0 with those below.

    Raises:
        Fault: `E_WITHHELD_TILE`, `E_TILE`: what a tile holds cannot be known.
    """
    frontier, roots, waiting = Frontier(), dict[int, bytes](), list(sizes)
    below: list[bytes] = []
    for first, leaves in _level(folder, 0, result.size):
        while waiting and waiting[0] < first + _WIDTH:
            part = leaves[: waiting[0] - first]
            roots[waiting.pop(0)] = frontier.root(root_of(part) if part else None)
        if len(leaves) == _WIDTH:
            below.append(root_of(leaves))
            frontier.append(below[-1])
        result.tiles += 1
    roots |= {size: frontier.root() for size in waiting}
    _judge_upper_levels(folder, below, result)
    return roots


def _judge_upper_levels(folder: Export, below: list[bytes], result: TilesResult) -> None:
    level = 1
    while below:
        above: list[bytes] = []
        for first, hashes in _level(folder, level, len(below)):
            wrong = [at for at, node in enumerate(hashes, start=first) if node != below[at]]
            for at in wrong:
                tile = tile_path(level - 1, at, width=_WIDTH)
                result.fail(Code.E_TILE, f"{tile} has another root than level {level} says")
            result.tiles += not wrong
            if len(hashes) == _WIDTH:
                above.append(root_of(below[first : first + _WIDTH]))
        below, level = above, level + 1


def _level(folder: Export, level: int, count: int) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the place of the first hash and the hashes of each tile of a level that has `count` hashes."""
    for number in range(-(-count // _WIDTH)):
        first = number * _WIDTH
        yield first, _tile(folder, level, number, width=min(_WIDTH, count - first))


def _tile(folder: Export, level: int, number: int, *, width: int) -> list[bytes]:
    path, whole = tile_path(level, number, width=width), tile_path(level, number, width=_WIDTH)
    raw = folder.read(path, bytes_max=_WIDTH * _HASH_BYTES)
    if raw is None and path != whole and (full := folder.read(whole, bytes_max=_WIDTH * _HASH_BYTES)) is not None:
        # A log that grew meanwhile has the full tile in its place.
        path, raw = whole, full if len(full) != _WIDTH * _HASH_BYTES else full[: width * _HASH_BYTES]
    if raw is None:
        raise Fault(Code.E_WITHHELD_TILE, f"{path} is missing")
    if len(raw) != width * _HASH_BYTES:
        raise Fault(Code.E_TILE, f"{path} is not {width} hashes of {_HASH_BYTES} bytes")
    return [raw[at : at + _HASH_BYTES] for at in range(0, len(raw), _HASH_BYTES)]
