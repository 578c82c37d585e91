"""Kinds of events of proposals: what one member of the staff asks for, and another one decides."""

from typing import Final

from audit.event_catalogue.kind import EventKind, Severity

KINDS: Final = (
    EventKind(
        name="key-announced-alone",
        severity=Severity.ALARM,
        meaning="One person at the console announced the successor of a stolen key. Two administrators review it.",
    ),
    EventKind(
        name="proposal-applied",
        severity=Severity.NOTICE,
        meaning="A second member of the staff approved a proposal, and it was done.",
    ),
    EventKind(
        name="proposal-made",
        severity=Severity.NOTICE,
        meaning="A member of the staff proposed what nobody does alone.",
    ),
    EventKind(
        name="proposal-rejected",
        severity=Severity.NOTICE,
        meaning="A second member of the staff rejected a proposal.",
    ),
    EventKind(
        name="proposal-withdrawn",
        severity=Severity.INFO,
        meaning="Who made a proposal withdrew it.",
    ),
)
