"""A player's own table bet limit: tightened at once, loosened only after the week has turned and the player agrees.

Source: docs/rules/bet-limit.md; regulation F27, F31.
"""

from dataclasses import dataclass, replace

from kernel.instants import rfc3339, to_epoch_ms
from kernel.refusals import Kind, Refusal
from responsible_gaming.core.limits.gaming_week import GamingWeek
from responsible_gaming.core.limits.loosening import (
    Loosening,
    is_tighter,
    require_cancellable,
    require_confirmable,
    require_none_pending,
    waiting,
)


class BetLimitNotLower(Refusal):
    """A limit of one's own is lower than the tables' maximum."""

    code, kind = "bet-limit-not-lower", Kind.INVALID


class BetLimitUnchanged(Refusal):
    """The limit is this already."""

    code, kind = "bet-limit-unchanged", Kind.CONFLICT


class BetLimitChangedThisWeek(Refusal):
    """The limit may be changed once in a gaming week."""

    code, kind = "bet-limit-changed-this-week", Kind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class BetLimit:
    """The player's limit (minor units, None for none), what waits, and when it was last modified (ms)."""

    maximum_minor: int | None = None
    loosening: Loosening | None = None
    modified_ms: int | None = None

    def waiting(self, now_ms: int) -> Loosening | None:
        """Return the loosening that waits; one that was not confirmed within its week has lapsed."""
        return waiting(self.loosening, now_ms=now_ms)

    def modifiable_from(self, week: GamingWeek, *, now_ms: int) -> int:
        """Return the instant (ms) from which the limit may be modified: now, or the start of the next week."""
        used = self.modified_ms is not None and self.modified_ms >= to_epoch_ms(week.starts_at)
        return to_epoch_ms(week.ends_at) if used else now_ms


def require_lower(maximum_minor: int | None, *, table_maximum_minor: int) -> None:
    """Refuse a limit that no table's maximum is above.

    Raises:
        BetLimitNotLower: with `table_maximum` in minor units. The week's modification is not used.
    """
    if maximum_minor is not None and maximum_minor >= table_maximum_minor:
        raise BetLimitNotLower(
            f"Nothing was changed. The highest maximum of the tables is {table_maximum_minor} minor units.",
            table_maximum=table_maximum_minor,
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
    """Modify the limit: a tighter one holds at once, a looser one waits for the next week and the player's word.

    `weeks` are the gaming week of this instant and the one that follows, at whose end an unconfirmed loosening
    lapses; a loosening waits `delay_ms` at least. A tightening takes back a loosening that waits.

    Raises:
        BetLimitUnchanged: nothing was asked for.
        BetLimitChangedThisWeek: with `modifiable_from`.
        LooseningWaits: a second one is not put behind it.
    """
    week, following = weeks
    if maximum_minor == limit.maximum_minor:
        raise BetLimitUnchanged("Nothing was changed. To take a waiting loosening back, cancel it.")
    tightening = is_tighter(maximum_minor, limit.maximum_minor)
    modifiable_from_ms = limit.modifiable_from(week, now_ms=now_ms)
    if modifiable_from_ms > now_ms and not (tightening and extra_tightening):
        raise BetLimitChangedThisWeek(
            "Nothing was changed. The limit in force goes on to bind.", modifiable_from=rfc3339(modifiable_from_ms)
        )
    if tightening:
        return BetLimit(maximum_minor=maximum_minor, modified_ms=now_ms)
    require_none_pending(limit.loosening, now_ms=now_ms)
    confirmable_ms = max(to_epoch_ms(following.starts_at), now_ms + delay_ms)
    loosening = Loosening(value=maximum_minor, confirmable_ms=confirmable_ms, expires_ms=to_epoch_ms(following.ends_at))
    return replace(limit, loosening=loosening, modified_ms=now_ms)


def confirm(limit: BetLimit, *, now_ms: int) -> BetLimit:
    """Put the loosening that waits in force.

    Raises:
        NoLooseningWaits: there is none, or it lapsed.
        LooseningTooEarly: with `confirmable_from`.
    """
    confirmed = require_confirmable(limit.loosening, now_ms=now_ms)
    return replace(limit, maximum_minor=confirmed.value, loosening=None)


def cancel(limit: BetLimit, *, now_ms: int) -> BetLimit:
    """Take back the loosening that waits. The week's modification stays used.

    Raises:
        NoLooseningWaits: there is none, or it lapsed.
    """
    require_cancellable(limit.loosening, now_ms=now_ms)
    return replace(limit, loosening=None)
