"""How long a player has played on a day, in a week and in a month.

Source: docs/rules/sessions.md, SE-5 and SE-9; regulation F26, F30.
"""

from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.windows import LimitWindow


def played_duration_ms(context: LimitContext) -> int:
    """Return how long the player has played on this day: logged in, or by bets, whichever is longer.

    What overlaps counts once. Both go on with the clock.
    """
    started_ms = max(context.session_started_ms, context.day_started_ms)
    logged_in_duration_ms = context.other_sessions_duration_ms + context.at_ms - started_ms
    by_bets_duration_ms = context.play.day_duration_ms(
        context.at_ms,
        pause_duration_ms=context.jurisdiction.sessions.pause_duration_ms,
        day_started_ms=context.day_started_ms,
    )
    return max(logged_in_duration_ms, by_bets_duration_ms)


def played_within_duration_ms(window: LimitWindow, context: LimitContext) -> int:
    """Return how long the player has played in a week or a month: this day, and logged in on the days before it."""
    started_ms, other_sessions_duration_ms = context.earlier_days[window]
    own_duration_ms = max(0, context.day_started_ms - max(context.session_started_ms, started_ms))
    return other_sessions_duration_ms + own_duration_ms + played_duration_ms(context)
