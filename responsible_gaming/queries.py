"""Which limits a chain has."""

import json
from typing import NamedTuple

from kernel.statement import Clause, Source
from responsible_gaming.core.limits import NO_LIMITS, Limits


class LimitsRow(NamedTuple):
    """A chain's stored limits; Django leaves JSON as text where a statement is not the ORM's."""

    now: str
    following: str
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
    return Limits(now=json.loads(row.now), following=json.loads(row.following), effective_at_ms=row.effective_at_ms)
