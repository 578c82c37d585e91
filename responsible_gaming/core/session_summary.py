"""The summary of a session: how long it lasted, what was staked, what came back, and when it ends.

Source: regulation F29, F30; docs/rules/sessions.md, SE-1 to SE-5 and SE-9.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.played_time import played_duration_ms
from responsible_gaming.core.rules import PLAY_ENDS
from responsible_gaming.core.rules.reality_check import reality_check_due_ms
from wallet.core.ledger import Totals

_MINUTE_MS: Final = 60 * 1000


class SessionWarning(enum.StrEnum):
    """How near the end of the time to play is."""

    FIVE_MINUTES = "five-minutes"
    ONE_MINUTE = "one-minute"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummary:
    """A session at an instant."""

    at_ms: int
    """The instant."""

    started_ms: int
    """The instant from which time counts: of the session, or of the play if that began earlier."""

    play: Totals
    """What was deposited, staked and returned since then, on all devices (minor units)."""

    playing_since_ms: int | None
    """The instant at which the stretch of play that goes on began. None: no bet came since the last pause."""

    pause_duration_ms: int
    """How long a break must be for time to begin a new count."""

    played_today_duration_ms: int
    """How long the player has played on this day, over all log-ins and devices."""

    ends_ms: int | None
    """The instant from which no new round begins, by the player's own limits on time. None: there are none."""

    check_due_ms: int
    """The instant at which the reality check is due."""

    @property
    def elapsed_duration_ms(self) -> int:
        """How long the time that counts has lasted."""
        return self.at_ms - self.started_ms

    @property
    def check_due(self) -> bool:
        """Whether the reality check must be acknowledged before the next round."""
        return self.at_ms >= self.check_due_ms

    @property
    def warning(self) -> SessionWarning | None:
        """The warning of the end: five minutes before it, one minute before it, and from then on."""
        if self.ends_ms is None or self.ends_ms - self.at_ms > 5 * _MINUTE_MS:
            return None
        if self.ends_ms <= self.at_ms:
            return SessionWarning.OVER
        return SessionWarning.ONE_MINUTE if self.ends_ms - self.at_ms <= _MINUTE_MS else SessionWarning.FIVE_MINUTES


def summarize(limits: Mapping[str, int], context: LimitContext, *, at_start: Totals) -> SessionSummary:
    """Return the summary of a session, from the limits in force and the player's totals `at_start` of its count."""
    ends = [end for ends_ms in PLAY_ENDS if (end := ends_ms(limits, context)) is not None]
    return SessionSummary(
        at_ms=context.at_ms,
        started_ms=counted_from_ms(context),
        play=context.usage.totals.since(at_start),
        playing_since_ms=context.playing_since_ms,
        pause_duration_ms=context.jurisdiction.sessions.pause_duration_ms,
        played_today_duration_ms=played_duration_ms(context),
        ends_ms=min(ends, default=None),
        check_due_ms=reality_check_due_ms(limits, context),
    )


def counted_from_ms(context: LimitContext) -> int:
    """Return the instant from which the time of a session counts, whatever its log-in."""
    return min(context.counts_since_ms)
