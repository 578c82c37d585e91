"""One share of an audit: some of the chains, some of the bundles' hashes, some of the checkpoints.

Shares are cut so that they need nothing of each other. Every share reads the whole log; it judges the chains that
fall to it, and the system chain, which every other chain is judged against. What it returns is small.
"""

import zlib
from bisect import bisect_right
from dataclasses import dataclass, field

from verifier import checkpoint
from verifier.export import BUNDLE_ENTRIES, Bundle, Export
from verifier.judge import Depth, Judge
from verifier.note import VerifierKey
from verifier.player import Surroundings
from verifier.schema import SYSTEM_CHAIN
from verifier.system import System
from verifier.tally import Tally
from verifier.tree import Frontier, leaf_hash
from verifier.trust import Trust
from verifier.verdict import Failure, Fault, Place

_CHAIN_FIELD = b'"chain":"'
_CHAIN_DIGITS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What one share has to do: share `number` of `count`.

    `size` is the size of the whole log; `sizes` are those with a checkpoint, ascending; `wanted` are the leaves of
    the receipts to be found.
    """

    export: Export
    trust: Trust
    depth: Depth
    size: int
    sizes: tuple[int, ...]
    wanted: frozenset[bytes]
    number: int
    count: int


@dataclass(slots=True, kw_only=True)
class Findings:
    """What one share found.

    `subtrees` holds the root of each of its whole bundles; `prefixes` the root over the entries of a bundle up to
    each size at which a checkpoint cuts it.
    """

    tally: Tally
    subtrees: dict[int, bytes] = field(default_factory=dict)
    prefixes: dict[int, bytes] = field(default_factory=dict)
    roots: dict[int, bytes] = field(default_factory=dict)
    waiting: list[tuple[int, Failure]] = field(default_factory=list)
    receipts_found: set[bytes] = field(default_factory=set)
    record_keys: frozenset[VerifierKey] = frozenset()
    broken: Failure | None = None


def audit(task: Task) -> Findings:
    """Do one share of an audit."""
    findings = Findings(tally=Tally())
    _read_checkpoints(task, findings)

    system = System(root=task.trust.root)
    around = Surroundings(system=system, checkpoint_sizes=frozenset(task.sizes), tally=findings.tally)
    judge = Judge(around, depth=task.depth)
    for bundle in task.export.bundles(size=task.size):
        _read_bundle(task, bundle, judge, findings)
    findings.waiting = judge.close()
    findings.record_keys = system.record_keys()
    return findings


def _read_checkpoints(task: Task, findings: Findings) -> None:
    for size in task.sizes[task.number :: task.count]:
        raw = task.export.read(f"checkpoints/{size}", bytes_max=checkpoint.FILE_BYTES_MAX)
        if raw is None:
            continue
        try:
            findings.roots[size] = checkpoint.parse(raw, trust=task.trust, size=size).root
        except Fault as fault:
            sentence = f"checkpoints/{size}: {fault.sentence}"
            findings.tally.fail(Failure(code=fault.code, sentence=sentence, place=Place()))


def _read_bundle(task: Task, bundle: Bundle, judge: Judge, findings: Findings) -> None:
    hashed_here = bundle.number % task.count == task.number
    leaves = []
    for index, entry in enumerate(bundle.entries, start=bundle.first):
        chain = chain_of(entry)
        judged_here = _share_of(chain, task.count) == task.number
        if not (hashed_here or judged_here or chain == SYSTEM_CHAIN):
            continue
        leaf = leaf_hash(entry)
        if hashed_here:
            leaves.append(leaf)
        if judged_here or chain == SYSTEM_CHAIN:
            judge.judge(entry, index=index, leaf=leaf.hex(), chain=chain, counted=judged_here)

    if hashed_here:
        findings.receipts_found |= task.wanted.intersection(leaves)
        _hash_bundle(task, bundle, leaves, findings)
    if bundle.broken is not None:
        findings.broken = bundle.broken


def _hash_bundle(task: Task, bundle: Bundle, leaves: list[bytes], findings: Findings) -> None:
    cuts = _cuts(task.sizes, bundle)
    frontier = Frontier()
    for size, leaf in enumerate(leaves, start=bundle.first + 1):
        frontier.append(leaf)
        if size in cuts:
            findings.prefixes[size] = frontier.root()
    if len(leaves) == BUNDLE_ENTRIES:
        findings.subtrees[bundle.number] = frontier.root()


def _cuts(sizes: tuple[int, ...], bundle: Bundle) -> frozenset[int]:
    """Return the sizes that end within the bundle."""
    low = bisect_right(sizes, bundle.first)
    high = bisect_right(sizes, bundle.first + BUNDLE_ENTRIES - 1)
    return frozenset(sizes[low:high])


def chain_of(entry: bytes) -> str:
    """Find a record's chain without parsing it.

    In a record of the right form no field before `chain` can hold these bytes (strings escape their quotes), and
    the judge refuses a record whose chain is another. What has no chain falls to some share, which says so.
    """
    start = entry.find(_CHAIN_FIELD) + len(_CHAIN_FIELD)
    return entry[start : start + _CHAIN_DIGITS].decode("latin-1")


def _share_of(chain: str, count: int) -> int:
    return zlib.crc32(chain.encode("latin-1")) % count
