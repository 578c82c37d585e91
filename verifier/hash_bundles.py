"""The first part of an audit: hash a run of bundles, and pass their entries on by chain.

Runs do not depend on each other. Each bundle is read by one of them alone. Source: docs/formats/log.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from verifier import checkpoint
from verifier.checkpoint import Checkpoint
from verifier.dates import Span, span_of
from verifier.entry_bytes import chain_of
from verifier.export import BUNDLE_ENTRIES, Bundle, Export
from verifier.hashing import Hashes
from verifier.note import SignatureLine
from verifier.record_times import RecordTimes
from verifier.schema import SYSTEM_CHAIN
from verifier.share_files import ShareWriter
from verifier.tables import may_concern
from verifier.trust import Trust
from verifier.verdict import Failure, Fault, Place

SYSTEM: Final = "system"
TABLES: Final = "tables"
"""The files of the entries that every share reads."""
_BYTES: Final = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTask:
    """A run of bundles, and where to pass their entries on."""

    export: Export
    trust: Trust
    size: int
    """The size of the whole log, in entries."""
    sizes: tuple[int, ...]
    """The sizes for which there is a checkpoint, ascending."""
    numbers: range
    """The numbers of the run's bundles."""
    receipt_leaves: frozenset[bytes]
    """The leaves to look for: those of the receipts."""
    folder: Path
    """The run's own scratch folder, which does not exist yet."""
    shares: int
    """How many shares the chains are judged in."""
    marks: tuple[int, ...] = ()
    """The sizes of the checkpoints that witnesses signed, ascending."""


@dataclass(slots=True, kw_only=True)
class Hashed:
    """What a run of bundles, or the whole log, hashes to."""

    hashes: Hashes = field(default_factory=Hashes)
    roots: dict[int, bytes] = field(default_factory=dict)
    """The signed root of each checkpoint that was read, by size."""
    unproven: set[int] = field(default_factory=set)
    """The sizes of those that only a successor of the trusted log key may have signed."""
    cosigned: dict[int, tuple[SignatureLine, ...]] = field(default_factory=dict)
    """The lines of witnesses that checkpoints have, by size, not verified yet."""
    failures: list[Failure] = field(default_factory=list)
    receipts_found: set[bytes] = field(default_factory=set)
    """The leaves of receipts that are in its bundles."""
    broken: Failure | None = None
    """Why the log could not be read to its end; None if it could."""

    def take(self, bundle: Bundle, sizes: Sequence[int], receipt_leaves: frozenset[bytes]) -> list[bytes]:
        """Hash a bundle, and return its leaves."""
        leaves = self.hashes.take(bundle, sizes)
        self.receipts_found |= receipt_leaves.intersection(leaves)
        self.broken = bundle.broken
        return leaves

    def read_checkpoints(self, export: Export, trust: Trust, sizes: Sequence[int]) -> None:
        """Read the checkpoints of these sizes."""
        for size in sizes:
            raw = export.read(f"checkpoints/{size}", bytes_max=checkpoint.FILE_BYTES_MAX)
            if raw is None:
                continue
            try:
                signed = checkpoint.parse_claimed(raw, trust=trust, size=size)
                self.roots[size] = signed.root
                if not signed.by_first_key:
                    self.unproven.add(size)
                if signed.cosignatures:
                    self.cosigned[size] = signed.cosignatures
            except Fault as fault:
                self.fail(size, fault)

    def fail(self, size: int, fault: Fault) -> None:
        """Note what is wrong with the checkpoint of this size."""
        sentence = f"checkpoints/{size}: {fault.sentence}"
        self.failures.append(Failure(code=fault.code, sentence=sentence, place=Place()))

    def signed_roots(self, others: Iterable[Checkpoint]) -> dict[int, set[bytes]]:
        """Return the roots that the log signed for each size, here and in other checkpoints."""
        roots = {size: {root} for size, root in self.roots.items()}
        for other in others:
            roots.setdefault(other.size, set()).add(other.root)
        return roots

    def add(self, other: "Hashed") -> None:
        """Add the next run, which does not come after a break."""
        assert self.broken is None, "a log is read up to where it breaks"
        self.hashes.add(other.hashes)
        self.roots |= other.roots
        self.failures += other.failures
        self.receipts_found |= other.receipts_found
        self.broken = other.broken


@dataclass(slots=True, kw_only=True)
class RunResult:
    """The result of a run: what it hashes to, when its records were written, and what it passed on."""

    hashed: Hashed = field(default_factory=Hashed)
    spans: list[tuple[int, Span | None]] = field(default_factory=list)
    """The number of each bundle, with the times of its records."""
    times: RecordTimes = field(default_factory=RecordTimes)
    digests: dict[str, bytes] = field(default_factory=dict)
    """The SHA-256 of each file in its folder, by the name."""


def hash_run(task: RunTask) -> RunResult:
    """Hash a run of bundles, and write its entries into the files of their shares."""
    result = RunResult(times=RecordTimes(marks=task.marks))
    with ShareWriter(task.folder) as writer:
        for bundle in task.export.bundles(size=task.size, numbers=task.numbers):
            leaves = result.hashed.take(bundle, task.sizes, task.receipt_leaves)
            result.times.see(bundle)
            result.spans.append((bundle.number, span_of(bundle)))
            _pass_on(bundle, leaves, writer, shares=task.shares)
        result.digests = writer.digests()
    return result


def share_of(chain: str, shares: int) -> int:
    """Return which share judges a chain, by the first byte of its id. What is no chain falls to the first."""
    try:
        return int(chain[:2], 16) % _BYTES * shares // _BYTES
    except ValueError:
        return 0


def _pass_on(bundle: Bundle, leaves: Sequence[bytes], writer: ShareWriter, *, shares: int) -> None:
    for index, (entry, leaf) in enumerate(zip(bundle.entries, leaves, strict=True), start=bundle.first):
        chain = chain_of(entry)
        if chain == SYSTEM_CHAIN:
            writer.put(SYSTEM, index, leaf, entry)
            continue
        writer.put(str(share_of(chain, shares)), index, leaf, entry)
        if may_concern(entry):
            writer.put(TABLES, index, leaf, entry)
    writer.flush()


def entries_of(numbers: range, size: int) -> int:
    """Return how many entries a run of bundles has, if they are all there."""
    return max(0, min(size, numbers.stop * BUNDLE_ENTRIES) - numbers.start * BUNDLE_ENTRIES)
