"""What a session has come to: how long, what was staked, what came back, and when it ends.

Source: regulation F29, F30; docs/rules/sessions.md.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.names import Name
from responsible_gaming.core.rules.daily_time import played_ms
from responsible_gaming.core.rules.reality_check import due_at_ms
from wallet.core.ledger import Totals

_MINUTE_MS: Final = 60 * 1000


class SessionWarning(enum.StrEnum):
    """How near the end of the time to play is."""

    FIVE_MINUTES = "five-minutes"
    ONE_MINUTE = "one-minute"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """A session at an instant; amounts in minor units, times in milliseconds.

    `play` is what was deposited, staked and returned since it began, on whichever device. `ends_ms` is when no new
    round begins any more by the player's own limits on time, None where there are none; `check_due_ms` when the
    reality check is due.
    """

    at_ms: int
    started_ms: int
    play: Totals
    played_today_ms: int
    ends_ms: int | None
    check_due_ms: int

    @property
    def elapsed_ms(self) -> int:
        """How long the session has lasted."""
        return self.at_ms - self.started_ms

    @property
    def check_due(self) -> bool:
        """Whether the next round waits for the reality check."""
        return self.at_ms >= self.check_due_ms

    @property
    def warning(self) -> SessionWarning | None:
        """What the player is told of the end: five minutes ahead, one minute ahead, and once it has come."""
        if self.ends_ms is None or self.ends_ms - self.at_ms > 5 * _MINUTE_MS:
            return None
        if self.ends_ms <= self.at_ms:
            return SessionWarning.OVER
        return SessionWarning.ONE_MINUTE if self.ends_ms - self.at_ms <= _MINUTE_MS else SessionWarning.FIVE_MINUTES


def summarize(limits: Mapping[str, int], context: LimitContext, *, at_start: Totals) -> SessionSummary:
    """Return what a session has come to, from the limits in force and the totals `at_start` of it."""
    played_today_ms = played_ms(context)
    ends = []
    if Name.SESSION in limits:
        ends.append(context.session_started_ms + limits[Name.SESSION])
    if Name.DAY in limits:
        ends.append(context.at_ms + limits[Name.DAY] - played_today_ms)
    return SessionSummary(
        at_ms=context.at_ms,
        started_ms=context.session_started_ms,
        play=context.usage.totals.since(at_start),
        played_today_ms=played_today_ms,
        ends_ms=min(ends, default=None),
        check_due_ms=due_at_ms(limits, context),
    )
