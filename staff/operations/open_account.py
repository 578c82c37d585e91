"""End the locks of a member's account, and forget failures. The caller has locked the member's row.

Source: docs/staff.md; docs/adr/0030-a-lock-that-is-no-weapon.md; regulation F22.
"""

from datetime import datetime

from audit.operations.save_event import NewEvent, save_event
from credentials.core.lockout import Origin, counts_after_success
from staff.models import ORIGINS, Member
from staff.queries.members import member_status


def open_account(member: Member, *, now: datetime) -> None:
    """Unlock the account of a member who proved password and second factor, and save an event if it was locked."""
    before = member_status(member)
    if unlock_everywhere(member):
        account = member.user.get_username()
        save_event(
            NewEvent(
                kind="staff-unlocked",
                actor=f"staff:{account}",
                before={"status": before.value},
                after={"account": account, "status": member_status(member).value},
            ),
            now=now,
        )


def unlock_everywhere(member: Member) -> bool:
    """Forget all failures of an account with their locks, and return whether it was locked anywhere."""
    locked = member.locked_at is not None
    member.failed_at, member.factor_failures, member.locked_at = [], 0, None
    member.save(update_fields=["failed_at", "factor_failures", "locked_at"])
    return ORIGINS.forget(member.pk, None) > 0 or locked


def forget_failures(member: Member, origin: Origin) -> None:
    """Forget the failures of one origin, after the password was enough there."""
    counts = ORIGINS.counts(member.pk, origin, networks=member.failed_at, guarded_at=member.locked_at)
    member.failed_at = list(counts_after_success(counts).networks)
    member.save(update_fields=["failed_at"])
    ORIGINS.forget(member.pk, origin)
