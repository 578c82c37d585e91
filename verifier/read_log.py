"""Read a whole log: alone, one bundle after the other, or in two parts of which each is shared.

In shares, runs of bundles are hashed first, and their entries passed on by chain. Then the chains of each share are
judged, in the files of those entries. So every entry is read twice, however many shares there are. What comes out is the
same either way.

Source: docs/auditor.md, "Shares"; docs/adr/0067-shares.md.
"""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Final

from verifier.dates import Dates
from verifier.entry_bytes import chain_of
from verifier.export import BUNDLE_ENTRIES, Bundle, Export, bundle_numbers
from verifier.going_on import Begun, Going
from verifier.hash_bundles import Hashed, RunResult, RunTask, entries_of, hash_run
from verifier.judge import Depth
from verifier.judge_share import Judged, JudgeTerms, ShareTask, judge_share
from verifier.receipts import ReceiptPlace
from verifier.record_times import RecordTimes
from verifier.scheduler import Scheduler
from verifier.trust import Trust

_RUNS_A_JOB: Final = 4
"""So many runs of bundles for each job: whoever ends early takes the next one."""
_SHARES_MAX: Final = 256
_HASHING: Final = 0.2
"""The part of the work that hashing and passing on is, for the progress alone."""


@dataclass(slots=True, kw_only=True)
class Reading:
    """A log to be read, and what was found."""

    export: Export
    trust: Trust
    depth: Depth
    size: int
    """The size of the whole log, in entries."""
    sizes: tuple[int, ...]
    """The sizes for which there is a checkpoint, ascending."""
    receipt_leaves: frozenset[bytes]
    receipt_places: frozenset[ReceiptPlace]
    cosigned_elsewhere: tuple[int, ...] = ()
    """The sizes of other checkpoints that witnesses may have signed: the newest, and those that the auditor kept."""
    progress: Callable[[float], None] | None = None
    hashed: Hashed = field(default_factory=Hashed)
    dates: Dates = field(default_factory=Dates)
    times: RecordTimes = field(default_factory=RecordTimes)
    """When the records were dated, between the checkpoints that witnesses signed."""
    judged: list[Judged] = field(default_factory=list)
    """What was found in each share; at least one."""

    @property
    def first(self) -> Judged:
        """Return the share that says what all have in common: the system chain."""
        return self.judged[0]

    @property
    def terms(self) -> JudgeTerms:
        """Return by what chains are judged."""
        return JudgeTerms(
            trust=self.trust,
            depth=self.depth,
            sizes=self.sizes,
            receipt_places=self.receipt_places,
        )

    def read_checkpoints(self) -> None:
        """Read the checkpoints of the folder, and part the log where witnesses signed."""
        self.hashed.read_checkpoints(self.export, self.trust, self.sizes)
        self.times = RecordTimes(marks=tuple(sorted({*self.hashed.cosigned, *self.cosigned_elsewhere})))

    def tell(self, part: float) -> None:
        """Tell which part of the work is done."""
        if self.progress is not None:
            self.progress(part)


def read_alone(log: Reading, going: Going | None = None) -> None:
    """Read the log in this process, without a file on the side but the state of an audit that keeps one.

    Raises:
        OSError: a file cannot be read, or the state cannot be written.
    """
    log.read_checkpoints()
    begun = Begun.at_first(log) if going is None else going.begin(log)
    judging = begun.judging
    for bundle, leaves in chain(begun.waiting, _hashed(log, begun.numbers)):
        judge = judging.bench.judge.judge
        judging.dates.see(bundle)
        for index, (entry, leaf) in enumerate(zip(bundle.entries, leaves, strict=True), start=bundle.first):
            judge(entry, index=index, leaf=leaf.hex(), chain=chain_of(entry), counted=True)
        if going is not None:
            reached = bundle.first + len(bundle.entries)
            going.reached(log, judging, reached, ends=reached == log.size)
        log.tell((bundle.number + 1) * BUNDLE_ENTRIES / log.size)
    log.dates = judging.dates
    log.judged.append(judging.bench.close())


def _hashed(log: Reading, numbers: range) -> Iterator[tuple[Bundle, list[bytes]]]:
    """Yield bundles with their leaves."""
    for bundle in log.export.bundles(size=log.size, numbers=numbers):
        leaves = log.hashed.take(bundle, log.sizes, log.receipt_leaves)
        log.times.see(bundle)
        yield bundle, leaves


def read_in_shares(log: Reading, scheduler: Scheduler, *, scratch: Path | None) -> None:
    """Read the log in parts that a scheduler runs; `scratch` is a folder that all of them reach.

    Raises:
        OSError: a file cannot be read or written.
    """
    log.read_checkpoints()
    with tempfile.TemporaryDirectory(prefix="verifier-", dir=scratch) as folder:
        shares = min(scheduler.jobs, _SHARES_MAX)
        runs = list(_runs(log, scheduler, Path(folder), shares))
        _join(log, [result for _, result in runs])
        files = tuple((task.folder, result.digests) for task, result in _before_break(runs))
        tasks = [ShareTask(terms=log.terms, runs=files, number=number, shares=shares) for number in range(shares)]
        done = 0

        def ended(_: ShareTask) -> None:
            nonlocal done
            done += 1
            log.tell(_HASHING + (1 - _HASHING) * done / shares)

        log.judged += scheduler.run(judge_share, tasks, ended=ended)


def _runs(log: Reading, scheduler: Scheduler, folder: Path, shares: int) -> Iterator[tuple[RunTask, RunResult]]:
    """Hash all runs of bundles, and yield them in log order."""
    numbers = bundle_numbers(log.size)
    length = max(1, -(-len(numbers) // (scheduler.jobs * _RUNS_A_JOB)))
    tasks = [
        RunTask(
            export=log.export,
            trust=log.trust,
            size=log.size,
            sizes=log.sizes,
            numbers=numbers[first : first + length],
            receipt_leaves=log.receipt_leaves,
            folder=folder / f"run-{first}",
            shares=shares,
            marks=log.times.marks,
        )
        for first in range(0, len(numbers), length)
    ]
    done = 0

    def ended(task: RunTask) -> None:
        nonlocal done
        done += entries_of(task.numbers, log.size)
        log.tell(_HASHING * done / log.size)

    yield from zip(tasks, scheduler.run(hash_run, tasks, ended=ended), strict=True)


def _before_break(runs: list[tuple[RunTask, RunResult]]) -> Iterator[tuple[RunTask, RunResult]]:
    """Yield the runs up to the first in which the log breaks."""
    for task, result in runs:
        yield task, result
        if result.hashed.broken is not None:
            return


def _join(log: Reading, results: list[RunResult]) -> None:
    """Join what the runs found, up to where the log breaks. A bundle that may be dated wrongly is read once more."""
    for result in results:
        log.hashed.add(result.hashed)
        log.times.add(result.times)
        for number, span in result.spans:
            if not log.dates.pass_span(span):
                for bundle in log.export.bundles(size=log.size, numbers=range(number, number + 1)):
                    log.dates.see(bundle)
        if result.hashed.broken is not None:
            return
