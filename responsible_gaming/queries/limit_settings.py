"""What the player and the operator set for a chain, and the loosenings that are pending."""

from kernel.ids import ChainId
from responsible_gaming.core.limits.bet_limit import BetLimit
from responsible_gaming.core.limits.definition import LimitName, LimitOwner
from responsible_gaming.core.limits.limit_setting import NO_LIMIT, LimitSetting, LimitSettings
from responsible_gaming.core.limits.loosening import Loosening
from responsible_gaming.core.rules.single_stake import STAKE_MAX
from responsible_gaming.models import StoredBetLimit, StoredLimitSetting


def limit_settings(chain: ChainId) -> dict[tuple[LimitName, LimitOwner], LimitSetting]:
    """Return what the player and the operator set for a chain. The loosening of the bet limit is not among them."""
    rows = StoredLimitSetting.objects.filter(chain=chain)
    return {(LimitName(row.name), LimitOwner(row.owner)): limit_setting_of(row) for row in rows}


def limit_setting_of(row: StoredLimitSetting) -> LimitSetting:
    """Return the setting that a row holds."""
    return LimitSetting(
        value=row.value,
        loosening=_loosening(row.loosening_value, row.loosening_confirmable_ms, row.loosening_expires_ms),
    )


def bet_limit(chain: ChainId) -> BetLimit:
    """Return a player's own table bet limit."""
    row = StoredBetLimit.objects.filter(chain=chain).first() or StoredBetLimit(chain=chain)
    return bet_limit_of(row, limit_settings(chain))


def bet_limit_of(row: StoredBetLimit, settings: LimitSettings) -> BetLimit:
    """Return the bet limit that a row and the player's settings hold."""
    loosening = _loosening(row.loosening_maximum_minor, row.loosening_confirmable_ms, row.loosening_expires_ms)
    maximum_minor = settings.get((STAKE_MAX.name, LimitOwner.PLAYER), NO_LIMIT).value
    return BetLimit(maximum_minor=maximum_minor, loosening=loosening, modified_ms=row.modified_ms)


def _loosening(value: int | None, confirmable_ms: int | None, expires_ms: int | None) -> Loosening | None:
    if confirmable_ms is None:
        return None
    assert expires_ms is not None, "every loosening expires"
    return Loosening(value=value, confirmable_ms=confirmable_ms, expires_ms=expires_ms)
