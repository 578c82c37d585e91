"""What the player and the operator set for a chain, and the loosenings that are pending."""

from kernel.ids import ChainId
from responsible_gaming.core.limits.bet_limit import BetLimit
from responsible_gaming.core.limits.limit_setting import NO_LIMIT, LimitSetting, LimitSettings, LimitOwner
from responsible_gaming.core.limits.loosening import Loosening
from responsible_gaming.core.limits.names import Name
from responsible_gaming.models import (
    StoredBetLimit,
    StoredOwnLimit,
)


def limit_settings(chain: ChainId) -> dict[tuple[Name, LimitOwner], LimitSetting]:
    """Return what the player and the operator set for a chain, but what waits of the table bet limit."""
    rows = StoredOwnLimit.objects.filter(chain=chain)
    return {(Name(row.name), LimitOwner(row.owner)): limit_setting_of(row) for row in rows}


def limit_setting_of(row: StoredOwnLimit) -> LimitSetting:
    """Return the limit that a row tells of."""
    return LimitSetting(
        value=row.value, loosening=_loosening(row.loosening_value, row.loosening_from_ms, row.loosening_lapses_ms)
    )


def bet_limit(chain: ChainId) -> BetLimit:
    """Return a player's own bet limit."""
    row = StoredBetLimit.objects.filter(chain=chain).first() or StoredBetLimit(chain=chain)
    return bet_limit_of(row, limit_settings(chain))


def bet_limit_of(row: StoredBetLimit, own: LimitSettings) -> BetLimit:
    """Return the bet limit that the player's own limits and the row beside them tell of."""
    loosening = _loosening(row.loosening_maximum_minor, row.loosening_from_ms, row.loosening_lapses_ms)
    maximum_minor = own.get((Name.STAKE_MAX, LimitOwner.PLAYER), NO_LIMIT).value
    return BetLimit(maximum_minor=maximum_minor, loosening=loosening, modified_ms=row.modified_ms)


def _loosening(value: int | None, confirmable_ms: int | None, expires_ms: int | None) -> Loosening | None:
    if confirmable_ms is None:
        return None
    assert expires_ms is not None, "a loosening lapses one day"
    return Loosening(value=value, confirmable_ms=confirmable_ms, expires_ms=expires_ms)
