"""One partition of an audit: some of the chains, some of the bundles' hashes, some of the checkpoints.

Partitions are independent of each other, so that each can run in a process of its own. Each reads the whole log, but
judges only its own chains, and the system chain, against which all others are judged. Of the rest it follows what tables
write, because a chain at a table is judged by what the others say. Its result is small.
"""

import zlib
from bisect import bisect_right
from dataclasses import dataclass, field

from verifier import checkpoint
from verifier.checkpoint_list import CheckpointList
from verifier.claims import Claims
from verifier.dates import Dates
from verifier.entry_bytes import chain_of
from verifier.event_list import Citation, EventList
from verifier.export import BUNDLE_ENTRIES, Bundle, Export
from verifier.judge import Depth, Judge
from verifier.link import Position
from verifier.note import VerifierKey
from verifier.player import AuditContext
from verifier.published_sheets import PublishedSheet
from verifier.receipts import ReceiptPlace
from verifier.schema import SYSTEM_CHAIN
from verifier.statistics import Statistics
from verifier.system import System
from verifier.table_money import Held, owed
from verifier.tables import Tables
from verifier.tally import MoneyKey, Tally
from verifier.tree import Frontier, leaf_hash
from verifier.trust import Trust
from verifier.verdict import Failure, Fault, Place
from verifier.versions import Versions


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionTask:
    """One partition's part of an audit."""

    export: Export
    trust: Trust
    depth: Depth
    size: int
    """The size of the whole log, in entries."""
    sizes: tuple[int, ...]
    """The sizes for which there is a checkpoint, ascending."""
    receipt_leaves: frozenset[bytes]
    """The leaves to look for: those of the receipts."""
    receipt_places: frozenset[ReceiptPlace]
    """The places in chains to look for: those of the receipts."""
    number: int
    """The number of this partition, from 0."""
    count: int
    """How many partitions there are."""


@dataclass(slots=True, kw_only=True)
class PartitionResult:
    """The result of one partition."""

    tally: Tally
    subtrees: dict[int, bytes] = field(default_factory=dict)
    """The root of each of its whole bundles, by the bundle's number."""
    prefixes: dict[int, bytes] = field(default_factory=dict)
    """The root over a bundle's entries up to each size at which a checkpoint cuts the bundle, by that size."""
    roots: dict[int, bytes] = field(default_factory=dict)
    """The signed root of each of its checkpoints, by size."""
    unsettled: list[tuple[int, Failure]] = field(default_factory=list)
    """Rounds still open at the log's end: the instant (ms) after which each is late, and the failure it is then."""
    receipts_found: set[bytes] = field(default_factory=set)
    """The leaves of receipts that are in its bundles."""
    places_found: set[ReceiptPlace] = field(default_factory=set)
    """The places of receipts that records of its chains have."""
    versions: Versions = field(default_factory=Versions)
    """Where each version of the log begins or ends among its records."""
    owed: dict[MoneyKey, Held] = field(default_factory=dict)
    """What all tables hold for open stakes; in the first partition's result alone."""
    events: EventList = field(default_factory=EventList)
    """The events that the system chain lists; in the first partition's result alone."""
    events_seen: list[int] = field(default_factory=list)
    """For each record that lists events, the greatest time of its chains' records before that."""
    checkpoint_list: CheckpointList = field(default_factory=CheckpointList)
    """The log's own list of its checkpoints."""
    citations: list[Citation] = field(default_factory=list)
    """The records of its chains that name events."""
    record_keys: frozenset[VerifierKey] = frozenset()
    """The keys that may sign records, as the system chain announces them."""
    sheets: list[PublishedSheet] = field(default_factory=list)
    """The rule sheets that the system chain publishes."""
    statistics: Statistics | None = None
    """What its chains add to the tests; None in tree mode."""
    claims: Claims = field(default_factory=Claims)
    """What its chains say about the whole log."""
    broken: Failure | None = None
    """Why the log could not be read to its end; None if it could."""


