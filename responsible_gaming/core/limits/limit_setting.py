"""A limit that somebody set for a player: tightened at once, loosened only after a while and with the player's word.

Values are those of records: minor units, milliseconds, and None for no limit.

Source: docs/rules/limits.md; regulation F26, F27.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from kernel.refusals import Kind, Refusal
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.loosening import (
    Loosening,
    is_tighter,
    require_cancellable,
    require_confirmable,
    require_none_pending,
    waiting,
)
from responsible_gaming.core.limits.names import TOTAL_AND_WINDOW, Name
from responsible_gaming.core.limits.window_kind import LimitWindow, WindowKind, ends_ms

CONFIRMABLE_FOR_MS: Final = 7 * 24 * 60 * 60 * 1000
"""How long a loosening can be confirmed before it lapses."""


class LimitUnchanged(Refusal):
    """The limit is this already."""

    code, kind = "limit-unchanged", Kind.CONFLICT


class LimitOwner(enum.StrEnum):
    """Who set a limit."""

    PLAYER = "player"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSetting:
    """One owner's limit, and the looser one that waits; only a player's ever does."""

    value: int | None = None
    loosening: Loosening | None = None

    def waiting(self, now_ms: int) -> Loosening | None:
        """Return the loosening that waits; one that was not confirmed in time has lapsed."""
        return waiting(self.loosening, now_ms=now_ms)


NO_LIMIT: Final = LimitSetting()

LimitSettings = Mapping[tuple[Name, LimitOwner], LimitSetting]
"""What everybody set for one player."""


def change(limit: LimitSetting, value: int | None, *, now_ms: int, confirmable_ms: int) -> LimitSetting:
    """Change a player's own limit: a tighter one holds at once, a looser one waits and can be confirmed at `from_ms`.

    A tightening takes back a loosening that waits.

    Raises:
        LimitUnchanged: nothing was asked for.
        LooseningWaits: a second one is not put behind it.
    """
    require_another(limit, value)
    if is_tighter(value, limit.value):
        return LimitSetting(value=value)
    require_none_pending(limit.loosening, now_ms=now_ms)
    return replace(
        limit,
        loosening=Loosening(value=value, confirmable_ms=confirmable_ms, expires_ms=confirmable_ms + CONFIRMABLE_FOR_MS),
    )


def confirm(limit: LimitSetting, *, now_ms: int) -> LimitSetting:
    """Put the loosening that waits in force.

    Raises:
        NoLooseningWaits: there is none, or it lapsed.
        LooseningTooEarly: with `confirmable_from`.
    """
    return LimitSetting(value=require_confirmable(limit.loosening, now_ms=now_ms).value)


def cancel(limit: LimitSetting, *, now_ms: int) -> LimitSetting:
    """Take back the loosening that waits.

    Raises:
        NoLooseningWaits: there is none, or it lapsed.
    """
    require_cancellable(limit.loosening, now_ms=now_ms)
    return LimitSetting(value=limit.value)


def require_another(limit: LimitSetting, value: int | None) -> None:
    """Let a value pass that is not the limit's own.

    Raises:
        LimitUnchanged: it is.
    """
    if value == limit.value:
        raise LimitUnchanged("Nothing was changed. To take a waiting loosening back, cancel it.")


def confirmable_from_ms(name: Name, jurisdiction: Jurisdiction, *, now_ms: int) -> int:
    """Return the instant (ms) from which a loosening that is asked for now can be confirmed."""
    delayed_ms = now_ms + jurisdiction.loosening_delay_ms
    if not jurisdiction.loosening_after_period:
        return delayed_ms
    if name is Name.DAY:
        # Time is counted by the day of the wall, whatever money is counted by.
        on_the_wall = replace(jurisdiction.window_rule, window_kind=WindowKind.CALENDAR)
        return max(delayed_ms, ends_ms(LimitWindow.DAY, now_ms, on_the_wall))
    if name in TOTAL_AND_WINDOW:
        return max(delayed_ms, ends_ms(TOTAL_AND_WINDOW[name][1], now_ms, jurisdiction.window_rule))
    return delayed_ms


def strictest(limits: LimitSettings) -> dict[str, int]:
    """Return the lowest value of each name: what binds, whoever set it. Names without any are left out."""
    lowest: dict[str, int] = {}
    for (name, _), limit in limits.items():
        if limit.value is not None:
            lowest[name.value] = min(limit.value, lowest.get(name.value, limit.value))
    return lowest
