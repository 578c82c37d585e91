"""Cases, newest first."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from casework.models import Case
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind


class CaseNotFound(Refusal):
    """There is no such case."""

    code, kind = "case-not-found", RefusalKind.NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseView:
    """A case."""

    id: UUID
    chain: ChainId
    rule: str
    day_started_ms: int
    opened_ms: int
    reason: str
    amounts_minor: Mapping[str, int]
    currency: str
    assigned_to: str | None
    """None: to nobody yet."""
    closed_ms: int | None
    """None while it is open."""
    outcome: str | None
    closed_by: str | None
    closing_reason: str | None


def case_of(case_id: UUID) -> CaseView:
    """Return a case.

    Raises:
        CaseNotFound: no case has this id.
    """
    row = Case.objects.filter(id=case_id).first()
    if row is None:
        raise CaseNotFound("Nothing was changed. There is no case of this id.")
    return case_view(row)


def cases(*, is_open: bool | None, chain: ChainId | None, before: UUID | None, limit: int) -> list[CaseView]:
    """Return up to `limit` cases, newest first, before the one of this id (None: from the newest).

    They are open ones, closed ones or (None) both, and of one player or (None) of all.
    """
    rows = Case.objects.all() if chain is None else Case.objects.filter(chain=chain)
    if is_open is not None:
        rows = rows.filter(closed_ms__isnull=is_open)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return [case_view(row) for row in rows.order_by("-id")[:limit]]


def case_view(row: Case) -> CaseView:
    """Return a stored case."""
    return CaseView(
        id=row.id,
        chain=ChainId(row.chain),
        rule=row.rule,
        day_started_ms=row.day_started_ms,
        opened_ms=row.opened_ms,
        reason=row.reason,
        amounts_minor=row.amounts_minor,
        currency=row.currency,
        assigned_to=row.assigned_to or None,
        closed_ms=row.closed_ms,
        outcome=row.outcome or None,
        closed_by=row.closed_by or None,
        closing_reason=row.closing_reason or None,
    )
