"""Exclude a player by an operator's decision, and lift that exclusion, for reasons that are stored.

One operator excludes; two lift.

Source: docs/rules/exclusion.md, EX-9, EX-10; docs/approvals.md; regulation F28, F34, F45.
"""

from datetime import datetime

from kernel.ids import ChainId
from players.queries.accounts import PlayerNotFound, player_exists
from responsible_gaming.core import exclusion as core
from responsible_gaming.core.exclusion import Exclusions
from responsible_gaming.core.limits_act import LimitsDeed
from responsible_gaming.operations.store_exclusion import EventCause, store_exclusion
from staff.core.approval import Approval


def exclude_by_operator(chain: ChainId, days: int | None, *, reason: str, actor: str, now: datetime) -> Exclusions:
    """Exclude a player at once, for a number of days (1 to 36,525) or, with None, until an operator lifts it.

    Raises:
        PlayerNotFound, ExclusionNotShortened: nothing was changed.
    """
    _require_player(chain)
    return store_exclusion(
        chain,
        lambda exclusions, at_ms: core.exclude_by_operator(exclusions, days, now_ms=at_ms),
        cause=EventCause(do=LimitsDeed.EXCLUDE, actor=actor, reason=reason),
        now=now,
    )


def lift_by_operator(chain: ChainId, *, by: Approval, now: datetime) -> Exclusions:
    """End an operator's exclusion at once, as two people decided. The player's own and the national one stay in force.

    Raises:
        PlayerNotFound, NotExcludedByOperator: nothing was changed.
    """
    _require_player(chain)
    return store_exclusion(
        chain,
        lambda exclusions, at_ms: core.lift_by_operator(exclusions, now_ms=at_ms),
        cause=EventCause(do=LimitsDeed.LIFT, actor=by.actor, reason=by.reason),
        now=now,
    )


def _require_player(chain: ChainId) -> None:
    if not player_exists(chain):
        raise PlayerNotFound("Nothing was changed. No player has this id.")
