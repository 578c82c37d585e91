"""How long all sessions of a day may last together before no new round begins.

Source: regulation F26, F30; docs/formats/record.md, "Limits in force" (`day_ms`).
"""

from collections.abc import Mapping

from kernel.refusals import Kind
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.names import Name
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


class DailyTimeOver(LimitExceeded):
    """The time for this day is over."""

    code, kind = "daily-time-over", Kind.FORBIDDEN


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  whatever is wagered
    """Refuse a new round once the day's sessions have lasted as long as they may. The open round is not asked.

    Raises:
        DailyTimeOver: with `maximum_seconds`.
    """
    longest_ms = limits.get(Name.DAY)
    if longest_ms is not None and played_ms(context) >= longest_ms:
        raise DailyTimeOver(
            "Nothing was staked. Your time for today is over: come back tomorrow.", maximum_seconds=longest_ms // 1000
        )


def played_ms(context: LimitContext) -> int:
    """Return how long the sessions of this day have lasted (ms): the others, and this one since the day began."""
    began_ms = max(context.session_started_ms, context.day_started_ms)
    return context.other_sessions_duration_ms + context.at_ms - began_ms
