"""Kinds of events of notes, cases and disputes."""

from typing import Final

from audit.event_catalogue.kind import EventKind, Message, Severity

KINDS: Final = (
    EventKind(
        name="act-review-opened",
        severity=Severity.NOTICE,
        meaning="One person of the staff did alone what only tightens, because it was urgent. Another one reviews it.",
    ),
    EventKind(
        name="act-review-overdue",
        severity=Severity.ALARM,
        meaning="What one person of the staff did alone was not reviewed by another one in time.",
    ),
    EventKind(
        name="act-reviewed",
        severity=Severity.NOTICE,
        meaning="A member of the staff reviewed what another one had done alone, with an outcome.",
    ),
    EventKind(
        name="case-assigned",
        severity=Severity.INFO,
        meaning="A case was given to a member of the staff.",
    ),
    EventKind(
        name="case-closed",
        severity=Severity.NOTICE,
        meaning="The staff closed a case, with an outcome.",
    ),
    EventKind(
        name="case-opened",
        severity=Severity.WARNING,
        meaning="A rule found payments or play that somebody has to look at.",
    ),
    EventKind(
        name="dispute-answered",
        severity=Severity.NOTICE,
        meaning="The staff answered a player's dispute.",
        message=Message(
            subject="Your dispute was answered",
            text="We have answered your dispute. The answer stands with the dispute in your account.",
        ),
    ),
    EventKind(
        name="dispute-opened",
        severity=Severity.WARNING,
        meaning="A player disputes a round or a hand at a table, and is to be answered in time.",
        message=Message(
            subject="Your dispute was received",
            text="We have received your dispute. Your account shows until when we answer.",
        ),
    ),
    EventKind(
        name="player-noted",
        severity=Severity.INFO,
        meaning="A member of the staff wrote a note on a player.",
    ),
    EventKind(
        name="seat-reported",
        severity=Severity.NOTICE,
        meaning="A player reported another seat of a hand at a table. The report names the seat and not its player.",
    ),
)