def audit_partition(task: PartitionTask) -> PartitionResult:
    """Audit one partition."""
    # In tree mode an auditor looks a second time, and fast.
    result = PartitionResult(tally=Tally(), statistics=Statistics() if task.depth is Depth.FULL else None)
    _read_checkpoints(task, result)

    system = System(root=task.trust.root, log=task.trust.log)
    tables = Tables(system=system)
    context = AuditContext(
        system=system,
        checkpoint_sizes=task.sizes,
        tables=tables,
        tally=result.tally,
        statistics=result.statistics,
        origin=task.trust.origin,
        claims=result.claims,
    )
    judge = Judge(context, depth=task.depth, receipt_places=task.receipt_places)
    dates = Dates()
    for bundle in task.export.bundles(size=task.size):
        _read_bundle(task, bundle, judge, result)
        # One partition looks at the dates of all chains.
        if task.number == 0:
            dates.see(bundle)
    for failure in dates.failures:
        result.tally.fail(failure)
    result.unsettled = judge.close()
    result.checkpoint_list = system.checkpoints
    result.record_keys, result.sheets = system.record_keys(), system.sheets
    result.citations = judge.citations
    result.versions, result.places_found = judge.versions, judge.places_found
    if task.number == 0:
        result.owed = owed(tables.open_stakes())
        result.events = system.events
    result.events_seen = system.events.seen
    return result


def _read_checkpoints(task: PartitionTask, result: PartitionResult) -> None:
    for size in task.sizes[task.number :: task.count]:
        raw = task.export.read(f"checkpoints/{size}", bytes_max=checkpoint.FILE_BYTES_MAX)
        if raw is None:
            continue
        try:
            result.roots[size] = checkpoint.parse(raw, trust=task.trust, size=size).root
        except Fault as fault:
            sentence = f"checkpoints/{size}: {fault.sentence}"
            result.tally.fail(Failure(code=fault.code, sentence=sentence, place=Place()))


def _read_bundle(task: PartitionTask, bundle: Bundle, judge: Judge, result: PartitionResult) -> None:
    hashed_here = bundle.number % task.count == task.number
    leaves = []
    for index, entry in enumerate(bundle.entries, start=bundle.first):
        chain = chain_of(entry)
        judged_here = _partition_of(chain, task.count) == task.number
        followed = not judged_here and judge.concerns(entry, chain)
        if not (hashed_here or judged_here or followed or chain == SYSTEM_CHAIN):
            continue
        leaf = leaf_hash(entry)
        if hashed_here:
            leaves.append(leaf)
        if judged_here or chain == SYSTEM_CHAIN:
            judge.judge(entry, index=index, leaf=leaf.hex(), chain=chain, counted=judged_here)
        elif followed:
            judge.follow(entry, position=Position(index=index, leaf=leaf.hex()), chain=chain)

    if hashed_here:
        result.receipts_found |= task.receipt_leaves.intersection(leaves)
        _hash_bundle(task, bundle, leaves, result)
    if bundle.broken is not None:
        result.broken = bundle.broken


def _hash_bundle(task: PartitionTask, bundle: Bundle, leaves: list[bytes], result: PartitionResult) -> None:
    cuts = _cuts(task.sizes, bundle)
    frontier = Frontier()
    for size, leaf in enumerate(leaves, start=bundle.first + 1):
        frontier.append(leaf)
        if size in cuts:
            result.prefixes[size] = frontier.root()
    if len(leaves) == BUNDLE_ENTRIES:
        result.subtrees[bundle.number] = frontier.root()


def _cuts(sizes: tuple[int, ...], bundle: Bundle) -> frozenset[int]:
    """Return the sizes that end within the bundle."""
    low = bisect_right(sizes, bundle.first)
    high = bisect_right(sizes, bundle.first + BUNDLE_ENTRIES - 1)
    return frozenset(sizes[low:high])


def _partition_of(chain: str, count: int) -> int:
    return zlib.crc32(chain.encode("latin-1")) % count
