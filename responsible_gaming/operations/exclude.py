"""Leaving the games, and asking to come back.

The exclusion and the limits that bind it to the chain are written in one transaction: from its commit on no bet is
taken, and a bet that is being decided at that moment looks again. An open round is finished by its rules.

Source: docs/rules/exclusion.md; regulation F28.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from kernel.ids import ChainId
from kernel.periods import to_ms
from responsible_gaming.core import exclusion as rules
from responsible_gaming.core.exclusion import Exclusion, Kind
from responsible_gaming.models import StoredExclusion
from responsible_gaming.operations.change_limits import change_limits
from responsible_gaming.queries import exclusion_of


def exclude(chain: ChainId, kind: Kind, days: int | None, *, now: datetime) -> Exclusion:
    """Exclude a player at once. It needs no PIN: it only protects.

    Raises:
        ExclusionOutOfRange, ExclusionNotShortened: nothing was changed.
        Busy: three times somebody else was faster.
    """
    return _replace(chain, lambda current: rules.exclude(current, kind, days, now_ms=to_ms(now)), now=now)


def ask_return(chain: ChainId, *, now: datetime) -> Exclusion:
    """Let a self-exclusion whose time is over end a day from now.

    Raises:
        NotExcluded, ExclusionStillRuns: nothing was changed.
        Busy: three times somebody else was faster.
    """
    return _replace(chain, lambda current: rules.ask_return(current, now_ms=to_ms(now)), now=now)


def _replace(chain: ChainId, decide: Callable[[Exclusion | None], Exclusion], *, now: datetime) -> Exclusion:
    with transaction.atomic():
        row = StoredExclusion.objects.select_for_update().filter(chain=chain).first()
        before = None if row is None else exclusion_of(row)
        after = decide(before)
        if after != before:
            StoredExclusion.objects.update_or_create(
                chain=chain,
                defaults={
                    "kind": after.kind.value,
                    "since_ms": after.since_ms,
                    "until_ms": after.until_ms,
                    "lifted_ms": after.lifted_ms,
                },
            )
            change_limits(chain, lambda limits: limits.with_exclusion(after.lifted_ms), now=now)
    return after
