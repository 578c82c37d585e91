"""Which limits a chain has."""

from typing import NamedTuple

from kernel.statement import Clause, Source
from responsible_gaming.core.limits import NO_LIMITS, Limits


class LimitsRow(NamedTuple):
    """A chain's stored limits."""

    now: dict[str, int]
    following: dict[str, int]
    effective_at_ms: int | None


LIMITS_SOURCE = Source(
    Clause(
        "limits",
        "SELECT l.now, l.following, l.effective_at_ms FROM head JOIN responsible_gaming_limits l"
        " ON l.chain = head.chain",
        (),
    ),
    LimitsRow,
)
"""The limits of the chain that a source named `head` gives."""


def limits_of(row: LimitsRow | None) -> Limits:
    """Return the limits that a gathered row holds; no row, no limits."""
    if row is None:
        return NO_LIMITS
    return Limits(now=row.now, following=row.following, effective_at_ms=row.effective_at_ms)
