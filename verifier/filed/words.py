"""The verdict on a report, in words and as JSON. It is ASCII, like the verdict on the log before it."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta

from verifier import verdict_output
from verifier.filed.later import Later
from verifier.filed.lookup import Filed
from verifier.filed.proof import Proof
from verifier.verdict_output import lines

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def as_text(proof: Proof) -> Iterator[str]:
    """Yield the lines: the log's own verdict, then the report's."""
    yield from verdict_output.as_text(proof.log)
    if not proof.log_holds:
        yield from lines("report", "not judged: it cannot be held against a log that does not hold")
        return
    yield from lines("file", f"SHA-256 {proof.digest}")
    if proof.filed is not None:
        yield from _filed(proof.filed)
    for sentence in proof.shown:
        yield from lines("shown", sentence)
    if proof.later is not None:
        yield from _later(proof.later)
    for sentence in proof.not_shown:
        yield from lines("not shown", sentence)
    if proof.contents is not None:
        for line in proof.contents.reconciled:
            if line.difference:
                yield from lines("differs", f"{line.what[:120]!a}: by {line.difference}; ask for the explanation")
    if proof.fault is None:
        yield from lines("report", "OK")
        return
    yield from lines("report", f"REFUSED {proof.fault.code}", proof.fault.sentence)


def as_document(proof: Proof) -> dict[str, object]:
    """Return the verdict as a JSON document; `report` is null if the log does not hold."""
    return {
        "exit": proof.exit_status,
        "log": verdict_output.as_document(proof.log),
        "report": _document(proof) if proof.log_holds else None,
    }


def _filed(filed: Filed) -> Iterator[str]:
    record = filed.record
    yield from lines(
        "filed",
        f"{record['report']}, definition {record['def']}, revision {record['rev']}, as {filed.format},",
        f"of {_instant(record['from'])} to {_instant(record['to'])},",
        *(f"where {name[:40]} is {wanted[:80]!a}," for name, wanted in sorted(record["filters"].items())),
        f"over the log's first {record['size']} entries;",
        f"at {_instant(record['time'])}, log index {filed.index}",
    )
    if filed.superseded:
        yield from lines(
            "SUPERSEDED",
            f"by revision {filed.newest['rev']}, filed at {_instant(filed.newest['time'])},",
            f"log index {filed.newest_index}: this file is not the newest word",
        )


def _later(later: Later) -> Iterator[str]:
    if later.entries:
        yield from lines(
            "later",
            f"{later.entries} entries that its figures would rest on reached the log too late for it,",
            f"{later.before_filing} of them before it was filed",
        )
    if later.changes_nothing:
        yield from lines("later", "with all of them its rows are the same")
    elif later.in_no_revision:
        yield from lines("OUTDATED", f"{later.in_no_revision} of them are in no revision: ask for the next one")


def _document(proof: Proof) -> dict[str, object]:
    filed, fault, contents = proof.filed, proof.fault, proof.contents
    return {
        "verdict": "ok" if fault is None else "refused",
        "code": None if fault is None else str(fault.code),
        "sentence": None if fault is None else fault.sentence,
        "sha256": proof.digest,
        "filing": None if filed is None else {**filed.record, "index": filed.index, "format": filed.format},
        "superseded_by": (
            {"rev": filed.newest["rev"], "time": filed.newest["time"], "index": filed.newest_index}
            if filed is not None and filed.superseded
            else None
        ),
        "later": None if proof.later is None else asdict(proof.later),
        "shown": proof.shown,
        "not_shown": proof.not_shown,
        "differences": [
            {"what": line.what, "currency": line.currency, "difference": line.difference}
            for line in (contents.reconciled if contents else ())
            if line.difference
        ],
    }


def _instant(at: int) -> str:
    """Write an instant of a record in ISO 8601; one past the calendar as a number of milliseconds."""
    try:
        return (_EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    except OverflowError:
        return f"{at} ms"
