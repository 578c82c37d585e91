"""Go on from the state of an earlier audit, or of one that was broken off: `--state FILE`.

Every entry is read and hashed each time. Those that were judged before are not judged again, if they are the same: the root
over them is the one that the state has. If it is not, or the state is bound to something else, the whole log is judged.
In any case the newest checkpoint of the last accepted audit is held against the log, as if `--checkpoint` named it. So
the verdict is always that of the whole audit with that checkpoint.

While the log is judged, its state is in `FILE.running`. Once the audit is accepted, it takes the place of FILE.

Source: docs/adr/0099-a-state-of-all-that-the-judge-knows.md.
"""

import hashlib
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from verifier import canonical, note, schema, state_file, state_reader, state_writer, windows, zone_data
from verifier.checkpoint_signers import computed_roots
from verifier.entry_bytes import chain_of
from verifier.export import BUNDLE_ENTRIES, Bundle, bundle_numbers
from verifier.hash_bundles import Hashed
from verifier.judge_share import Bench, Judging
from verifier.receipts import ReceiptPlace
from verifier.record_times import RecordTimes
from verifier.state_file import Bound, Head
from verifier.trust import Trust
from verifier.verdict import Fault

if TYPE_CHECKING:
    from verifier.judge import Depth
    from verifier.read_log import Reading

