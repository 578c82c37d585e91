"""Keeping what an owner set, and putting the strictest of everything in force.

Called by operations that hold the chain, inside their transaction, once they have decided.
"""

from datetime import datetime

from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.limit_setting import Owner, OwnLimit, strictest
from responsible_gaming.core.limits.names import Name
from responsible_gaming.core.limits.windows import Counting
from responsible_gaming.models import StoredOwnLimit
from responsible_gaming.operations.put_limits_in_force import change_limits
from responsible_gaming.queries.limit_settings import own_limits
from responsible_gaming.queries.limits import limits_in_table


def keep_own_limit(
    chain: ChainId, name: Name, owner: Owner, limit: OwnLimit, *, jurisdiction: Jurisdiction, now: datetime
) -> None:
    """Store an owner's limit, and write a record of the limits if others bind now."""
    waiting = limit.loosening
    StoredOwnLimit.objects.update_or_create(
        chain=chain,
        name=name.value,
        owner=owner.value,
        defaults={
            "value": limit.value,
            "loosening_value": None if waiting is None else waiting.value,
            "loosening_from_ms": None if waiting is None else waiting.from_ms,
            "loosening_lapses_ms": None if waiting is None else waiting.lapses_ms,
            "changed_ms": to_epoch_ms(now),
        },
    )
    bind_strictest(chain, jurisdiction.counting, now=now)


def bind_strictest(chain: ChainId, counting: Counting, *, now: datetime) -> None:
    """Put the strictest of what was set for a chain in force, counted in this way, if that is not so already."""
    before = limits_in_table(chain)
    after = before.with_values(strictest(own_limits(chain)), counting)
    if after != before:
        change_limits(chain, lambda _: after, now=now)
