"""The names of limits, as records have them.

Source: docs/formats/record.md, "Limits in force".
"""

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from responsible_gaming.core.limits.windows import Span


class Name(enum.StrEnum):
    """A limit. Amounts are minor units, times milliseconds."""

    EXCLUDED = "excluded"
    """1 while the player stays away from the games."""
    STAKE_MAX = "stake_max"
    """The most that is put down at once before the cards."""
    LOSS_DAY = "loss_day"
    LOSS_WEEK = "loss_week"
    LOSS_MONTH = "loss_month"
    """What play may cost: stakes less what came back."""
    WAGER_DAY = "wager_day"
    WAGER_WEEK = "wager_week"
    WAGER_MONTH = "wager_month"
    """What may be put at stake, won or lost."""
    DEPOSIT_DAY = "deposit_day"
    DEPOSIT_WEEK = "deposit_week"
    DEPOSIT_MONTH = "deposit_month"
    """What may be deposited, whatever is withdrawn."""
    SESSION = "session_ms"
    """How long a session may last before no new round begins."""
    DAY = "day_ms"
    """How long all sessions of a day may last together."""
    CHECK = "check_ms"
    """How long somebody may play without a reality check."""


class Sum(enum.StrEnum):
    """What adds up over a span."""

    LOSS = "loss"
    WAGER = "wager"
    DEPOSIT = "deposit"

    def over(self, span: Span) -> Name:
        """Return the limit on this sum over a span."""
        return Name(f"{self.value}_{span.value}")


TOTAL_AND_WINDOW: Final[Mapping[Name, tuple[Sum, Span]]] = MappingProxyType(
    {total.over(span): (total, span) for total in Sum for span in Span}
)
"""What adds up over which span, by the name of the limit on it."""

WINDOWED_LIMITS: Final = frozenset(TOTAL_AND_WINDOW)
"""The limits that add up: they need to know how days, weeks and months are counted."""
