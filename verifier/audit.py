"""The whole audit: the entries, alone or in shares, then the tree, the checkpoints and the receipts.

Source: docs/formats/log.md, docs/formats/verdicts.md.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verifier import (
    checkpoint,
    checkpoint_signers,
    going_on,
    published_sheets,
    receipts,
    stolen_keys,
    table_money,
    trust,
    witnesses,
)
from verifier.approval import Approval
from verifier.beacons import NO_COPY, BeaconCopy
from verifier.checkpoint import Checkpoint
from verifier.claims import Claims
from verifier.events import EventJudgement, EventTotals, event_paths
from verifier.export import Export
from verifier.going_on import Going, StateFile
from verifier.judge import Depth
from verifier.judge_share import Judged
from verifier.published_sheets import JudgedSheet, PublishedSheet
from verifier.read_log import Reading, read_alone, read_in_shares
from verifier.receipts import Receipt
from verifier.scheduler import ENTRIES_WORTH_A_PROCESS, Processes, Scheduler
from verifier.statistics import Finding, Statistics
from verifier.tally import Tally
from verifier.trust import Trust
from verifier.verdict import Code, Failure, Fault, Place, Severity
from verifier.versions import Versions
from verifier.witness_policy import Policy
from verifier.witnesses import Witnessed


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRequest:
    """What to audit, and against what."""

    export: Export
    depth: Depth
    jobs: int
    """The number of processes of this machine, at least 1."""
    trust: bytes | None = None
    """The content of a trust file that the auditor did not get with the export."""
    receipts: Sequence[bytes] | None = None
    """The lines of a receipts file."""
    checkpoints: Sequence[bytes] = ()
    """Checkpoints that the auditor kept from earlier visits, as notes."""
    approval: Approval | None = None
    """The sheets that a laboratory approved; None if the auditor gave no list."""
    policy: Policy | None = None
    """The witnesses that the auditor asks for, whatever the log announces."""
    beacons: BeaconCopy = NO_COPY
    """The auditor's own copy of public sources of randomness."""
    scheduler: Scheduler | None = None
    """Where the parts of the audit run; None for processes of this machine."""
    scratch: Path | None = None
    """Where shares are written while the audit runs, which takes as much room as the log; None for the usual place."""
    state: StateFile | None = None
    """Where the auditor keeps how far the log was judged, which takes one process; None for an audit of the whole log."""
    progress: Callable[[float], None] | None = None
    """Told from time to time which part of the work is done."""


@dataclass(slots=True, kw_only=True)
class AuditResult:
    """The result of an audit."""

    depth: Depth
    tally: Tally
    own_trust: bool
    """Whether the keys are those of the export itself."""
    origin: str | None = None
    """The log's origin; None if the trusted keys could not be read."""
    size: int = 0
    """How many entries the newest checkpoint promises."""
    checkpoints: int = 0
    """How many checkpoints agree with the entries."""
    receipts: int | None = None
    """How many receipts were compared with the log; None if none were given."""
    sheets: list[JudgedSheet] = field(default_factory=list)
    """The published rule sheets in log order, with what they return and what was played under them."""
    approval: Approval | None = None
    """The list of approved sheets that they were compared with."""
    events: EventTotals = field(default_factory=EventTotals)
    witnessed: Witnessed | None = None
    """What was found of witnesses; None if the trusted keys could not be read."""
    tests: Sequence[Finding] | None = None
    """What each statistical test found; None in tree mode, or if the trusted keys could not be read."""
    first_version_records: int = 0
    """How many records have the first version, which the rules and tests of the second do not judge."""
    unexpected_files: list[str] = field(default_factory=list)
    """The files in the folder that are no part of an export."""
    going: Going | None = None
    """From where the audit went on; None if no state is kept."""

    @property
    def accepted(self) -> bool:
        """Tell whether nothing was found that is more than late or worth a question."""
        gravest = self.tally.gravest
        return gravest is None or gravest.code.severity in (Severity.WARNING, Severity.LATE)


