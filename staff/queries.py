"""What is known of the staff."""

from dataclasses import dataclass
from datetime import datetime

from staff.factors.proof import methods_of
from staff.models import Member
from staff.operations.administer import status_of


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberView:
    """A member of the staff as administrators see it; `number` orders members by when they came."""

    number: int
    name: str
    status: str
    roles: tuple[str, ...]
    factors: tuple[str, ...]
    enrolled: bool
    last_log_in_at: datetime | None
    last_address: str


def members(*, after: int, limit: int) -> list[MemberView]:
    """Return up to `limit` members numbered above `after`, in the order in which they came."""
    rows = Member.objects.filter(pk__gt=after).select_related("user").prefetch_related("user__groups").order_by("pk")
    return [_view(row) for row in rows[:limit]]


def _view(row: Member) -> MemberView:
    factors = tuple(method.value for method in methods_of(row.user))
    return MemberView(
        number=row.pk,
        name=row.user.get_username(),
        status=status_of(row).value,
        roles=tuple(sorted(group.name for group in row.user.groups.all())),
        factors=factors,
        enrolled=bool(factors) and row.one_time_until is None,
        last_log_in_at=row.last_log_in_at,
        last_address=row.last_address,
    )
