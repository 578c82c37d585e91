"""Change a player's own limit: check the PIN, apply the rules of loosening, and record what is in force then.

Each change locks the chain's row, so that of two requests at once the second waits. A crash leaves the whole change or
nothing. The count of wrong PINs and the event of a refused loosening are saved in any case.

Source: docs/rules/limits.md; regulation F26, F27.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from audit.core.player_signatures import PlayerSignature
from audit.queries.chains import head_for_update
from kernel.ids import ChainId
from players.operations.set_pin import require_pin
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits import limit_setting
from responsible_gaming.core.limits.definition import LimitDefinition, LimitOwner
from responsible_gaming.core.limits.limit_setting import (
    NO_LIMIT,
    LimitSetting,
    loosening_confirmable_ms,
    require_in_range,
    require_set_by_player,
)
from responsible_gaming.operations.save_limit_events import save_player_limit_event, saving_refused_loosening
from responsible_gaming.operations.store_limit_setting import store_limit_setting
from responsible_gaming.queries.limit_settings import limit_settings
from wallet.queries.balances import currency_of


def change_player_limit(
    chain: ChainId,
    limit: LimitDefinition,
    value: int | None,
    *,
    pin: str,
    jurisdiction: Jurisdiction,
    now: datetime,
    signature: PlayerSignature | None = None,
) -> None:
    """Request another value (minor units or milliseconds; None for none). A tighter one binds at once.

    Raises:
        LimitSetElsewhere, LimitOutOfRange: nothing was changed, and no try at the PIN was counted.
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
        LimitUnchanged, LooseningPending: nothing was changed.
        SignatureRequired and others: as `signed_limits` says.
    """
    require_set_by_player(limit)
    require_in_range(limit, value, jurisdiction, currency=currency_of(chain))
    require_pin(chain, pin, now=now)

    def decide(setting: LimitSetting, at_ms: int) -> LimitSetting:
        confirmable_ms = loosening_confirmable_ms(limit, jurisdiction, now_ms=at_ms)
        return limit_setting.change(setting, value, now_ms=at_ms, confirmable_ms=confirmable_ms)

    _replace(chain, limit, decide, jurisdiction=jurisdiction, now=now, signature=signature)


def confirm_player_limit(
    chain: ChainId,
    limit: LimitDefinition,
    *,
    pin: str,
    jurisdiction: Jurisdiction,
    now: datetime,
    signature: PlayerSignature | None = None,
) -> None:
    """Put the pending looser limit in force.

    Raises:
        LimitSetElsewhere: nothing was changed, and no try at the PIN was counted.
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
        NoPendingLoosening, LooseningTooEarly: nothing was changed.
        SignatureRequired and others: as `signed_limits` says.
    """
    require_set_by_player(limit)
    require_pin(chain, pin, now=now)
    _replace(
        chain,
        limit,
        lambda setting, at_ms: limit_setting.confirm(setting, now_ms=at_ms),
        jurisdiction=jurisdiction,
        now=now,
        signature=signature,
    )


def cancel_player_limit_loosening(
    chain: ChainId, limit: LimitDefinition, *, jurisdiction: Jurisdiction, now: datetime
) -> None:
    """Cancel the pending looser limit. It needs no PIN: it only protects.

    Raises:
        LimitSetElsewhere, NoPendingLoosening: nothing was changed.
    """
    require_set_by_player(limit)
    _replace(
        chain,
        limit,
        lambda setting, at_ms: limit_setting.cancel(setting, now_ms=at_ms),
        jurisdiction=jurisdiction,
        now=now,
    )


def _replace(
    chain: ChainId,
    limit: LimitDefinition,
    decide: Callable[[LimitSetting, int], LimitSetting],
    *,
    jurisdiction: Jurisdiction,
    now: datetime,
    signature: PlayerSignature | None = None,
) -> None:
    with saving_refused_loosening(chain, limit, now=now), transaction.atomic():
        # The chain's row is locked since it always exists: two first limits would not see each other's rows.
        at_ms = head_for_update(chain).record_time_ms(now)
        before = limit_settings(chain).get((limit.name, LimitOwner.PLAYER), NO_LIMIT)
        after = decide(before, at_ms)
        store_limit_setting(
            chain,
            limit,
            LimitOwner.PLAYER,
            (before, after),
            window_rule=jurisdiction.window_rule,
            now=now,
            signature=signature,
        )
        save_player_limit_event(chain, limit, before, after, now=now)