def audit(request: AuditRequest) -> AuditResult:
    """Audit an export.

    Raises:
        OSError: a file is there and cannot be read.
    """
    result = AuditResult(depth=request.depth, tally=Tally(), own_trust=request.trust is None, approval=request.approval)
    try:
        own = request.export.read("trust.json", bytes_max=trust.FILE_BYTES_MAX)
        trusted = trust.chosen(own, request.trust, fail=lambda fault: _fail(result.tally, fault))
    except Fault as fault:
        _fail(result.tally, fault)
        return result
    result.origin = trusted.origin

    newest = request.export.read("checkpoint", bytes_max=checkpoint.FILE_BYTES_MAX) or b""
    going = result.going = _going(request, trusted, newest)
    kept = [*request.checkpoints, *([going.kept] if going is not None and going.kept else [])]
    outside = list(checkpoint_signers.read_outside((newest, *kept), trusted, fail=result.tally.fail))
    named = request.export.checkpoint_sizes()
    result.size = outside[0].size if outside and outside[0] is not None else max(named, default=0)
    claimed = [checked for checked in outside if checked is not None]
    sizes = sorted({*named, *(checked.size for checked in claimed)})
    given = None if request.receipts is None else list(receipts.parse(request.receipts))

    log = _read(request, trusted, size=result.size, sizes=sizes, given=given or [], claimed=claimed, going=going)
    checkpoint_signers.judge_folder(request.export, trusted, log.hashed, log.first.log_keys)
    result.first_version_records = _add_results(log, result.tally).first_records
    _judge_sheets(result, log.first.sheets)
    result.events = _judge_events(request.export, log.judged, result.tally)
    if request.depth is Depth.FULL:
        result.tests = _tested(log.judged, result.tally)
    computed = dict(checkpoint_signers.computed_roots(sizes, log.hashed))
    genuine = list(_genuine(request, outside, log, computed, result.tally))
    roots = log.hashed.signed_roots(genuine)
    computed = {size: root for size, root in computed.items() if size in roots}
    for failure in log.first.checkpoint_list.failures(named=named, genuine=roots):
        result.tally.fail(failure)
    if result.size not in named:
        _fail(result.tally, Fault(Code.E_CHECKPOINT, f"checkpoints/{result.size} is missing"))
    result.checkpoints, wrong = checkpoint_signers.compare_roots(roots, computed, size=result.size)
    for failure in wrong:
        result.tally.fail(failure)
    result.witnessed = witnesses.judge(log, computed, policy=request.policy, others=genuine)
    for failure in result.witnessed.failures(log.times):
        result.tally.fail(failure)
    _judge_claims(request, log.judged, computed, result)
    for failure in stolen_keys.suspects(request.export, log.first.stolen, size=result.size):
        result.tally.fail(failure)
    if given is not None:
        result.receipts = len(given)
        _judge_receipts(result, given, log)
    of_events = frozenset(event_paths(result.events.listed))
    unexpected = request.export.unexpected_files(size=result.size)
    result.unexpected_files = sorted(path for path in unexpected if path not in of_events)
    if going is not None:
        going.end(accepted=result.accepted)
    return result


def _going(request: AuditRequest, trusted: Trust, newest: bytes) -> Going | None:
    if request.state is None:
        return None
    return going_on.open_state(request.state, trust=trusted, depth=request.depth, newest=newest)


def _genuine(
    request: AuditRequest,
    outside: Sequence[Checkpoint | None],
    log: Reading,
    computed: dict[int, bytes],
    tally: Tally,
) -> Iterator[Checkpoint]:
    """Yield those of the checkpoints outside the folder that the log's keys signed, and tell of the others."""

    def excused(kept: Checkpoint) -> bool:
        return kept is not outside[0] and witnesses.lacks_quorum(log, kept, policy=request.policy)

    claimed = (checked for checked in outside if checked is not None)
    for found in checkpoint_signers.outside_folder(claimed, log.first.log_keys, computed, excused=excused):
        if isinstance(found, Failure):
            tally.fail(found)
        else:
            yield found


