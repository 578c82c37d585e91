"""A limit as the player and the operator see it: who set what, what binds, what is left.

Source: docs/rules/limits.md, LI-10; regulation F26.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from responsible_gaming.core.limits.limit_range import SETTABLE
from responsible_gaming.core.limits.limit_setting import NO_LIMIT, LimitSettings, LimitOwner
from responsible_gaming.core.limits.loosening import Loosening
from responsible_gaming.core.limits.names import TOTAL_AND_WINDOW, Name
from responsible_gaming.core.limits.totals import remaining_amount, used_amount
from responsible_gaming.core.limits.usage import Usage
from responsible_gaming.core.limits.windows import WindowKind, WindowRule, WindowStarts, ends_ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """What was used within the span that runs (minor units), and what the limit leaves of it, if there is one.

    The span is [`starts_ms`, `ends_ms`); a rolling one has no end, for it moves along with the clock.
    """

    used_minor: int
    left_minor: int | None
    starts_ms: int
    ends_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitView:
    """One limit: the player's value, the operator's, the one that binds (None: none), and the loosening that waits.

    `running` is there for what adds up.
    """

    name: Name
    own: int | None
    operators: int | None
    binding: int | None
    loosening: Loosening | None
    running: Running | None


def view_limits(
    own: LimitSettings, in_force: Mapping[str, int], usage: Usage, spans: WindowStarts, window_rule: WindowRule
) -> Iterator[LimitView]:
    """Yield every limit as it stands at the instant of `spans`, in the order of their names."""
    for name in SETTABLE:
        players = own.get((name, LimitOwner.PLAYER), NO_LIMIT)
        yield LimitView(
            name=name,
            own=players.value,
            operators=own.get((name, LimitOwner.OPERATOR), NO_LIMIT).value,
            binding=in_force.get(name),
            loosening=players.waiting(spans.at_ms),
            running=_running(name, in_force.get(name), usage, spans, window_rule) if name in TOTAL_AND_WINDOW else None,
        )


def _running(name: Name, maximum_minor: int | None, usage: Usage, spans: WindowStarts, window_rule: WindowRule) -> Running:
    total, span = TOTAL_AND_WINDOW[name]
    within = usage.within(span)
    return Running(
        used_minor=used_amount(total, within),
        left_minor=None if maximum_minor is None else remaining_amount(maximum_minor, total, within),
        starts_ms=spans.starts_ms[span],
        ends_ms=None if window_rule.windows is WindowKind.ROLLING else ends_ms(span, spans.at_ms, window_rule),
    )
