"""Store what an owner set, and put the strictest of all settings in force.

Callers have locked the chain's row, have decided, and call this inside their transaction.
"""

from datetime import datetime

from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from responsible_gaming.core.limits.definition import LimitDefinition, LimitOwner
from responsible_gaming.core.limits.limit_setting import LimitSetting, strictest
from responsible_gaming.core.limits.windows import WindowRule
from responsible_gaming.models import StoredLimitSetting
from responsible_gaming.operations.put_limits_in_force import put_limits_in_force
from responsible_gaming.queries.limit_settings import limit_settings
from responsible_gaming.queries.limits import limits_in_table


def store_limit_setting(
    chain: ChainId,
    limit: LimitDefinition,
    owner: LimitOwner,
    setting: LimitSetting,
    *,
    window_rule: WindowRule,
    now: datetime,
    ev: str | None = None,
) -> None:
    """Store an owner's setting, and write a `limits` record if other values bind now. `ev` as in `put_limits_in_force`."""
    loosening = setting.loosening
    StoredLimitSetting.objects.update_or_create(
        chain=chain,
        name=limit.name,
        owner=owner.value,
        defaults={
            "value": setting.value,
            "loosening_value": None if loosening is None else loosening.value,
            "loosening_confirmable_ms": None if loosening is None else loosening.confirmable_ms,
            "loosening_expires_ms": None if loosening is None else loosening.expires_ms,
            "changed_ms": to_epoch_ms(now),
        },
    )
    put_strictest_in_force(chain, window_rule, now=now, ev=ev)


def put_strictest_in_force(chain: ChainId, window_rule: WindowRule, *, now: datetime, ev: str | None = None) -> None:
    """Put the strictest of a chain's settings in force, counted by these windows, unless it is in force already."""
    before = limits_in_table(chain)
    after = before.with_values(strictest(limit_settings(chain)), window_rule)
    if after != before:
        put_limits_in_force(chain, after, now=now, ev=ev)
