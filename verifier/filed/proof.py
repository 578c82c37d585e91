"""Proves a report against an export: first the log, then that the file was filed, then what it says.

Source: docs/formats/report.md; docs/auditor.md, "Judging a report".
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from verifier.audit import AuditRequest, AuditResult, audit
from verifier.filed import csv_file, envelope, figures, json_file, lookup
from verifier.filed.books import Books
from verifier.filed.columns import Row
from verifier.filed.contents import Contents
from verifier.filed.kind import Kind, Scope
from verifier.filed.kinds import kind_of
from verifier.filed.later import Later, count_later
from verifier.filed.lookup import Filed
from verifier.verdict import Code, Fault, Severity
from verifier.verdict_output import EXIT_LATE, EXIT_OK, EXIT_REFUSED, exit_status

_BEGINNINGS = {"parquet": b"PAR1", "pdf": b"%PDF-", "xlsx": b"PK\x03\x04"}


@dataclass(slots=True, kw_only=True)
class Proof:
    """The result of a proof. `filed` is None if no filing names the file, `contents` is None if it was not read.

    `later` is None if this program does not know how the rows follow from the log.

    `shown` and `not_shown` are sentences in the order of the proof's steps; `fault` is the first that was found.
    """

    log: AuditResult
    digest: str
    filed: Filed | None = None
    contents: Contents | None = None
    kind: Kind | None = None
    later: Later | None = None
    shown: list[str] = field(default_factory=list)
    not_shown: list[str] = field(default_factory=list)
    fault: Fault | None = None

    @property
    def log_holds(self) -> bool:
        """Tell whether the log is fit to judge by: nothing in it is tampered with or missing."""
        return all(code.severity in (Severity.WARNING, Severity.LATE) for code in self.log.tally.failures)

    @property
    def exit_status(self) -> int:
        """Return 0, 1, 2 or 3 as docs/formats/verdicts.md defines it."""
        if self.fault is not None or not self.log_holds:
            return EXIT_REFUSED
        outdated = self.later is not None and self.later.in_no_revision > 0 and not self.later.changes_nothing
        return exit_status(self.log) or (EXIT_LATE if outdated else EXIT_OK)


def prove(file: bytes, request: AuditRequest) -> Proof:
    """Prove the bytes of a file against an export. If the log itself fails, the file is not judged.

    Raises:
        OSError: a file of the export is there and cannot be read.
        ZoneUnknown: this machine does not know the zone of limits or of gaming days.
    """
    return judge(file, request, log=audit(request))


def judge(file: bytes, request: AuditRequest, *, log: AuditResult) -> Proof:
    """Prove the bytes of a file against an export that was audited; raise as `prove` does."""
    proof = Proof(log=log, digest=hashlib.sha256(file).hexdigest())
    if not proof.log_holds:
        return proof
    try:
        _prove(proof, file, request)
    except Fault as fault:
        proof.fault = fault
    return proof


def _prove(proof: Proof, file: bytes, request: AuditRequest) -> None:
    # 1. The file is one that was filed.
    proof.filed = lookup.find(request.export, promised=proof.log.size, digest=proof.digest)
    if proof.filed is None:
        raise Fault(Code.E_REPORT_UNKNOWN, "no filing in this log names a file of this SHA-256")
    proof.shown.append("the operator signed this file's SHA-256, and the signature stands in the log")
    filing = proof.filed.record

    # 2. It says of itself what the filing says.
    proof.kind = kind_of(filing["report"], filing["def"])
    proof.contents = _contents(proof.filed.format, file, proof.kind)
    if proof.contents is None:
        proof.not_shown.append(_left_out(proof.filed))
        return
    envelope.require_filed(proof.contents, filing, origin=str(proof.log.origin))
    if proof.kind is not None:
        envelope.require_columns(proof.contents, proof.kind)
        envelope.require_parameters(proof.contents, proof.kind)
    envelope.require_filters(proof.contents)
    envelope.require_currencies(proof.contents)
    proof.shown.append("its envelope is that of the filing: kind, interval, revision, size of the log, filters")

    # 3. It agrees with itself and, if its kind follows from the log, with the log. The rows come first, because a total
    # repeats the errors of its rows.
    if proof.kind is None:
        proof.not_shown.append("its rows: they do not follow from the log by rules that this program knows")
    else:
        proof.later = count_later(
            request.export, proof.filed, proof.contents.interval, promised=proof.log.size, carried=proof.kind.carried
        )
        _prove_rows(proof, proof.contents, proof.kind, request)
    figures.require_filtered(proof.contents)
    figures.require_totals(proof.contents, proof.kind)
    figures.require_differences(proof.contents)
    proof.shown.append(f"its {len(proof.contents.totals)} totals are the sums of its rows, its differences are right")
    proof.not_shown.append("which zone and hour its gaming days go by, and names and words in its envelope")
    if proof.contents.reconciled:
        proof.not_shown.append("its reconciliation, of which only the differences were computed")
    if others := sorted(filing["files"].keys() - {proof.filed.format}):
        proof.not_shown.append(f"that the other files of its filing say the same: {', '.join(others)}")


def _prove_rows(proof: Proof, contents: Contents, kind: Kind, request: AuditRequest) -> None:
    rows, books = _computed(contents, kind, request, promised=proof.log.size, size=contents.size)
    envelope.require_exponents(contents, books)
    idle = figures.require_rows(contents, kind, rows)
    _look_at_later(proof, contents, kind, request)

    blind = figures.unprovable_filters(contents, kind)
    proof.shown.append(
        f"its {len(contents.rows) - idle} rows are those of the log's first {contents.size} entries,"
        f" none {'added' if blind else 'missing or added'}"
    )
    if idle:
        proof.not_shown.append(f"its other {idle} rows, in which nothing was played")
    if kind.unproved:
        bounded = ", but for what they come to at most" if kind.at_most else ""
        proof.not_shown.append(f"the columns {', '.join(sorted(kind.unproved))}, which no log shows{bounded}")
    if blind:
        proof.not_shown.append(f"that no row is missing: no log shows {', '.join(sorted(blind))}, filtered by")
    for name, value in sorted(contents.parameters.items()):
        proof.not_shown.append(f"that {name} should be {value}: it is the rules', and not in the log")


def _computed(
    contents: Contents, kind: Kind, request: AuditRequest, *, promised: int, size: int
) -> tuple[Iterable[Row], Books]:
    """Compute the rows, and the books behind them, from the log's first `size` entries."""
    scope = Scope(interval=contents.interval, parameters=contents.parameters)
    measure, books = kind.measure(scope), Books(interval=contents.interval)
    for event in books.read(request.export, promised=promised, size=size):
        measure.take(event)
    return measure.rows(books), books


def _look_at_later(proof: Proof, contents: Contents, kind: Kind, request: AuditRequest) -> None:
    """Look whether late entries in no revision change a row: if they do not, no revision is due."""
    assert proof.later is not None, "the late entries were counted"
    if not proof.later.in_no_revision or proof.filed is None or proof.filed.superseded:
        return
    rows, _ = _computed(contents, kind, request, promised=proof.log.size, size=proof.log.size)
    try:
        figures.require_rows(contents, kind, rows)
    except Fault:
        return
    proof.later.changes_nothing = True


def _contents(form: str, file: bytes, kind: Kind | None) -> Contents | None:
    if form == "json":
        return json_file.read(file)
    if form == "csv" and kind is not None:
        return csv_file.read(file, kind)
    # The file must begin as its format does, so that a JSON or CSV file cannot pass as a format that is not read here.
    if not file.startswith(_BEGINNINGS.get(form, b"")):
        raise Fault(Code.E_REPORT_FORM, f"the file is no {form}")
    return None


def _left_out(filed: Filed) -> str:
    others = " or ".join(form for form in ("json", "csv") if form in filed.record["files"] and form != filed.format)
    return (
        f"what it says: this program does not read it{f'; give it the {others} of the same filing' if others else ''}"
    )
