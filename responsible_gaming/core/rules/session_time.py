"""How long a session may last before no new round begins, however often the player logs in meanwhile.

Source: regulation F26, F30; docs/rules/sessions.md, SE-4 and SE-9; docs/formats/record.md, "Limits in force" (`session_ms`).
"""

from collections.abc import Mapping
from typing import Final

from kernel.instants import rfc3339
from kernel.refusals import RefusalKind
from responsible_gaming.core.limits.definition import LimitDefinition, LimitName
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.limit_values import WholeMinutes
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.wager import LimitExceeded, Wager

SESSION_TIME: Final = LimitDefinition(
    name=LimitName("session_ms"),
    api_name="session_time",
    bounds="how long the player may play without a pause before no new round begins, whatever the log-ins",
    values=WholeMinutes(minimum_ms=5 * 60 * 1000),
)


class SessionTimeOver(LimitExceeded):
    """The session has lasted as long as it may."""

    code, kind = "session-time-over", RefusalKind.FORBIDDEN


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  any wager
    """Refuse a new round once the session has lasted as long as its limit. An open round can be finished.

    Raises:
        SessionTimeOver: with `ended_at`, `since`, from when on the session counts, and `pause_seconds`, how long a break
            must be for the next log-in to begin a new count.
    """
    ended_ms = ends_ms(limits, context)
    if ended_ms is not None and context.at_ms >= ended_ms:
        since = rfc3339(min(context.counts_since_ms))
        pause_duration_ms = context.jurisdiction.sessions.pause_duration_ms
        raise SessionTimeOver(
            f"Nothing was staked. Your time for this session is over. It counts since {since}, over all log-ins and"
            f" devices. Log out everywhere, take a break of at least {pause_duration_ms // 60_000} minutes, then log in"
            " again.",
            ended_at=rfc3339(ended_ms),
            since=since,
            pause_seconds=pause_duration_ms // 1000,
        )


def ends_ms(limits: Mapping[str, int], context: LimitContext) -> int | None:
    """Return the instant at which the session's time is over: by its own count, or by that of the play."""
    maximum_duration_ms = limits.get(SESSION_TIME.name)
    return None if maximum_duration_ms is None else min(context.counts_since_ms) + maximum_duration_ms


RULE: Final = LimitRule(limits=(SESSION_TIME,), at_bet=check, ends_ms=ends_ms)
