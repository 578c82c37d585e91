"""Kinds of events of regulators' reports."""

from typing import Final

from audit.event_catalogue.kind import EventKind, Severity

KINDS: Final = (
    EventKind(
        name="day-large-deposits",
        severity=Severity.ALARM,
        meaning="An account's deposits of a gaming day reached what the jurisdiction calls large.",
    ),
    EventKind(
        name="day-large-wagers",
        severity=Severity.ALARM,
        meaning="An account's wagers of a gaming day reached what the jurisdiction calls large.",
    ),
    EventKind(
        name="day-large-win",
        severity=Severity.ALARM,
        meaning="An account's win of a gaming day, less its wagers, reached what the jurisdiction calls large.",
    ),
    EventKind(
        name="day-large-withdrawals",
        severity=Severity.ALARM,
        meaning="An account's withdrawals of a gaming day reached what the jurisdiction calls large.",
    ),
    EventKind(
        name="gaming-days-changed",
        severity=Severity.WARNING,
        meaning="The zone of gaming days, or the hour at which they begin, was changed.",
    ),
    EventKind(
        name="report-cancelled",
        severity=Severity.NOTICE,
        meaning="The order of a report was cancelled.",
    ),
    EventKind(
        name="report-delivered-again",
        severity=Severity.INFO,
        meaning="A delivery of a report was started again.",
    ),
    EventKind(
        name="report-directed",
        severity=Severity.NOTICE,
        meaning="Filed reports were directed to a destination that they did not go to before.",
    ),
    EventKind(
        name="report-failed",
        severity=Severity.ALARM,
        meaning="A report could not be made.",
    ),
    EventKind(
        name="report-late",
        severity=Severity.ALARM,
        meaning="A report, or its delivery, is later than it should be.",
    ),
    EventKind(
        name="report-objects-missing",
        severity=Severity.ALARM,
        meaning="Filed files in the object store miss objects, or are not as long as they were.",
    ),
    EventKind(
        name="report-objects-removed",
        severity=Severity.NOTICE,
        meaning="Objects that were put for a report and that no filing names were removed from the object store.",
    ),
    EventKind(
        name="report-released",
        severity=Severity.INFO,
        meaning="A file of a report was handed out.",
    ),
    EventKind(
        name="report-undelivered",
        severity=Severity.ALARM,
        meaning="A destination did not take a report, and it is not tried again by itself.",
    ),
    EventKind(
        name="report-undirected",
        severity=Severity.ALARM,
        meaning="Filed reports go nowhere: no configured destination takes their kind.",
    ),
    EventKind(
        name="rtp-drift",
        severity=Severity.ALARM,
        meaning="A version returned what its rules hardly can; the event names the level.",
    ),
)