EVERY_S: Final = 60.0
_PART_OF_WORK: Final = 20
"""A state that takes long to write is written less often: at most one part in so many of the time goes into it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFile:
    """Where an auditor keeps the state of a log, how often it is written, and the key that only they have, if any."""

    path: Path
    every_s: float = EVERY_S
    key: bytes | None = None

    @property
    def running(self) -> Path:
        """Return where the state of an audit is that has not come to its end."""
        return self.path.with_name(f"{self.path.name}.running")


@dataclass(slots=True, kw_only=True)
class Begun:
    """Where an audit begins to judge."""

    judging: Judging
    waiting: list[tuple[Bundle, list[bytes]]] = field(default_factory=list)
    """What was read and hashed already, and is to be judged, with its leaves."""
    numbers: range
    """The numbers of the bundles to be read next."""

    @classmethod
    def at_first(cls, log: "Reading") -> "Begun":
        """Begin at the first record."""
        return cls(judging=Judging(bench=Bench(log.terms)), numbers=bundle_numbers(log.size))


@dataclass(slots=True, kw_only=True)
class Going:
    """An audit that keeps its state."""

    file: StateFile
    bound: Bound
    newest: bytes
    stored: tuple[Head, bytes] | None = None
    """The state to go on from, if it fits this log."""
    broken_off: bool = False
    """Whether that is of an audit that has not come to its end."""
    kept: bytes = b""
    """The newest checkpoint of the last accepted audit; empty for none."""
    why_whole: str | None = None
    """Why the whole log is judged although there is a state; None if it is not, or there is none."""
    went_on_from: int = 0
    """How many entries an earlier run had judged."""
    _written_at: float = field(default_factory=time.monotonic)
    _wait_s: float = 0.0
    _zones: frozenset[str] = frozenset()
    _complete: bool = False
    """Whether `FILE.running` is the state of the whole log."""

    def begin(self, log: "Reading") -> Begun:
        """Return where to begin: at the end of what the state has judged, or at the first record."""
        self._wait_s = self.file.every_s
        if self.stored is None:
            return Begun.at_first(log)
        head, content = self.stored
        self.stored = None
        self.why_whole = _other_terms(head, log)
        if self.why_whole is not None:
            return Begun.at_first(log)
        passed = _pass_over(log, head)
        if passed is None:
            self.why_whole = "the entries that it had judged are not those of this log"
            return Begun.at_first(log)
        judging = _judging_of(content, self.file)
        judging.bench.go_on(log.terms, places_found=passed.places)
        log.hashed.add(passed.hashed)
        log.times.add(passed.times)
        self._zones, self.went_on_from = frozenset(head.zones), head.index
        self._complete = self.broken_off and head.index == log.size
        return Begun(judging=judging, waiting=passed.waiting, numbers=passed.numbers)

    def reached(self, log: "Reading", judging: Judging, index: int, *, ends: bool = False) -> None:
        """Write the state where so many entries were judged, if it is time, or if the log ends there.

        Raises:
            OSError: it cannot be written.
        """
        begun_at = time.monotonic()
        if log.hashed.broken is not None or not index or not (ends or begun_at - self._written_at >= self._wait_s):
            return
        head = Head(
            bound=self.bound,
            index=index,
            root=dict(computed_roots([index], log.hashed))[index].hex(),
            sizes=_digest_of(log.sizes, index),
            zones=zone_data.digests(windows.zones_asked() | self._zones),
            newest=self.newest.decode("latin-1"),
        )
        state_file.write(self.file.running, head, lambda sink: state_writer.write(judging, sink), key=self.file.key)
        self._complete = ends
        self._written_at = time.monotonic()
        self._wait_s = max(self.file.every_s, _PART_OF_WORK * (self._written_at - begun_at))

    def end(self, *, accepted: bool) -> None:
        """Keep the state of the whole log for the next audit; of one that is not accepted, that of the last accepted one.

        Raises:
            OSError: a file cannot be moved or removed.
        """
        if accepted and self._complete:
            state_file.replace(self.file.running, self.file.path)
        else:
            self.file.running.unlink(missing_ok=True)


def open_state(file: StateFile, *, trust: Trust, depth: "Depth", newest: bytes) -> Going:
    """Read the state of an audit that was broken off, else that of the last accepted one.

    Raises:
        OSError: it cannot be read, is damaged, or is of another log or other trusted keys.
    """
    keys = hashlib.sha256(repr((trust.root, trust.log)).encode()).hexdigest()
    bound = Bound(program=state_file.program(), origin=trust.origin, keys=keys, depth=depth.value)
    accepted, running = state_file.read(file.path, key=file.key), state_file.read(file.running, key=file.key)
    going = Going(file=file, bound=bound, newest=newest)
    for head, content in filter(None, (running, accepted)):
        if (head.bound.origin, head.bound.keys) != (bound.origin, bound.keys):
            raise OSError(
                f"nothing was judged: the state {str(file.path)!a} is of another log, or of other trusted keys"
            )
        if (why := _other_program(head, bound)) is not None:
            going.why_whole = why
        elif going.stored is None:
            going.stored, going.broken_off = (head, content), running is not None and head is running[0]
    if accepted is not None:
        going.kept = accepted[0].newest.encode("latin-1")
    return going


def _other_program(head: Head, bound: Bound) -> str | None:
    if head.bound.program != bound.program:
        return "another version of this program, or of Python, wrote it"
    if head.bound.depth != bound.depth:
        return f"it is of an audit in {head.bound.depth} mode"
    return None


def _other_terms(head: Head, log: "Reading") -> str | None:
    if zone_data.digests(head.zones) != head.zones:
        return "this machine's time zone database has changed"
    if head.sizes != _digest_of(log.sizes, head.index):
        return "there are other checkpoints of the entries that it had judged"
    return None


def _digest_of(sizes: Sequence[int], index: int) -> str:
    """Hash the sizes below a log index. A record is judged by the checkpoints that are not greater than its own index."""
    below = sizes[: bisect_left(sizes, index)]
    return hashlib.sha256(",".join(map(str, below)).encode()).hexdigest()


def _judging_of(content: bytes, file: StateFile) -> Judging:
    try:
        judging = state_reader.read(content)
    except state_reader.Damaged as error:
        raise OSError(f"nothing was judged: the state {str(file.path)!a} does not hold: {error}") from error
    assert isinstance(judging, Judging), "a state is written from nothing else"
    return judging


@dataclass(slots=True, kw_only=True)
class _Passed:
    hashed: Hashed
    times: RecordTimes
    places: set[ReceiptPlace]
    waiting: list[tuple[Bundle, list[bytes]]]
    numbers: range


def _pass_over(log: "Reading", head: Head) -> _Passed | None:
    """Read and hash the entries that a state has judged, without judging them; None if they are not the same."""
    whole, numbers = -(-head.index // BUNDLE_ENTRIES), bundle_numbers(log.size)
    passed = _Passed(
        hashed=Hashed(), times=RecordTimes(marks=log.times.marks), places=set(), waiting=[], numbers=numbers[whole:]
    )
    sizes = sorted({*log.sizes, head.index})
    chains = frozenset(chain for chain, _ in log.receipt_places)
    for bundle in log.export.bundles(size=log.size, numbers=numbers[:whole]):
        leaves = passed.hashed.take(bundle, sizes, log.receipt_leaves)
        passed.times.see(bundle)
        passed.places |= log.receipt_places.intersection(_places(bundle.up_to(head.index).entries, chains))
        if bundle.first + len(leaves) > head.index:
            passed.waiting.append((bundle.after(head.index), leaves[head.index - bundle.first :]))
        log.tell((bundle.number + 1) * BUNDLE_ENTRIES / log.size)
    root = dict(computed_roots([head.index], passed.hashed)).get(head.index)
    if root is None or root.hex() != head.root:
        return None
    if passed.hashed.broken is not None:
        passed.numbers = range(0)
    return passed


def _places(entries: Iterable[bytes], chains: frozenset[str]) -> Iterator[ReceiptPlace]:
    """Yield the places of the records of some chains, as far as they can be read."""
    if not chains:
        return
    for entry in entries:
        chain = chain_of(entry)
        if chain not in chains:
            continue
        try:
            text = note.line_of(note.split(entry))
            record = schema.read(canonical.parse(text), text, chain=chain)
        except Fault:
            continue
        yield record["chain"], record["seq"]
