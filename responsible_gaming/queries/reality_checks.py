"""Reality checks that players acknowledged."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from kernel.cte import Cte, TypedCte
from responsible_gaming.models import (
    RealityCheck,
)


class CheckRow(NamedTuple):
    """When the player acknowledged a reality check last, in whatever session (ms)."""

    checked_ms: int


CHECK_SOURCE: Final = TypedCte(
    Cte(
        "reality_check",
        "SELECT c.checked_ms FROM head, LATERAL (SELECT r.checked_ms FROM responsible_gaming_reality_check r"
        " WHERE r.chain = head.chain ORDER BY r.checked_ms DESC LIMIT 1) c",
        (),
    ),
    CheckRow,
)
"""The newest reality check that the player of the chain in the CTE `head` acknowledged. One look-up."""


class RealityCheckRow(NamedTuple):
    """What a player acknowledged of a session, and when."""

    session: UUID
    checked_ms: int
    elapsed_ms: int
    staked_minor: int
    returned_minor: int


def reality_checks(sessions: Sequence[UUID]) -> list[RealityCheckRow]:
    """Return what was acknowledged in these sessions, in order."""
    rows = RealityCheck.objects.filter(session__in=sessions).order_by("checked_ms")
    return [RealityCheckRow(*row) for row in rows.values_list(*RealityCheckRow._fields)]
