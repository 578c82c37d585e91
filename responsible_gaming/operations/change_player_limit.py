"""Changing a limit of one's own: the PIN, the rules of loosening, and the record of what then holds.

Each change holds the chain for its length, so that two requests come one after the other. A crash leaves the whole
change or nothing of it; the count of a wrong PIN stays in any case, and so does the event of a loosening refused.

Source: docs/rules/limits.md; regulation F26, F27.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from audit.queries import held_head
from kernel.ids import ChainId
from players.operations.set_pin import require_pin
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits import limit_setting
from responsible_gaming.core.limits.limit_range import require_in_range, require_players
from responsible_gaming.core.limits.limit_setting import NO_LIMIT, LimitSetting, LimitOwner, confirmable_from_ms
from responsible_gaming.core.limits.names import Name
from responsible_gaming.operations.save_limit_events import save_player_limit_event, saving_refused_loosening
from responsible_gaming.operations.store_limit_setting import store_limit_setting
from responsible_gaming.queries.limit_settings import limit_settings


def change_player_limit(
    chain: ChainId, name: Name, value: int | None, *, pin: str, jurisdiction: Jurisdiction, now: datetime
) -> None:
    """Ask for another value (minor units or milliseconds; None for none): tighter at once, looser after a while.

    Raises:
        LimitSetElsewhere, LimitOutOfRange: nothing was changed, no try at the PIN was counted.
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
        LimitUnchanged, LooseningWaits: nothing was changed.
    """
    require_players(name)
    require_in_range(name, value, jurisdiction)
    require_pin(chain, pin, now=now)

    def decide(limit: LimitSetting, at_ms: int) -> LimitSetting:
        confirmable_ms = confirmable_from_ms(name, jurisdiction, now_ms=at_ms)
        return limit_setting.change(limit, value, now_ms=at_ms, confirmable_ms=confirmable_ms)

    _replace(chain, name, decide, jurisdiction=jurisdiction, now=now)


def confirm_player_limit(chain: ChainId, name: Name, *, pin: str, jurisdiction: Jurisdiction, now: datetime) -> None:
    """Put the looser limit that waits in force.

    Raises:
        LimitSetElsewhere: nothing was changed, no try at the PIN was counted.
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
        NoLooseningWaits, LooseningTooEarly: nothing was changed.
    """
    require_players(name)
    require_pin(chain, pin, now=now)
    _replace(
        chain, name, lambda limit, at_ms: limit_setting.confirm(limit, now_ms=at_ms), jurisdiction=jurisdiction, now=now
    )


def cancel_player_limit_loosening(chain: ChainId, name: Name, *, jurisdiction: Jurisdiction, now: datetime) -> None:
    """Take the looser limit that waits back. It needs no PIN: it only protects.

    Raises:
        LimitSetElsewhere, NoLooseningWaits: nothing was changed.
    """
    require_players(name)
    _replace(
        chain, name, lambda limit, at_ms: limit_setting.cancel(limit, now_ms=at_ms), jurisdiction=jurisdiction, now=now
    )


def _replace(
    chain: ChainId,
    name: Name,
    decide: Callable[[LimitSetting, int], LimitSetting],
    *,
    jurisdiction: Jurisdiction,
    now: datetime,
) -> None:
    with saving_refused_loosening(chain, name, now=now), transaction.atomic():
        # The chain's row: it is there before the first limit is, and two of those would not see each other.
        at_ms = held_head(chain).instant_ms(now)
        before = limit_settings(chain).get((name, LimitOwner.PLAYER), NO_LIMIT)
        after = decide(before, at_ms)
        store_limit_setting(chain, name, LimitOwner.PLAYER, after, jurisdiction=jurisdiction, now=now)
        save_player_limit_event(chain, name, before, after, now=now)
