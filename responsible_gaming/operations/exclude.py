"""Exclude players at their own request, and let them ask to return.

Source: docs/rules/exclusion.md, EX-1 to EX-6; regulation F28.
"""

from datetime import datetime

from audit.core.player_signatures import PlayerSignature
from kernel.ids import ChainId
from responsible_gaming.core import exclusion as core
from responsible_gaming.core.exclusion import ExclusionKind, Exclusions
from responsible_gaming.core.exclusion_rules import ExclusionRules
from responsible_gaming.core.limits_act import LimitsDeed
from responsible_gaming.operations.store_exclusion import EventCause, store_exclusion


def exclude(
    chain: ChainId, kind: ExclusionKind, days: int | None, *, rules: ExclusionRules, now: datetime
) -> Exclusions:
    """Exclude a player at once, by a time-out or a self-exclusion. It needs no PIN: it only protects.

    Raises:
        ExclusionOutOfRange, ExclusionNotShortened: nothing was changed.
    """
    return store_exclusion(
        chain,
        lambda exclusions, at_ms: core.exclude_oneself(exclusions, kind, days, rules=rules, now_ms=at_ms),
        cause=EventCause(do=LimitsDeed.EXCLUDE, actor="player"),
        now=now,
    )


def ask_return(
    chain: ChainId, *, rules: ExclusionRules, now: datetime, signature: PlayerSignature | None = None
) -> Exclusions:
    """End a self-exclusion whose time is over, a cooling-off from now. Other exclusions stay in force.

    Raises:
        NotExcluded, ExclusionStillRuns: nothing was changed.
        SignatureRequired and others: as `signed_limits` says.
    """
    return store_exclusion(
        chain,
        lambda exclusions, at_ms: core.ask_return(exclusions, rules=rules, now_ms=at_ms),
        cause=EventCause(do=LimitsDeed.RETURN, actor="player", signature=signature),
        now=now,
    )
