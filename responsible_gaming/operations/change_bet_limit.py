"""Change a player's own table bet limit: check the PIN, apply the rules of the gaming week, and record the limits.

Each change locks the chain's row, so that of two requests at once the second waits. A crash leaves the whole change or
nothing. The count of wrong PINs is saved in any case.

Source: docs/rules/bet-limit.md; regulation F27, F31.
"""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import transaction

from audit.core.player_signatures import PlayerSignature
from audit.queries.chains import head_for_update
from kernel.ids import ChainId
from kernel.instants import from_epoch_ms
from players.operations.set_pin import require_pin
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits import bet_limit
from responsible_gaming.core.limits.bet_limit import BetLimit
from responsible_gaming.core.limits.definition import LimitOwner
from responsible_gaming.core.limits.gaming_week import week_of
from responsible_gaming.core.limits.limit_setting import LimitSetting
from responsible_gaming.core.rules.single_stake import STAKE_MAX
from responsible_gaming.models import StoredBetLimit
from responsible_gaming.operations.save_limit_events import save_player_limit_event, saving_refused_loosening
from responsible_gaming.operations.store_limit_setting import store_limit_setting
from responsible_gaming.queries.limit_settings import bet_limit_of, limit_settings
from responsible_gaming.queries.profiles import terms_in_force
from wallet.queries.balances import currency_of


def change_bet_limit(
    chain: ChainId,
    maximum_minor: int | None,
    *,
    pin: str,
    jurisdiction: Jurisdiction,
    now: datetime,
    signature: PlayerSignature | None = None,
) -> BetLimit:
    """Request another limit (minor units; None for none): a tighter one binds at once, a looser one is pending.

    Raises:
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
        BetLimitNotLower, BetLimitUnchanged, BetLimitChangedThisWeek, LooseningPending: nothing was changed.
        SignatureRequired and others: as `signed_limits` says.
    """
    currency = currency_of(chain)
    highest_minor = jurisdiction.amounts_in(currency).highest_stake_minor
    bet_limit.require_lower(maximum_minor, table_maximum_minor=highest_minor, currency=currency)

    terms = terms_in_force(jurisdiction, now=now)

    def decide(limit: BetLimit, at_ms: int) -> BetLimit:
        zone = ZoneInfo(jurisdiction.zone)
        week = week_of(from_epoch_ms(at_ms), zone)
        weeks = (week, week_of(week.ends_at, zone))
        return bet_limit.change(
            limit,
            maximum_minor,
            now_ms=at_ms,
            weeks=weeks,
            extra_tightening=jurisdiction.extra_tightening,
            delay_ms=terms.bet_limit_delay_ms,
        )

    require_pin(chain, pin, now=now)
    return _replace(chain, decide, jurisdiction=jurisdiction, now=now, signature=signature)


def confirm_loosening(
    chain: ChainId,
    *,
    pin: str,
    jurisdiction: Jurisdiction,
    now: datetime,
    signature: PlayerSignature | None = None,
) -> BetLimit:
    """Put the pending looser limit in force.

    Raises:
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
        NoPendingLoosening, LooseningTooEarly: nothing was changed.
        SignatureRequired and others: as `signed_limits` says.
    """
    require_pin(chain, pin, now=now)
    return _replace(
        chain,
        lambda limit, at_ms: bet_limit.confirm(limit, now_ms=at_ms),
        jurisdiction=jurisdiction,
        now=now,
        signature=signature,
    )


def cancel_loosening(chain: ChainId, *, jurisdiction: Jurisdiction, now: datetime) -> BetLimit:
    """Cancel the pending looser limit. It needs no PIN: it only protects.

    Raises:
        NoPendingLoosening: nothing was changed.
    """
    return _replace(
        chain, lambda limit, at_ms: bet_limit.cancel(limit, now_ms=at_ms), jurisdiction=jurisdiction, now=now
    )


def _replace(
    chain: ChainId,
    decide: Callable[[BetLimit, int], BetLimit],
    *,
    jurisdiction: Jurisdiction,
    now: datetime,
    signature: PlayerSignature | None = None,
) -> BetLimit:
    with saving_refused_loosening(chain, STAKE_MAX, now=now), transaction.atomic():
        at_ms = head_for_update(chain).record_time_ms(now)
        row, _ = StoredBetLimit.objects.get_or_create(chain=chain)
        before = bet_limit_of(row, limit_settings(chain))
        after = decide(before, at_ms)
        _store(row, after)
        store_limit_setting(
            chain,
            STAKE_MAX,
            LimitOwner.PLAYER,
            (_own(before), _own(after)),
            window_rule=jurisdiction.window_rule,
            now=now,
            signature=signature,
        )
        save_player_limit_event(chain, STAKE_MAX, _own(before), _own(after), now=now)
    return after


def _own(limit: BetLimit) -> LimitSetting:
    return LimitSetting(value=limit.maximum_minor, loosening=limit.loosening)


def _store(row: StoredBetLimit, limit: BetLimit) -> None:
    loosening = limit.loosening
    row.modified_ms = limit.modified_ms
    row.loosening_maximum_minor = None if loosening is None else loosening.value
    row.loosening_confirmable_ms = None if loosening is None else loosening.confirmable_ms
    row.loosening_expires_ms = None if loosening is None else loosening.expires_ms
    row.save()