def _read(
    request: AuditRequest,
    trusted: Trust,
    *,
    size: int,
    sizes: list[int],
    given: list[Receipt],
    claimed: list[Checkpoint],
    going: Going | None,
) -> Reading:
    reading = Reading(
        export=request.export,
        trust=trusted,
        depth=request.depth,
        size=size,
        sizes=tuple(sizes),
        receipt_leaves=frozenset(receipt.leaf for receipt in given),
        receipt_places=frozenset(receipt.place for receipt in given if receipt.place is not None),
        cosigned_elsewhere=tuple(checked.size for checked in claimed if checked.cosignatures),
        progress=request.progress,
    )
    scheduler = request.scheduler
    if scheduler is None and going is None and request.jobs > 1 and size >= ENTRIES_WORTH_A_PROCESS:
        scheduler = Processes(request.jobs)
    if scheduler is None:
        read_alone(reading, going)
    else:
        read_in_shares(reading, scheduler, scratch=request.scratch)
    return reading


def _add_results(log: Reading, tally: Tally) -> Versions:
    for judged in log.judged:
        tally.add(judged.tally)
    for failure in (*log.hashed.failures, *log.dates.failures):
        tally.fail(failure)
    if log.hashed.broken is not None:
        tally.fail(log.hashed.broken)
    for judged in log.judged:
        for late_after, failure in judged.unsettled:
            if tally.time_latest > late_after:
                tally.fail(failure)
    versions = Versions()
    for judged in log.judged:
        versions.add(judged.versions)
    if (backwards := versions.failure()) is not None:
        tally.fail(backwards)
    # A fault of a record may leave the accounts with other sums, and is told once.
    if tally.tampering is None and (wrong := table_money.difference(tally, log.first.owed)) is not None:
        tally.fail(wrong)
    return versions


def _judge_sheets(result: AuditResult, published: Sequence[PublishedSheet]) -> None:
    result.sheets = published_sheets.judge(published, played=result.tally.played, approval=result.approval)
    for sheet in result.sheets:
        for failure in sheet.failures():
            result.tally.fail(failure)


def _judge_events(export: Export, judged: Sequence[Judged], tally: Tally) -> EventTotals:
    citations = [citation for share in judged for citation in share.citations]
    events = judged[0].events
    events.seen = [max(seen) for seen in zip(*(share.events_seen for share in judged), strict=True)]
    judgement = EventJudgement(events=events, citations=citations, time_latest=tally.time_latest)
    for failure in judgement.failures(export):
        tally.fail(failure)
    return judgement.totals


def _tested(judged: Iterable[Judged], tally: Tally) -> list[Finding]:
    """Run the statistical tests over the whole log, and warn where one reaches its bound."""
    whole = Statistics()
    for share in judged:
        if share.statistics is not None:
            whole.add(share.statistics)
    tested = list(whole.results())
    for found in tested:
        if (warning := found.warning) is not None:
            tally.fail(warning)
    return tested


def _judge_claims(
    request: AuditRequest, judged: Iterable[Judged], computed: dict[int, bytes], result: AuditResult
) -> None:
    claims = Claims()
    for share in judged:
        claims.add(share.claims)
    for failure in claims.failures(request.export, size=result.size, roots=computed, beacons=request.beacons):
        result.tally.fail(failure)


def _judge_receipts(result: AuditResult, given: Sequence[Receipt], log: Reading) -> None:
    places = frozenset[receipts.ReceiptPlace]().union(*(share.places_found for share in log.judged))
    found = frozenset(log.hashed.receipts_found)
    keys, stolen = log.first.record_keys, log.first.stolen
    for failure in receipts.judge(given, keys=keys, found=found, places=places, stolen=stolen):
        result.tally.fail(failure)


def _fail(tally: Tally, fault: Fault) -> None:
    tally.fail(Failure(code=fault.code, sentence=fault.sentence, place=Place()))
