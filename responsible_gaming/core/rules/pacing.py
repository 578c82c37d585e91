"""How soon after the last round the next may begin.

Source: regulation F53 (UK RTS 14G); the jurisdiction's `game_cycle_ms`.
"""

from collections.abc import Mapping
from typing import Final

from kernel.refusals import RefusalKind
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.rule import LimitRule
from responsible_gaming.core.limits.wager import LimitExceeded, Wager


class RoundTooSoon(LimitExceeded):
    """The last round began only a moment ago."""

    code, kind = "round-too-soon", RefusalKind.TOO_MANY


def check(limits: Mapping[str, int], wager: Wager, context: LimitContext) -> None:  # noqa: ARG001  any wager
    """Refuse a round that would begin less than the jurisdiction's game cycle after the one before it.

    Raises:
        RoundTooSoon: with `retry_after` in seconds, 1 or more.
    """
    if context.last_deal_ms is None:
        return
    remaining_ms = context.last_deal_ms + context.jurisdiction.game_cycle_ms - context.at_ms
    if remaining_ms > 0:
        raise RoundTooSoon("Nothing was staked. Wait a moment between rounds.", retry_after=-(-remaining_ms // 1000))


RULE: Final = LimitRule(at_bet=check)
