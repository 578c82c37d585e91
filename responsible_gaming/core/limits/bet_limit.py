"""A player's own table bet limit. It is tightened at once, and loosened after the gaming week and a confirmation.

Source: docs/rules/bet-limit.md; regulation F27, F31.
"""

from dataclasses import dataclass, replace

from kernel.instants import rfc3339, to_epoch_ms
from kernel.money import Money, display
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.limits.gaming_week import GamingWeek
from responsible_gaming.core.limits.loosening import (
    Loosening,
    is_tighter,
    pending_loosening,
    require_cancellable,
    require_confirmable,
    require_none_pending,
)


class BetLimitNotLower(Refusal):
    """A limit of one's own is lower than the tables' maximum."""

    code, kind = "bet-limit-not-lower", RefusalKind.INVALID


class BetLimitUnchanged(Refusal):
    """The limit is this already."""

    code, kind = "bet-limit-unchanged", RefusalKind.CONFLICT


class BetLimitChangedThisWeek(Refusal):
    """The limit may be changed once in a gaming week."""

    code, kind = "bet-limit-changed-this-week", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class BetLimit:
    """A player's own table bet limit."""

    maximum_minor: int | None = None
    """The limit. None: no limit."""

    loosening: Loosening | None = None
    """The looser limit that the player requested."""

    modified_ms: int | None = None
    """The instant at which the limit was last modified."""

    def pending(self, now_ms: int) -> Loosening | None:
        """Return the loosening unless it has expired."""
        return pending_loosening(self.loosening, now_ms=now_ms)

    def modifiable_from(self, week: GamingWeek, *, now_ms: int) -> int:
        """Return the instant (ms) from which the limit may be modified: now, or the start of the next week."""
        used = self.modified_ms is not None and self.modified_ms >= to_epoch_ms(week.starts_at)
        return to_epoch_ms(week.ends_at) if used else now_ms


def require_lower(maximum_minor: int | None, *, table_maximum_minor: int, currency: str) -> None:
    """Accept a limit that is lower than the highest maximum of the tables.

    Raises:
        BetLimitNotLower: with `table_maximum`. The week's modification is not used.
    """
    if maximum_minor is not None and maximum_minor >= table_maximum_minor:
        raise BetLimitNotLower(
            f"Nothing was changed. The highest maximum of the tables is {display(table_maximum_minor, currency)}.",
            table_maximum=Money(table_maximum_minor, currency),
        )


def change(
    limit: BetLimit,
    maximum_minor: int | None,
    *,
    now_ms: int,
    weeks: tuple[GamingWeek, GamingWeek],
    extra_tightening: bool,
    delay_ms: int,
) -> BetLimit:
    """Return the modified limit: a tighter one binds at once, a looser one is pending until the next gaming week.

    `weeks` are the current gaming week and the next one, at whose end an unconfirmed loosening expires. A loosening
    is pending for `delay_ms` at least. A tightening cancels a pending loosening.

    Raises:
        BetLimitUnchanged: the maximum is the limit's own.
        BetLimitChangedThisWeek: with `modifiable_from`.
        LooseningPending: another loosening is pending.
    """
    week, next_week = weeks
    if maximum_minor == limit.maximum_minor:
        raise BetLimitUnchanged("Nothing was changed. To take a pending looser limit back, cancel it.")
    tightening = is_tighter(maximum_minor, limit.maximum_minor)
    modifiable_from_ms = limit.modifiable_from(week, now_ms=now_ms)
    if modifiable_from_ms > now_ms and not (tightening and extra_tightening):
        raise BetLimitChangedThisWeek(
            "Nothing was changed. The limit in force still binds.", modifiable_from=rfc3339(modifiable_from_ms)
        )
    if tightening:
        return BetLimit(maximum_minor=maximum_minor, modified_ms=now_ms)
    require_none_pending(limit.loosening, now_ms=now_ms)
    confirmable_ms = max(to_epoch_ms(next_week.starts_at), now_ms + delay_ms)
    loosening = Loosening(value=maximum_minor, confirmable_ms=confirmable_ms, expires_ms=to_epoch_ms(next_week.ends_at))
    return replace(limit, loosening=loosening, modified_ms=now_ms)


def confirm(limit: BetLimit, *, now_ms: int) -> BetLimit:
    """Return the limit with its pending loosening in force.

    Raises:
        NoPendingLoosening: there is none, or it has expired.
        LooseningTooEarly: with `confirmable_from`.
    """
    confirmed = require_confirmable(limit.loosening, now_ms=now_ms)
    return replace(limit, maximum_minor=confirmed.value, loosening=None)


def cancel(limit: BetLimit, *, now_ms: int) -> BetLimit:
    """Return the limit without its pending loosening. The week's modification stays used.

    Raises:
        NoPendingLoosening: there is none, or it has expired.
    """
    require_cancellable(limit.loosening, now_ms=now_ms)
    return replace(limit, loosening=None)
