"""The status of a staff account: whether it can log in."""

import enum
from datetime import datetime


class StaffStatus(enum.StrEnum):
    """Whether an account can log in."""

    ACTIVE = "active"
    LOCKED = "locked"
    """By failed attempts, until somebody else unlocks it."""
    DEACTIVATED = "deactivated"


def staff_status(*, is_active: bool, locked_at: datetime | None) -> StaffStatus:
    """Return the status of an account from its two columns."""
    if not is_active:
        return StaffStatus.DEACTIVATED
    return StaffStatus.ACTIVE if locked_at is None else StaffStatus.LOCKED
