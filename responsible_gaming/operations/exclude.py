"""Leaving the games, and asking to come back.

The exclusion and the limits that bind it to the chain are written in one transaction: from its commit on no bet is
taken, and a bet that is being decided at that moment looks again. An open round is finished by its rules.

Source: docs/rules/exclusion.md; regulation F28.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from audit.queries import held_head
from kernel.ids import ChainId
from responsible_gaming.core import exclusion as rules
from responsible_gaming.core.exclusion import Exclusion, Kind
from responsible_gaming.models import StoredExclusion
from responsible_gaming.operations.change_limits import change_limits, record_time_ms
from responsible_gaming.queries import exclusion


def exclude(chain: ChainId, kind: Kind, days: int | None, *, now: datetime) -> Exclusion:
    """Exclude a player at once. It needs no PIN: it only protects.

    Raises:
        ExclusionOutOfRange, ExclusionNotShortened: nothing was changed.
    """
    return _replace(chain, lambda current, at_ms: rules.exclude(current, kind, days, now_ms=at_ms), now=now)


def ask_return(chain: ChainId, *, now: datetime) -> Exclusion:
    """Let a self-exclusion whose time is over end a day from now.

    Raises:
        NotExcluded, ExclusionStillRuns: nothing was changed.
    """
    return _replace(chain, lambda current, at_ms: rules.ask_return(current, now_ms=at_ms), now=now)


def _replace(chain: ChainId, decide: Callable[[Exclusion | None, int], Exclusion], *, now: datetime) -> Exclusion:
    with transaction.atomic():
        # The chain's row: it is there before the first exclusion is, and two of those would not see each other.
        at_ms = record_time_ms(held_head(chain), now)
        before = exclusion(chain)
        after = decide(before, at_ms)
        if after != before:
            StoredExclusion.objects.update_or_create(
                chain=chain,
                defaults={
                    "kind": after.kind.value,
                    "since_ms": after.since_ms,
                    "until_ms": after.until_ms,
                    "returnable_ms": after.returnable_ms,
                    "lifted_ms": after.lifted_ms,
                },
            )
            change_limits(chain, lambda limits: limits.with_exclusion(after.lifted_ms), now=now)
    return after
