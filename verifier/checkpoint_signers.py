"""Which checkpoints hold, once the whole log was read and says which keys it had at each size.

Source: docs/formats/signing-keys.md, rules 4 and 6.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from verifier import checkpoint
from verifier.checkpoint import Checkpoint
from verifier.export import BUNDLE_ENTRIES, Export
from verifier.hash_bundles import Hashed
from verifier.log_keys import LogKeys
from verifier.tree import Frontier
from verifier.trust import Trust
from verifier.verdict import Code, Failure, Fault, Place


def read_outside(
    notes: Iterable[bytes], trust: Trust, *, fail: Callable[[Failure], None]
) -> Iterator[Checkpoint | None]:
    """Yield the export's newest checkpoint, which is the first of the notes, then those that the auditor kept.

    None stands for each invalid one. That a successor of the trusted log key may sign them, only the log says.
    """
    for raw in notes:
        try:
            yield checkpoint.parse_claimed(raw, trust=trust)
        except Fault as fault:
            fail(_wrong(fault.code, fault.sentence))
            yield None


def judge_folder(export: Export, trust: Trust, hashed: Hashed, keys: LogKeys) -> None:
    """Look again at the checkpoints of the folder that the trusted key's line alone does not prove.

    One that no key of the log signed counts for nothing. One that lacks a line is a failure, and shows a fork like any other.
    """
    for size in sorted(hashed.roots):
        if size not in hashed.unproven and keys.at(size) == (keys.first,):
            continue
        raw = export.read(f"checkpoints/{size}", bytes_max=checkpoint.FILE_BYTES_MAX)
        try:
            claimed = checkpoint.parse_claimed(raw or b"", trust=trust, size=size)
            if not keys.signed(claimed):
                del hashed.roots[size]
                hashed.cosigned.pop(size, None)
            keys.require(claimed)
        except Fault as fault:
            hashed.fail(size, fault)


def outside_folder(
    claimed: Iterable[Checkpoint],
    keys: LogKeys,
    roots: Mapping[int, bytes],
    *,
    excused: Callable[[Checkpoint], bool],
) -> Iterator[Checkpoint | Failure]:
    """Yield each checkpoint that was given beside the folder and that holds, or shows a fork, and the failure of each other.

    `roots` are those of the entries, by size. Where only stolen keys signed, `excused` says whether the log is not blamed.
    """
    for each in claimed:
        other_root = each.size in roots and roots[each.size] != each.root
        try:
            keys.require(each)
            fault = None
        except Fault as found:
            fault = found
        if (fault is not None or other_root) and keys.only_stolen(each) and excused(each):
            sentence = f"a key that was stolen signed a checkpoint of size {each.size} that no quorum of witnesses saw"
            yield _wrong(Code.W_FORK_STOLEN, sentence)
        elif fault is None or (other_root and keys.signed(each)):
            yield each
        else:
            yield _wrong(fault.code, fault.sentence)


def computed_roots(sizes: Iterable[int], hashed: Hashed) -> Iterator[tuple[int, bytes]]:
    """Yield each size with the root over that many entries, as far as the entries could be read."""
    frontier, joined, hashes = Frontier(), 0, hashed.hashes
    for size in sizes:
        whole, rest = divmod(size, BUNDLE_ENTRIES)
        while joined < whole and (subtree := hashes.subtrees.get(joined)) is not None:
            frontier.append(subtree)
            joined += 1
        prefix = hashes.prefixes.get(size)
        if joined < whole or (rest and prefix is None):
            return
        yield size, frontier.root(prefix)


def compare_roots(
    signed: Mapping[int, set[bytes]], computed: Mapping[int, bytes], *, size: int
) -> tuple[int, list[Failure]]:
    """Compare the roots that were signed with those of the entries, of which there are `size`.

    Return how many checkpoints agree, and what is wrong with the others.
    """
    agree, wrong = 0, list[Failure]()
    for at, roots in sorted(signed.items()):
        if len(roots) > 1:
            wrong.append(_wrong(Code.E_FORK, f"the log signed {len(roots)} roots for size {at}"))
        elif at > size:
            sentence = f"the log signed a checkpoint of size {at}, the export ends at {size}"
            wrong.append(_wrong(Code.E_WITHHELD_ENTRY, sentence))
        elif at in computed and computed[at] not in roots:
            wrong.append(_wrong(Code.E_ROOT, f"the checkpoint of size {at} has another root than the entries"))
        elif at in computed:
            agree += 1
    return agree, wrong


def _wrong(code: Code, sentence: str) -> Failure:
    return Failure(code=code, sentence=sentence, place=Place())
