"""Kinds of events of rounds, rules and tables."""

from typing import Final

from audit.event_catalogue.kind import EventKind, Message, Severity

GAMES: Final = (
    EventKind(
        name="round-large-wager",
        severity=Severity.ALARM,
        meaning="A round ended in which as much was staked as the jurisdiction calls large.",
    ),
    EventKind(
        name="round-large-win",
        severity=Severity.ALARM,
        meaning="A round ended in which as much was won as the jurisdiction calls large.",
    ),
    EventKind(
        name="round-voided",
        severity=Severity.WARNING,
        meaning="The staff voided an open round, and its stakes were paid back.",
        message=Message(
            subject="Round voided",
            text="A round that you had open was voided, and its stakes were paid back to you.",
        ),
    ),
    EventKind(
        name="rules-published",
        severity=Severity.NOTICE,
        meaning="Rule sheets were published, which new rounds are played by.",
    ),
)

TABLES: Final = (
    EventKind(
        name="shared-device-at-table",
        severity=Severity.WARNING,
        meaning="Two players at a pot's table used one device or address.",
    ),
    EventKind(
        name="stake-given-back",
        severity=Severity.INFO,
        meaning="A stake at a table was given back, because the staff voided its hand or game, or the table takes none.",
        message=Message(
            subject="Stake given back",
            text="A stake of yours at a table was given back, because its hand or game was voided, or no stakes are taken there.",
            by_mail=False,
        ),
    ),
    EventKind(
        name="table-commitment-replaced",
        severity=Severity.WARNING,
        meaning="A table's commitment was replaced, because its sealed seeds cannot be read.",
    ),
    EventKind(
        name="table-epoch-voided",
        severity=Severity.WARNING,
        meaning="The staff voided a hand or a game at a table, and the stakes were paid back.",
    ),
    EventKind(
        name="table-invitation-taken-back",
        severity=Severity.INFO,
        meaning="A player may sit at a table no longer.",
        message=Message(
            subject="Invitation taken back",
            text="An invitation of yours to a table was taken back. A stake that is placed stays.",
            by_mail=False,
        ),
    ),
    EventKind(
        name="table-invited",
        severity=Severity.INFO,
        meaning="A player may sit at a table.",
        message=Message(subject="Invited to a table", text="You may sit at one more table.", by_mail=False),
    ),
    EventKind(
        name="table-large-wager",
        severity=Severity.ALARM,
        meaning="A stake at a table ended that was as much as the jurisdiction calls large.",
    ),
    EventKind(
        name="table-large-win",
        severity=Severity.ALARM,
        meaning="A stake at a table ended that won as much as the jurisdiction calls large.",
    ),
    EventKind(
        name="table-opened",
        severity=Severity.NOTICE,
        meaning="A table was opened.",
    ),
    EventKind(
        name="table-status-set",
        severity=Severity.NOTICE,
        meaning="A table was paused, opened again or closed.",
    ),
    EventKind(
        name="table-values-missing",
        severity=Severity.ALARM,
        meaning="More than one value is lost or owed among the newest 1000 hands of a game, over all its tables, or of a table.",
    ),
)
