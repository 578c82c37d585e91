"""Who votes for the end of a game around a pot, and for whom nobody waits.

Source: docs/formats/tables.md, "Clock", rules 4 and 5.
"""

import enum
from collections.abc import Collection
from dataclasses import dataclass, replace

from kernel.refusals import Refusal, RefusalKind
from tables.core.decisions import DecidedBy


class MarkStands(Refusal):
    """This is already so."""

    code, kind = "mark-stands", RefusalKind.CONFLICT


class SeatIsAway(Refusal):
    """The seat is marked as away."""

    code, kind = "seat-is-away", RefusalKind.CONFLICT


class Mark(enum.StrEnum):
    """What a seat may say at any time of a game."""

    VOTE = "vote"
    """End the game and divide the pot."""
    AWAY = "away"
    """Wait for this seat no longer."""
    BACK = "back"
    """Wait for it again."""


class MarkedBy(enum.StrEnum):
    """The player, or what protects players from play: an exclusion, the end of a session."""

    PLAYER = "player"
    PROTECTION = "protection"


@dataclass(frozen=True, slots=True)
class Attendance:
    """The marks of a game's seats, as they stand after the records so far."""

    votes: frozenset[int] = frozenset()
    away: frozenset[int] = frozenset()
    silent: frozenset[int] = frozenset()
    """Seats that timed out when they were last asked, and are not away."""

    def marked(self, seat: int, mark: Mark) -> "Attendance":
        """Return the marks after a seat's own.

        Raises:
            MarkStands: it has voted, it is away, or it is not away, already.
        """
        stands = {Mark.VOTE: seat in self.votes, Mark.AWAY: seat in self.away, Mark.BACK: seat not in self.away}
        if stands[mark]:
            raise MarkStands(f"Nothing was changed. The mark {mark.value} of seat {seat} stands already.")
        match mark:
            case Mark.VOTE:
                return replace(self, votes=self.votes | {seat})
            case Mark.AWAY:
                return replace(self, away=self.away | {seat})
            case Mark.BACK:
                return replace(self, away=self.away - {seat}, silent=self.silent - {seat})

    def decided(self, seat: int, by: DecidedBy) -> "Attendance":
        """Return the marks after a seat's turn was decided.

        Its own decision takes its vote back. A second time-out in a row marks it as away.

        Raises:
            SeatIsAway: its player decides without coming back first.
        """
        if by is DecidedBy.PLAYER:
            if seat in self.away:
                raise SeatIsAway(
                    "Nothing was changed. The table no longer waits for you: come back first, then decide."
                )
            return replace(self, votes=self.votes - {seat}, silent=self.silent - {seat})
        if by is DecidedBy.AWAY:
            assert seat in self.away, "the table waits for a seat that is not away"
            return self
        assert seat not in self.away, "nobody waits for a seat that is away"
        if seat in self.silent:
            return replace(self, away=self.away | {seat}, silent=self.silent - {seat})
        return replace(self, silent=self.silent | {seat})

    def agreed(self, in_play: Collection[int]) -> bool:
        """Say whether the seats with chips agree to divide the pot: somebody votes, and the others do or are away."""
        return bool(self.votes) and self.votes | self.away >= set(in_play)
