"""Kinds of events of the staff's own accounts."""

from typing import Final

from audit.event_catalogue.kind import EventKind, Severity

KINDS: Final = (
    EventKind(
        name="administrators-few",
        severity=Severity.ALARM,
        meaning="An administrator was deactivated, and fewer than two are left who can decide.",
    ),
    EventKind(
        name="staff-at-console",
        severity=Severity.NOTICE,
        meaning="A member of the staff proved password and second factor at the console, for one command.",
    ),
    EventKind(
        name="staff-enrolment",
        severity=Severity.NOTICE,
        meaning="A member of the staff began to enrol, with a one-time password.",
    ),
    EventKind(
        name="staff-factor",
        severity=Severity.NOTICE,
        meaning="A second factor of a member of the staff was added or replaced.",
    ),
    EventKind(
        name="staff-locked",
        severity=Severity.WARNING,
        meaning="Failures locked an account of the staff.",
    ),
    EventKind(
        name="staff-log-in",
        severity=Severity.INFO,
        meaning="A member of the staff logged in.",
    ),
    EventKind(
        name="staff-log-in-refused",
        severity=Severity.NOTICE,
        meaning="A log-in to an account of the staff failed.",
    ),
    EventKind(
        name="staff-log-out",
        severity=Severity.INFO,
        meaning="A member of the staff logged out.",
    ),
    EventKind(
        name="staff-made",
        severity=Severity.WARNING,
        meaning="An account of the staff was made.",
    ),
    EventKind(
        name="staff-password",
        severity=Severity.NOTICE,
        meaning="A member of the staff changed the password.",
    ),
    EventKind(
        name="staff-recovered",
        severity=Severity.ALARM,
        meaning="The owner of the machine made an administrator, because fewer than two were left.",
    ),
    EventKind(
        name="staff-recovery-announced",
        severity=Severity.ALARM,
        meaning="The owner of the machine will make an administrator in 72 hours, because fewer than two are left.",
    ),
    EventKind(
        name="staff-reset",
        severity=Severity.WARNING,
        meaning="An account of the staff lost its factors, and got a one-time password.",
    ),
    EventKind(
        name="staff-roles",
        severity=Severity.WARNING,
        meaning="The roles of a member of the staff were changed.",
    ),
    EventKind(
        name="staff-status",
        severity=Severity.WARNING,
        meaning="An account of the staff was deactivated, or made active again.",
    ),
    EventKind(
        name="staff-unlocked",
        severity=Severity.NOTICE,
        meaning="A locked account of the staff was opened.",
    ),
)
