"""The catalogue of significant events: every kind that the platform saves, by the part in which it happens.

Severity, meaning and message are words about a kind, not a part of any event: they change no byte of the log.
docs/events.md is written from it by `manage.py events_page`.

Source: GLI-19 2.8.8; regulation F34, F39.
"""

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import Final

from audit.event_catalogue import approvals, casework, games, log, money, platform, players, protection, reports, staff
from audit.event_catalogue.kind import Channel, EventKind, Message, Severity

PLATFORM: Final = "platform"
"""The part for what belongs to no app."""

CATALOGUE: Final[Mapping[str, tuple[EventKind, ...]]] = MappingProxyType(
    {
        "players": players.KINDS,
        "responsible-gaming": protection.KINDS,
        "wallet": money.WALLET,
        "cashier": money.CASHIER,
        "games": games.GAMES,
        "tables": games.TABLES,
        "approvals": approvals.KINDS,
        "casework": casework.KINDS,
        "staff": staff.KINDS,
        "reports": reports.KINDS,
        "audit": log.KINDS,
        PLATFORM: platform.KINDS,
    }
)
"""The kinds by part of the platform, each part sorted by name."""

BY_NAME: Final[Mapping[str, EventKind]] = MappingProxyType(
    {kind.name: kind for kind in chain.from_iterable(CATALOGUE.values())}
)

MESSAGES: Final[Mapping[str, Message]] = MappingProxyType(
    {name: kind.message for name, kind in BY_NAME.items() if kind.message is not None}
)
"""What a player reads of an event, by its kind."""

_PART_OF: Final = {kind.name: part for part, kinds in CATALOGUE.items() for kind in kinds}


def part_of(name: str) -> str:
    """Return the part of the platform in which an event of this kind happens."""
    return _PART_OF.get(name, PLATFORM)


def channels_of(name: str, *, concerns_player: bool) -> tuple[Channel, ...]:
    """Return the ways out that an event of this kind may take, mostly none.

    A warning may: whether it does, those say who receive alerts.
    """
    kind = BY_NAME.get(name)
    if kind is None:
        return ()
    alert = (Channel.ALERT,) if kind.severity.reaches(Severity.WARNING) else ()
    mailed = concerns_player and kind.message is not None and kind.message.by_mail
    return (*alert, Channel.MESSAGE) if mailed else alert


def severity_of(name: str) -> Severity:
    """Return how severe an event is. One of a kind that is no longer in the catalogue is a notice."""
    kind = BY_NAME.get(name)
    return Severity.NOTICE if kind is None else kind.severity


def kinds_from(least: Severity) -> tuple[str, ...]:
    """Return the kinds whose events are as severe as `least` or more, sorted."""
    return tuple(sorted(name for name, kind in BY_NAME.items() if kind.severity.reaches(least)))


def kinds_of(severity: Severity) -> tuple[str, ...]:
    """Return the kinds whose events have this severity, sorted."""
    return tuple(sorted(name for name, kind in BY_NAME.items() if kind.severity is severity))
