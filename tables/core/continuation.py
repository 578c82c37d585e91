"""What happens next at a table, whoever died in between.

A table's last record and the rows beside it allow one continuation. A croupier that was just started asks the same
question as one that has run all night.

Source: docs/formats/tables.md, "Steps".
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tables.core.definition import TableDefinition
from tables.core.instants import betting_ends_ms, reveal_ends_ms
from tables.core.pot_game import TableGame


class Phase(enum.StrEnum):
    """What a table's last record leaves to be done."""

    UNANNOUNCED = "unannounced"
    BETTING = "betting"
    REVEALING = "revealing"
    PLAYING = "playing"


PHASE_AFTER: Final[Mapping[str, Phase]] = {
    "table": Phase.UNANNOUNCED,
    "commit": Phase.BETTING,
    "seats": Phase.REVEALING,
    "hand": Phase.PLAYING,
    "turn": Phase.PLAYING,
    "hand_end": Phase.BETTING,
    "table_abort": Phase.BETTING,
}
"""The phase by the type of a table's last record. `open` is never the last: `hand` is in the same transaction."""


class CroupierStep(enum.StrEnum):
    """A record that the clock brings about, without a player."""

    COMMIT = "commit"
    SEATS = "seats"
    OPEN = "open"
    TABLE_ABORT = "table_abort"
    DEFAULT = "turn"
    """Around a pot: the default of the seat that decides."""
    HAND_END = "hand_end"
    """Against the house with the defaults of who is silent; around a pot the end by time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unannounced:
    """A table whose first seed is not committed to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Betting:
    """An epoch that takes stakes."""

    placed_ms: tuple[int, ...]
    """The times of the stakes that are placed and not withdrawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealing:
    """An epoch whose values are awaited."""

    seats_ms: int
    """Time of `seats`."""
    seats: frozenset[int]
    revealed: frozenset[int]
    """The seats whose value is stored."""
    covered: bool
    """Whether a published checkpoint covers `seats`."""
    covered_ms: int = 0
    """When that checkpoint was signed; 0 without one."""
    in_log: bool = False
    """Whether `seats` has its place in the log, so that a checkpoint covers it soon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidingAgainstHouse:
    """A hand that waits for decisions."""

    until_ms: int
    seats: frozenset[int]
    decided: frozenset[int]
    """The seats whose decision is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidingAroundPot:
    """A game that waits for the decision of one seat."""

    until_ms: int
    """The seat's deadline."""
    away: bool
    """Whether nobody waits for it."""
    ends_ms: int
    """When the table's time is over."""


def position_in_game(game: TableGame) -> DecidingAroundPot:
    """Return the position of a game that is not over."""
    assert game.end is None, "a game that is over waits for nobody"
    return DecidingAroundPot(
        until_ms=game.decision_ends_ms, away=game.deciding_seat in game.attendance.away, ends_ms=game.ends_ms
    )


Position = Unannounced | Betting | Revealing | DecidingAgainstHouse | DecidingAroundPot
"""A table between two records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """The step that the croupier takes next."""

    step: CroupierStep
    from_ms: int
    """Not before this instant; 0 for at once."""


def next_step(table: TableDefinition, position: Position, *, now_ms: int) -> Due | None:
    """Return the croupier's next step, which players may forestall until its time; None while only they can go on."""
    match position:
        case Unannounced():
            return Due(step=CroupierStep.COMMIT, from_ms=0)
        case Betting(placed_ms=placed_ms):
            closes_ms = betting_ends_ms(table, placed_ms)
            return None if closes_ms is None else Due(step=CroupierStep.SEATS, from_ms=closes_ms)
        case Revealing():
            return _after_seats(table, position)
        case DecidingAgainstHouse(until_ms=until_ms, seats=seats, decided=decided):
            return Due(step=CroupierStep.HAND_END, from_ms=0 if decided >= seats else until_ms)
        case DecidingAroundPot():
            return _in_game(position, now_ms=now_ms)


def _after_seats(table: TableDefinition, position: Revealing) -> Due | None:
    if position.revealed >= position.seats:
        assert position.covered, "nobody reveals before a checkpoint covers the seats"
        beacon = table.beacon
        published_ms = 0 if beacon is None else beacon.first_round_after(position.seats_ms).published_ms
        return Due(step=CroupierStep.OPEN, from_ms=published_ms)
    if position.in_log and not position.covered:
        # No abort may say that a checkpoint covered `seats`, nor that none did: the next look knows.
        return None
    # Whoever waited for a late checkpoint has as long after it.
    since_ms = max(position.seats_ms, position.covered_ms)
    return Due(step=CroupierStep.TABLE_ABORT, from_ms=reveal_ends_ms(table, since_ms))


def _in_game(position: DecidingAroundPot, *, now_ms: int) -> Due:
    default_ms = 0 if position.away else position.until_ms
    if max(now_ms, default_ms) < position.ends_ms:
        return Due(step=CroupierStep.DEFAULT, from_ms=default_ms)
    # From the end of its time on a game has no further turn, also where a default has been due for long.
    return Due(step=CroupierStep.HAND_END, from_ms=position.ends_ms)


class StakeEnd(enum.StrEnum):
    """The record that ends a stake in its player's chain."""

    SETTLE = "settle"
    VOID = "void"
    LEAVE = "leave"


def end_of_stake(table: TableDefinition, *, end_type: str | None) -> StakeEnd:
    """Return the record that ends a stake, given the type of the record that ended its epoch.

    `end_type` is None for a stake that no `seats` names: it was withdrawn, or came too late.
    """
    assert end_type in {None, "hand_end", "table_abort"}, "only these end an epoch"
    if table.around_pot:
        return StakeEnd.LEAVE
    return StakeEnd.SETTLE if end_type == "hand_end" else StakeEnd.VOID
