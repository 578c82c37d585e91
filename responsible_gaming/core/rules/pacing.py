"""How soon after the last round the next may begin.

Source: regulation F53 (UK RTS 14G); the profile's `cycle_ms`.
"""

from collections.abc import Mapping

from kernel.refusals import Kind
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


class RoundTooSoon(LimitExceeded):
    """The last round began only a moment ago."""

    code, kind = "round-too-soon", Kind.TOO_MANY


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  whatever is wagered
    """Refuse a round that would begin less than the profile's cycle after the one before it, whatever its game.

    Raises:
        RoundTooSoon: with `retry_after` in seconds, 1 or more.
    """
    if context.last_deal_ms is None:
        return
    left_ms = context.last_deal_ms + context.jurisdiction.game_cycle_ms - context.at_ms
    if left_ms > 0:
        raise RoundTooSoon("Nothing was staked. Wait a moment between rounds.", retry_after=-(-left_ms // 1000))
