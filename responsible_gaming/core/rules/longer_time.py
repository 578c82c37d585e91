"""How long the play of a week, and of a month, may last together before no new round begins.

Source: regulation F26, F30; docs/rules/sessions.md, SE-5; docs/formats/record.md, "Limits in force" (`week_ms`, `month_ms`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kernel.instants import rfc3339
from kernel.refusals import RefusalKind
from responsible_gaming.core.limits.definition import LimitDefinition, LimitName
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.limit_values import DAY_MS, WholeMinutes
from responsible_gaming.core.limits.played_time import played_within_duration_ms
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.wager import LimitExceeded, Wager
from responsible_gaming.core.limits.windows import LimitWindow

_DAYS: Final = MappingProxyType({LimitWindow.WEEK: 7, LimitWindow.MONTH: 31})

WEEKLY_TIME, MONTHLY_TIME = (
    LimitDefinition(
        name=LimitName(f"{window}_ms"),
        api_name=f"{window}ly_time",
        bounds=f"how long the player may play in a {window}, all sessions together, before no new round begins",
        values=WholeMinutes(minimum_ms=15 * 60 * 1000, maximum_ms=days * DAY_MS),
        window=window,
        counts_other_sessions=True,
    )
    for window, days in _DAYS.items()
)
_LIMITS: Final = MappingProxyType({LimitWindow.WEEK: WEEKLY_TIME, LimitWindow.MONTH: MONTHLY_TIME})


class LongerTimeOver(LimitExceeded):
    """The time for this week or month is over."""

    code, kind = "longer-time-over", RefusalKind.FORBIDDEN


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  any wager
    """Refuse a new round once the week or the month has been played as long as it may. An open round can be finished.

    Raises:
        LongerTimeOver: with the `limit` by name, its `maximum_seconds`, and `since`, when the week or the month began.
    """
    for window, limit in _LIMITS.items():
        maximum_duration_ms = limits.get(limit.name)
        if maximum_duration_ms is not None and played_within_duration_ms(window, context) >= maximum_duration_ms:
            since = rfc3339(context.earlier_days[window].started_ms)
            raise LongerTimeOver(
                f"Nothing was staked. Your time for this {window} is over. It counts since {since}, over all log-ins and"
                " devices.",
                limit=limit.api_name,
                maximum_seconds=maximum_duration_ms // 1000,
                since=since,
            )


def ends_ms(limits: Mapping[str, int], context: LimitContext) -> int | None:
    """Return the instant at which the first of both is over if the other sessions do not go on."""
    left_ms = [
        limits[limit.name] - played_within_duration_ms(window, context)
        for window, limit in _LIMITS.items()
        if limit.name in limits
    ]
    return context.at_ms + min(left_ms) if left_ms else None


RULE: Final = LimitRule(limits=(WEEKLY_TIME, MONTHLY_TIME), at_bet=check, ends_ms=ends_ms)
