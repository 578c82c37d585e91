"""Reality checks that players acknowledged."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from kernel.cte import Cte, TypedCte
from responsible_gaming.models import (
    RealityCheck,
)


class CheckRow(NamedTuple):
    """When the session's reality check was acknowledged last (ms)."""

    checked_ms: int


def check_source(session_id: UUID) -> TypedCte[CheckRow]:
    """Read when a session's reality check was acknowledged last."""
    sql = "SELECT checked_ms FROM responsible_gaming_reality_check WHERE session = %s ORDER BY checked_ms DESC LIMIT 1"
    return TypedCte(Cte("reality_check", sql, (session_id,)), CheckRow)


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
