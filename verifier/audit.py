"""The whole audit: shares side by side, then the tree, the checkpoints and the receipts.

Source: docs/formats/log.md, docs/formats/verdicts.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

from verifier import checkpoint, receipts, share, trust
from verifier.checkpoint import Checkpoint
from verifier.export import BUNDLE_ENTRIES, Export
from verifier.judge import Depth
from verifier.receipts import Receipt
from verifier.share import Findings, Task
from verifier.tally import Tally
from verifier.tree import Frontier
from verifier.trust import Trust
from verifier.verdict import Code, Failure, Fault, Place

# Below this many entries starting processes costs more than they save.
_ENTRIES_WORTH_A_PROCESS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to audit, and against what.

    `trust` holds the bytes of a trust file that came another way than the export; `receipts` the lines of a
    receipts file; `checkpoints` notes kept from earlier. `jobs` is the number of processes, at least 1.
    """

    export: Export
    depth: Depth
    jobs: int
    trust: bytes | None = None
    receipts: Sequence[bytes] | None = None
    checkpoints: Sequence[bytes] = ()


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What the audit came to. `origin` is None where the trusted keys themselves could not be read."""

    depth: Depth
    tally: Tally
    own_trust: bool
    origin: str | None = None
    size: int = 0
    checkpoints: int = 0
    receipts: int | None = None
    strangers: list[str] = field(default_factory=list)


def audit(request: Request) -> Outcome:
    """Audit an export.

    Raises:
        OSError: a file is there and cannot be read.
    """
    outcome = Outcome(depth=request.depth, tally=Tally(), own_trust=request.trust is None)
    try:
        trusted = _trust(request, outcome.tally)
    except Fault as fault:
        _fail(outcome.tally, fault)
        return outcome
    outcome.origin = trusted.origin

    signed = list(_signed_outside_folder(request, trusted, outcome.tally))
    named = request.export.checkpoint_sizes()
    outcome.size = signed[0].size if signed and signed[0] is not None else max(named, default=0)
    sizes = sorted({*named, *(kept.size for kept in signed if kept is not None)})
    given = None if request.receipts is None else list(receipts.parse(request.receipts))

    findings = _run(_tasks(request, trusted, size=outcome.size, sizes=sizes, given=given or []))
    _add_up(findings, outcome.tally)
    roots = _signed_roots(findings, [kept for kept in signed if kept is not None])
    _judge_checkpoints(outcome, roots, findings, named=named)
    if given is not None:
        outcome.receipts = len(given)
        _judge_receipts(outcome, given, findings)
    outcome.strangers = sorted(request.export.strangers(size=outcome.size))
    return outcome


def _trust(request: Request, tally: Tally) -> Trust:
    raw = request.export.read("trust.json", bytes_max=trust.FILE_BYTES_MAX)
    if request.trust is None:
        if raw is None:
            raise Fault(Code.E_TRUST, "the export has no trust.json, and no --trust was given")
        return trust.parse(raw, exact=True)

    trusted = trust.parse(request.trust, exact=False)
    if raw is not None:
        try:
            _require_same(trust.parse(raw, exact=True), trusted)
        except Fault as fault:
            _fail(tally, fault)
    return trusted


def _require_same(own: Trust, trusted: Trust) -> None:
    if own != trusted:
        raise Fault(Code.E_TRUST, "the export's trust.json names other keys than those given with --trust")


def _signed_outside_folder(request: Request, trusted: Trust, tally: Tally) -> Iterator[Checkpoint | None]:
    """Yield the export's newest checkpoint, then those the auditor kept; None for one that does not hold."""
    newest = request.export.read("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX)
    for raw in (newest or b"", *request.checkpoints):
        try:
            yield checkpoint.parse(raw, trust=trusted)
        except Fault as fault:
            _fail(tally, fault)
            yield None


def _tasks(
    request: Request, trusted: Trust, *, size: int, sizes: Sequence[int], given: Iterable[Receipt]
) -> list[Task]:
    count = request.jobs if size >= _ENTRIES_WORTH_A_PROCESS else 1
    wanted = frozenset(receipt.leaf for receipt in given)
    return [
        Task(
            export=request.export,
            trust=trusted,
            depth=request.depth,
            size=size,
            sizes=tuple(sizes),
            wanted=wanted,
            number=number,
            count=count,
        )
        for number in range(count)
    ]


def _run(tasks: list[Task]) -> list[Findings]:
    if len(tasks) == 1:
        return [share.audit(tasks[0])]
    # Spawned, not forked: an audit may be called from a program that has threads.
    with ProcessPoolExecutor(max_workers=len(tasks), mp_context=get_context("spawn")) as pool:
        return list(pool.map(share.audit, tasks))


def _add_up(findings: Sequence[Findings], tally: Tally) -> None:
    for found in findings:
        tally.add(found.tally)
    # Every share reads every bundle and stops at the same one.
    if (broken := findings[0].broken) is not None:
        tally.fail(broken)
    for found in findings:
        for late_after, failure in found.waiting:
            if tally.time_latest > late_after:
                tally.fail(failure)


def _signed_roots(findings: Iterable[Findings], signed: Iterable[Checkpoint]) -> dict[int, set[bytes]]:
    roots: dict[int, set[bytes]] = {}
    for found in findings:
        for size, root in found.roots.items():
            roots.setdefault(size, set()).add(root)
    for kept in signed:
        roots.setdefault(kept.size, set()).add(kept.root)
    return roots


def _judge_checkpoints(
    outcome: Outcome, roots: dict[int, set[bytes]], findings: Sequence[Findings], *, named: Sequence[int]
) -> None:
    if outcome.size not in named:
        _fail(outcome.tally, Fault(Code.E_CHECKPOINT, f"checkpoints/{outcome.size} is missing"))
    computed = dict(_computed_roots(sorted(roots), findings))
    for size, signed in sorted(roots.items()):
        if len(signed) > 1:
            _fail(outcome.tally, Fault(Code.E_FORK, f"the log signed {len(signed)} roots for size {size}"))
        elif size > outcome.size:
            sentence = f"the log signed a checkpoint of size {size}, the export ends at {outcome.size}"
            _fail(outcome.tally, Fault(Code.E_WITHHELD_ENTRY, sentence))
        elif size in computed and computed[size] not in signed:
            sentence = f"the checkpoint of size {size} has another root than the entries"
            _fail(outcome.tally, Fault(Code.E_ROOT, sentence))
        elif size in computed:
            outcome.checkpoints += 1


def _computed_roots(sizes: Iterable[int], findings: Sequence[Findings]) -> Iterator[tuple[int, bytes]]:
    """Yield size and root over that many entries, as far as the entries could be read."""
    frontier, joined = Frontier(), 0
    for size in sizes:
        whole, rest = divmod(size, BUNDLE_ENTRIES)
        while joined < whole and (subtree := findings[joined % len(findings)].subtrees.get(joined)) is not None:
            frontier.append(subtree)
            joined += 1
        prefix = findings[whole % len(findings)].prefixes.get(size)
        if joined < whole or (rest and prefix is None):
            return
        yield size, frontier.root(prefix)


def _judge_receipts(outcome: Outcome, given: Sequence[Receipt], findings: Sequence[Findings]) -> None:
    keys = findings[0].record_keys
    found = frozenset[bytes]().union(*(part.receipts_found for part in findings))
    for failure in receipts.judge(given, keys=keys, found=found):
        outcome.tally.fail(failure)


def _fail(tally: Tally, fault: Fault) -> None:
    tally.fail(Failure(code=fault.code, sentence=fault.sentence, place=Place()))
