"""Whether the player was told lately how long it has been, and what it has cost.

Source: regulation F29; docs/formats/record.md, "Limits in force" (`check_ms`).
"""

from collections.abc import Mapping

from kernel.instants import rfc3339
from kernel.refusals import Kind
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.names import Name
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


class RealityCheckDue(LimitExceeded):
    """The reality check waits to be acknowledged."""

    code, kind = "reality-check-due", Kind.FORBIDDEN


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  whatever is wagered
    """Refuse a new round until the player has acknowledged what the session came to.

    Raises:
        RealityCheckDue: with `due_at`.
    """
    due_ms = due_at_ms(limits, context)
    if context.at_ms >= due_ms:
        raise RealityCheckDue(
            "Nothing was staked. Look at your session, acknowledge it, then play on or stop.", due_at=rfc3339(due_ms)
        )


def due_at_ms(limits: Mapping[str, int], context: LimitContext) -> int:
    """Return the instant (ms) at which the next reality check is due: the player's interval, the profile's at most."""
    longest_ms = context.jurisdiction.reality_check_ms
    interval_ms = min(limits.get(Name.CHECK, longest_ms), longest_ms)
    return max(context.session_started_ms, context.reality_checked_ms or 0) + interval_ms
