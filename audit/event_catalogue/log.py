"""Kinds of events of the log, its keys and the players' keys."""

from typing import Final

from audit.event_catalogue.kind import EventKind, Message, Severity

_NOT_YOU: Final = "If this was not you, write to our support at once."

KINDS: Final = (
    EventKind(
        name="commitment-replaced",
        severity=Severity.WARNING,
        meaning="A player's commitment was replaced, because its sealed seed cannot be read.",
        message=Message(
            subject="Commitment replaced",
            text="The commitment to the seed of your next rounds was replaced, because the old one could not be used."
            " No round was played with it. Programs that check the log see why.",
            by_mail=False,
        ),
    ),
    EventKind(
        name="keys-announced",
        severity=Severity.WARNING,
        meaning="Keys were announced with which the log or its records are signed from now on.",
    ),
    EventKind(
        name="keys-revoked",
        severity=Severity.WARNING,
        meaning="Keys with which the log or its records were signed are revoked: nothing is signed by them any more.",
    ),
    EventKind(
        name="player-key-added",
        severity=Severity.NOTICE,
        meaning="A key was added with which a player signs.",
        message=Message(subject="Key added", text=f"A signing key was added to your account. {_NOT_YOU}"),
    ),
    EventKind(
        name="player-key-ended",
        severity=Severity.NOTICE,
        meaning="A key ended with which a player signed.",
        message=Message(subject="Key ended", text=f"A signing key of your account has ended. {_NOT_YOU}"),
    ),
    EventKind(
        name="signing-key-stolen",
        severity=Severity.ALARM,
        meaning="Somebody at the console said that a key which signs was stolen. The keys that waited beside it are never announced.",
    ),
    EventKind(
        name="switched-off",
        severity=Severity.ALARM,
        meaning="Everything, a game, a version or a table was switched off: it takes no new stake.",
    ),
    EventKind(
        name="switched-on",
        severity=Severity.WARNING,
        meaning="Two members of the staff put a switch back on.",
    ),
    EventKind(
        name="witnesses-announced",
        severity=Severity.WARNING,
        meaning="A policy says from now on which witnesses must have signed a checkpoint before it is published.",
    ),
)
