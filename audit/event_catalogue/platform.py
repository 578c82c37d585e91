"""Kinds of events of the platform itself: its release and its processes."""

from typing import Final

from audit.event_catalogue.kind import EventKind, Severity

KINDS: Final = (
    EventKind(
        name="cell-closed",
        severity=Severity.NOTICE,
        meaning="A cell was closed to new players.",
    ),
    EventKind(
        name="cell-opened",
        severity=Severity.NOTICE,
        meaning="A cell that was closed to new players was opened to them again.",
    ),
    EventKind(
        name="clock-wrong",
        severity=Severity.ALARM,
        meaning="A machine's clock was wrong, so that it recorded nothing; saved when it was right again.",
    ),
    EventKind(
        name="data-deleted",
        severity=Severity.NOTICE,
        meaning="Rows whose period had ended were deleted by schedule: of which table, how many, and up to which instant.",
    ),
    EventKind(
        name="database-away",
        severity=Severity.ALARM,
        meaning="The database could not be reached or took no changes; saved when it was back.",
    ),
    EventKind(
        name="demonstration-furnished",
        severity=Severity.INFO,
        meaning="A demonstration filled the database, which is none of production since.",
    ),
    EventKind(
        name="process-back",
        severity=Severity.NOTICE,
        meaning="What had fallen silent answers again: a process, Redis, a source or those who sign.",
    ),
    EventKind(
        name="process-silent",
        severity=Severity.ALARM,
        meaning="The sequencer, the croupier, the stream, beat with its worker, or Redis did not answer at two"
        " looks, or records waited for the `log` for more than ten seconds, or a checkpoint"
        " for its `witnesses` for more than a minute, or a hand for the value of its table's `beacon` for more than a minute.",
    ),
    EventKind(
        name="program-error",
        severity=Severity.ALARM,
        meaning="A request or a task failed by a defect of the program.",
    ),
    EventKind(
        name="release-accepted",
        severity=Severity.WARNING,
        meaning="Somebody let new wagers be taken again after a stop for software that differs.",
    ),
    EventKind(
        name="release-mismatch",
        severity=Severity.ALARM,
        meaning="The software that runs is not the one that was approved, and new wagers are stopped.",
    ),
    EventKind(
        name="self-verification",
        severity=Severity.INFO,
        meaning="The software that runs was compared with the one that was approved.",
    ),
)
