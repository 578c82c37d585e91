"""How long all sessions of a day may last together before no new round begins.

Source: regulation F26, F30; docs/rules/sessions.md, SE-5 and SE-9; docs/formats/record.md, "Limits in force" (`day_ms`).
"""

from collections.abc import Mapping
from typing import Final

from kernel.instants import rfc3339
from kernel.refusals import RefusalKind
from responsible_gaming.core.limits.definition import LimitDefinition, LimitName
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.limit_values import WholeMinutes
from responsible_gaming.core.limits.played_time import played_duration_ms
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.wager import LimitExceeded, Wager
from responsible_gaming.core.limits.windows import LimitWindow

DAILY_TIME: Final = LimitDefinition(
    name=LimitName("day_ms"),
    api_name="daily_time",
    bounds="how long the player may play on a day, all sessions together, before no new round begins",
    values=WholeMinutes(minimum_ms=15 * 60 * 1000),
    window=LimitWindow.DAY,
    counts_other_sessions=True,
)


class DailyTimeOver(LimitExceeded):
    """The time for this day is over."""

    code, kind = "daily-time-over", RefusalKind.FORBIDDEN


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  any wager
    """Refuse a new round once the day's sessions have lasted as long as they may. An open round can be finished.

    Raises:
        DailyTimeOver: with `maximum_seconds`, and `since`, when the day began.
    """
    maximum_duration_ms = limits.get(DAILY_TIME.name)
    if maximum_duration_ms is not None and played_duration_ms(context) >= maximum_duration_ms:
        since = rfc3339(context.day_started_ms)
        raise DailyTimeOver(
            f"Nothing was staked. Your time for today is over. It counts since {since}, over all log-ins and devices:"
            " come back tomorrow.",
            maximum_seconds=maximum_duration_ms // 1000,
            since=since,
        )


def ends_ms(limits: Mapping[str, int], context: LimitContext) -> int | None:
    """Return the instant at which the day's time is over if the other sessions do not go on."""
    maximum_duration_ms = limits.get(DAILY_TIME.name)
    return None if maximum_duration_ms is None else context.at_ms + maximum_duration_ms - played_duration_ms(context)


RULE: Final = LimitRule(limits=(DAILY_TIME,), at_bet=check, ends_ms=ends_ms)
