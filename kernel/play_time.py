"""A player's time of play: stretches of bets, whatever log-in or device they were placed by.

A stretch begins with a bet. It goes on with every bet that comes less than a pause after the one before it, and with a
stake at a table until that stake ends. Where a pause came first, the next bet begins another stretch.

Source: docs/adr/0056-time-of-play.md; docs/rules/sessions.md, SE-9; regulation F29, F30.
"""

from typing import Final, NamedTuple


class PlayTime(NamedTuple):
    """What the head of a player's chain keeps of the time of play. Instants are those of records, which never fall."""

    began_ms: int
    """The instant of the newest stretch's first bet; 0 before the first bet of all."""
    last_ms: int
    """The instant of its last bet so far, or at which its last stake at a table ended; 0 before the first bet of all."""
    earlier_duration_ms: int
    """How long stretches before the newest one lasted on the day on which that one began."""

    def is_running(self, at_ms: int, *, pause_duration_ms: int) -> bool:
        """Return whether no pause has come since the last bet. A pause that ends at `at_ms` has come."""
        return at_ms - self.last_ms < pause_duration_ms

    def until(self, at_ms: int) -> "PlayTime":
        """Return the time of play where the newest stretch has gone on until an instant."""
        return PlayTime(self.began_ms, at_ms, self.earlier_duration_ms)

    def after_bet(self, at_ms: int, *, pause_duration_ms: int, day_started_ms: int) -> "PlayTime":
        """Return the time of play after a bet at an instant of the day that began at `day_started_ms`."""
        if self.is_running(at_ms, pause_duration_ms=pause_duration_ms):
            return self.until(at_ms)
        return PlayTime(at_ms, at_ms, self._duration_until(self.last_ms, day_started_ms))

    def day_duration_ms(self, at_ms: int, *, pause_duration_ms: int, day_started_ms: int) -> int:
        """Return how long the player has played at an instant since the day that it belongs to began.

        A stretch that runs counts to the instant, one that a pause has ended to its last bet, and one that began on the
        day before from the day's beginning.
        """
        running = self.is_running(at_ms, pause_duration_ms=pause_duration_ms)
        return self._duration_until(at_ms if running else self.last_ms, day_started_ms)

    def _duration_until(self, end_ms: int, day_started_ms: int) -> int:
        # Of a stretch that began on an earlier day, so did all before it.
        earlier_duration_ms = self.earlier_duration_ms if self.began_ms >= day_started_ms else 0
        return earlier_duration_ms + max(0, end_ms - max(self.began_ms, day_started_ms))


NO_PLAY: Final = PlayTime(0, 0, 0)
"""The time of play of whoever has never bet."""
