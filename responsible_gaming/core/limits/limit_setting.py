"""A limit that an owner set for a player. It is tightened at once and loosened only after a delay and a confirmation.

Values are those of records: minor units, milliseconds, and None for no limit.

Source: docs/rules/limits.md; regulation F26, F27.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.definition import LimitDefinition, LimitName, LimitOwner
from responsible_gaming.core.limits.loosening import (
    Loosening,
    is_tighter,
    pending_loosening,
    require_cancellable,
    require_confirmable,
    require_none_pending,
)
from responsible_gaming.core.limits.windows import WindowKind, window_end_ms

CONFIRMABLE_DURATION_MS: Final = 7 * 24 * 60 * 60 * 1000
"""How long a loosening can be confirmed before it expires."""


class LimitUnchanged(Refusal):
    """The limit is this already."""

    code, kind = "limit-unchanged", RefusalKind.CONFLICT


class LimitSetElsewhere(Refusal):
    """This limit is changed by rules of its own."""

    code, kind = "limit-set-elsewhere", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitSetting:
    """What one owner set of one limit."""

    value: int | None = None
    """The limit. None: no limit."""

    loosening: Loosening | None = None
    """The looser limit that the player requested. An operator's setting has none."""

    def pending(self, now_ms: int) -> Loosening | None:
        """Return the loosening unless it has expired."""
        return pending_loosening(self.loosening, now_ms=now_ms)


NO_LIMIT: Final = LimitSetting()

LimitSettings = Mapping[tuple[LimitName, LimitOwner], LimitSetting]
"""What every owner set for one player."""


def change(setting: LimitSetting, value: int | None, *, now_ms: int, confirmable_ms: int) -> LimitSetting:
    """Return the setting after a player's request: a tighter value binds at once, a looser one becomes pending.

    A tighter value cancels a pending loosening.

    Raises:
        LimitUnchanged: the value is the setting's own.
        LooseningPending: another loosening is pending.
    """
    require_another(setting, value)
    if is_tighter(value, setting.value):
        return LimitSetting(value=value)
    require_none_pending(setting.loosening, now_ms=now_ms)
    expires_ms = confirmable_ms + CONFIRMABLE_DURATION_MS
    return replace(setting, loosening=Loosening(value=value, confirmable_ms=confirmable_ms, expires_ms=expires_ms))


def confirm(setting: LimitSetting, *, now_ms: int) -> LimitSetting:
    """Return the setting with its pending loosening in force.

    Raises:
        NoPendingLoosening: there is none, or it has expired.
        LooseningTooEarly: with `confirmable_from`.
    """
    return LimitSetting(value=require_confirmable(setting.loosening, now_ms=now_ms).value)


def cancel(setting: LimitSetting, *, now_ms: int) -> LimitSetting:
    """Return the setting without its pending loosening.

    Raises:
        NoPendingLoosening: there is none, or it has expired.
    """
    require_cancellable(setting.loosening, now_ms=now_ms)
    return LimitSetting(value=setting.value)


def require_another(setting: LimitSetting, value: int | None) -> None:
    """Accept a value that is not the setting's own.

    Raises:
        LimitUnchanged: it is.
    """
    if value == setting.value:
        raise LimitUnchanged("Nothing was changed. To take a pending looser limit back, cancel it.")


def require_set_by_player(limit: LimitDefinition) -> None:
    """Accept a limit that players set by the rules of this module.

    Raises:
        LimitSetElsewhere: with what to do instead as the detail.
    """
    if LimitOwner.PLAYER not in limit.set_by:
        raise LimitSetElsewhere(f"Nothing was changed. {limit.set_elsewhere or 'Only the operator sets this limit.'}")


def require_in_range(limit: LimitDefinition, value: int | None, jurisdiction: Jurisdiction, *, currency: str) -> None:
    """Accept a value that the limit may have. None, no limit, is always accepted.

    Raises:
        LimitOutOfRange: with the values that it may have.
    """
    if value is not None:
        limit.values.require(value, jurisdiction=jurisdiction, currency=currency)


def loosening_confirmable_ms(limit: LimitDefinition, jurisdiction: Jurisdiction, *, now_ms: int) -> int:
    """Return the instant from which a loosening that is requested now can be confirmed."""
    delayed_ms = now_ms + jurisdiction.loosening_delay_ms
    if not jurisdiction.loosening_after_period or limit.window is None:
        return delayed_ms
    # Only money can be counted by rolling windows. Time is always counted by the calendar.
    window_rule = jurisdiction.window_rule
    if limit.total is None:
        window_rule = replace(window_rule, kind=WindowKind.CALENDAR)
    return max(delayed_ms, window_end_ms(limit.window, now_ms, window_rule))


def strictest(settings: LimitSettings) -> dict[str, int]:
    """Return the lowest value of each limit: it binds, whoever set it. Limits without a value are left out."""
    lowest: dict[str, int] = {}
    for (name, _), setting in settings.items():
        if setting.value is not None:
            lowest[name] = min(setting.value, lowest.get(name, setting.value))
    return lowest
