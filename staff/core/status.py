"""The status of a staff account: whether it can log in."""

import enum


class StaffStatus(enum.StrEnum):
    """Whether an account can log in."""

    ACTIVE = "active"
    LOCKED = "locked"
    """By failed attempts: for a network or a device, for all that are not known, or everywhere."""
    DEACTIVATED = "deactivated"


def staff_status(*, is_active: bool, locked: bool) -> StaffStatus:
    """Return the status of an account. `locked`: whether it is locked anywhere."""
    if not is_active:
        return StaffStatus.DEACTIVATED
    return StaffStatus.LOCKED if locked else StaffStatus.ACTIVE
