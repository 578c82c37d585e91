"""Store what an owner set, put the strictest of all settings in force, and write the record of it.

Callers have locked the chain's row, have decided, and call this inside their transaction.
"""

from datetime import datetime

from audit.core.player_signatures import PlayerSignature
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from responsible_gaming.core.limits.definition import LimitDefinition, LimitOwner
from responsible_gaming.core.limits.limit_setting import LimitSetting, strictest
from responsible_gaming.core.limits.windows import WindowRule
from responsible_gaming.core.limits_act import LimitsAct, act_on_limit
from responsible_gaming.models import StoredLimitSetting
from responsible_gaming.operations.put_limits_in_force import put_limits_in_force
from responsible_gaming.queries.limit_settings import limit_settings
from responsible_gaming.queries.limits import limits_in_table


def store_limit_setting(  # noqa: PLR0913  whose setting, from what to what, and by whose leave
    chain: ChainId,
    limit: LimitDefinition,
    owner: LimitOwner,
    settings: tuple[LimitSetting, LimitSetting],
    *,
    window_rule: WindowRule,
    now: datetime,
    ev: str | None = None,
    signature: PlayerSignature | None = None,
) -> None:
    """Store an owner's setting, and write a `limits` record. `settings` are those before and after.

    `ev` and `signature` as in `put_limits_in_force`.
    """
    before, setting = settings
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
    act = act_on_limit(limit, owner, before, setting)
    put_strictest_in_force(chain, window_rule, act=act, now=now, ev=ev, signature=signature)


def put_strictest_in_force(
    chain: ChainId,
    window_rule: WindowRule,
    *,
    act: LimitsAct,
    now: datetime,
    ev: str | None = None,
    signature: PlayerSignature | None = None,
) -> None:
    """Put the strictest of a chain's settings in force, counted by these windows. The other values are as before."""
    limits = limits_in_table(chain).with_values(strictest(limit_settings(chain)), window_rule)
    put_limits_in_force(chain, limits, act=act, now=now, ev=ev, signature=signature)
