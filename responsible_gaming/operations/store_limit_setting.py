"""Keeping what an owner set, and putting the strictest of everything in force.

Called by operations that hold the chain, inside their transaction, once they have decided.
"""

from datetime import datetime

from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.limit_setting import LimitSetting, LimitOwner, strictest
from responsible_gaming.core.limits.names import Name
from responsible_gaming.core.limits.windows import WindowRule
from responsible_gaming.models import StoredOwnLimit
from responsible_gaming.operations.put_limits_in_force import put_limits_in_force
from responsible_gaming.queries.limit_settings import limit_settings
from responsible_gaming.queries.limits import limits_in_table


def store_limit_setting(
    chain: ChainId, name: Name, owner: LimitOwner, limit: LimitSetting, *, jurisdiction: Jurisdiction, now: datetime
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
            "loosening_from_ms": None if waiting is None else waiting.confirmable_ms,
            "loosening_lapses_ms": None if waiting is None else waiting.expires_ms,
            "changed_ms": to_epoch_ms(now),
        },
    )
    put_strictest_in_force(chain, jurisdiction.window_rule, now=now)


def put_strictest_in_force(chain: ChainId, window_rule: WindowRule, *, now: datetime) -> None:
    """Put the strictest of what was set for a chain in force, counted in this way, if that is not so already."""
    before = limits_in_table(chain)
    after = before.with_values(strictest(limit_settings(chain)), window_rule)
    if after != before:
        put_limits_in_force(chain, lambda _: after, now=now)
