"""A limit as the player and the operator see it: who set what, what binds, what remains.

Source: docs/rules/limits.md, LI-10; regulation F26.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from responsible_gaming.core.limits.definition import LimitDefinition, LimitOwner
from responsible_gaming.core.limits.limit_setting import NO_LIMIT, LimitSettings
from responsible_gaming.core.limits.loosening import Loosening
from responsible_gaming.core.limits.totals import remaining_amount, used_amount
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import WindowKind, WindowRule, WindowStarts, window_end_ms
from responsible_gaming.core.rules import LIMITS


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowUsage:
    """What was used of a limit within its current window. The window is [`started_ms`, `ends_ms`)."""

    used_minor: int
    """What was lost, staked or deposited in it (minor units). A loss below zero is a win."""

    remaining_minor: int | None
    """What the limit still allows (minor units). None: no limit binds."""

    started_ms: int
    """The instant at which the window began."""

    ends_ms: int | None
    """The instant at which it ends. None: a rolling window moves along with the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitView:
    """One limit at an instant. Values are minor units or milliseconds, None for no limit."""

    limit: LimitDefinition
    """Which limit."""

    player_value: int | None
    """What the player set."""

    operator_value: int | None
    """What the operator set."""

    binding_value: int | None
    """The value in force."""

    loosening: Loosening | None
    """The player's pending loosening."""

    window_usage: WindowUsage | None
    """What was used in the current window. None: the limit bounds no total."""


def view_limits(
    settings: LimitSettings, in_force: Mapping[str, int], usage: Usage, starts: WindowStarts, window_rule: WindowRule
) -> Iterator[LimitView]:
    """Yield every limit at the instant of `starts`, in the order of the registry."""
    for limit in LIMITS.values():
        player_setting = settings.get((limit.name, LimitOwner.PLAYER), NO_LIMIT)
        binding_value = in_force.get(limit.name)
        yield LimitView(
            limit=limit,
            player_value=player_setting.value,
            operator_value=settings.get((limit.name, LimitOwner.OPERATOR), NO_LIMIT).value,
            binding_value=binding_value,
            loosening=player_setting.pending(starts.at_ms),
            window_usage=None
            if limit.total is None
            else _window_usage(limit, binding_value, usage, starts, window_rule),
        )


def _window_usage(
    limit: LimitDefinition, maximum_minor: int | None, usage: Usage, starts: WindowStarts, window_rule: WindowRule
) -> WindowUsage:
    assert limit.window is not None, "a total adds up over a window"
    rolling = window_rule.kind is WindowKind.ROLLING
    return WindowUsage(
        used_minor=used_amount(limit, usage),
        remaining_minor=None if maximum_minor is None else remaining_amount(limit, maximum_minor, usage),
        started_ms=starts.starts_ms[limit.window],
        ends_ms=None if rolling else window_end_ms(limit.window, starts.at_ms, window_rule),
    )
