"""Members of the staff."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.models import Group

from staff.core.roles import Role
from staff.core.status import StaffStatus, staff_status
from staff.models import ORIGINS, Member
from staff.queries.factors import factor_methods

ENOUGH_ADMINISTRATORS: Final = 2
"""How many administrators it takes to open an account (docs/approvals.md)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberView:
    """A member of the staff as administrators see it."""

    number: int
    """Orders members by when their accounts were opened."""
    username: str
    status: StaffStatus
    roles: tuple[str, ...]
    """Sorted by name."""
    factors: tuple[str, ...]
    """The methods of second factors that can be used, sorted by name."""
    enrolled: bool
    """Whether the account has a second factor and a password of its owner's."""
    last_login_at: datetime | None
    """None before the first login."""
    last_address: str
    """The IP address of the last login; empty before the first."""


def members(*, after: int, limit: int) -> list[MemberView]:
    """Return up to `limit` members numbered above `after`, in the order in which their accounts were opened."""
    rows = Member.objects.filter(pk__gt=after).select_related("user").prefetch_related("user__groups").order_by("pk")
    return [_view(row) for row in rows[:limit]]


def enrolled_counts() -> tuple[int, int]:
    """Return how many accounts of the staff there are, and how many of them their owners have enrolled."""
    rows = Member.objects.select_related("user").prefetch_related("user__groups")
    enrolled = [_view(row).enrolled for row in rows]
    return len(enrolled), sum(enrolled)


def enrolled_administrators() -> int:
    """Return how many administrators can log in and decide: they are active, and have enrolled."""
    return sum(view.enrolled and view.status is not StaffStatus.DEACTIVATED for view in _administrators())


def two_ever_enrolled() -> bool:
    """Return whether two administrators have ever enrolled: then nobody alone is given what takes two.

    Deactivated ones count. What would make the number smaller, other roles and a reset, two other administrators decide,
    who are enrolled and count themselves. So once it is true, it stays true.
    """
    return sum(view.enrolled for view in _administrators()) >= ENOUGH_ADMINISTRATORS


def _administrators() -> list[MemberView]:
    rows = Member.objects.filter(user__groups__name=Role.ADMINISTRATORS)
    return [_view(row) for row in rows.select_related("user").prefetch_related("user__groups")]


def username_is_taken(username: str) -> bool:
    """Return whether a member has this user name."""
    return Member.objects.filter(user__username=username).exists()


def member_view(username: str) -> MemberView:
    """Return the member of a user name, which exists."""
    return _view(Member.objects.select_related("user").get(user__username=username))


def member_for_update(username: str) -> Member | None:
    """Return the member of a user name with the row locked until the transaction ends, or None."""
    return Member.objects.for_update().filter(user__username=username).first()


def active_roles_for_update(usernames: Collection[str]) -> dict[str, frozenset[Role]]:
    """Return the roles of each of these members who is active, with the rows locked until the transaction ends.

    So nobody who is deactivated, or loses a role, at the same moment acts on it any more.
    """
    rows = Member.objects.for_update().filter(user__username__in=usernames).order_by("pk")
    return {
        row.user.get_username(): frozenset(Role(name) for name in role_names(row)) for row in rows if row.user.is_active
    }


def roles_of(username: str) -> frozenset[Role]:
    """Return the roles of a user name; none where there is no such member, or where the account is deactivated."""
    groups = Group.objects.filter(user__username=username, user__is_active=True, user__member__isnull=False)
    return frozenset(Role(name) for name in groups.values_list("name", flat=True))


def member_status(member: Member) -> StaffStatus:
    """Return the status of an account."""
    locked = member.locked_at is not None or bool(ORIGINS.locked(member.pk))
    return staff_status(is_active=member.user.is_active, locked=locked)


def role_names(member: Member) -> list[str]:
    """Return the names of a member's roles, sorted."""
    return sorted(group.name for group in member.user.groups.all())


def _view(row: Member) -> MemberView:
    factors = tuple(method.value for method in factor_methods(row))
    return MemberView(
        number=row.pk,
        username=row.user.get_username(),
        status=member_status(row),
        roles=tuple(role_names(row)),
        factors=factors,
        enrolled=bool(factors) and row.one_time_until is None,
        last_login_at=row.last_login_at,
        last_address=row.last_address,
    )
