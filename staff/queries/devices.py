"""Devices that members logged in from."""

from datetime import datetime, timedelta
from typing import Final

from credentials.keyed_digests import keyed_digest
from credentials.owners import staff_owner
from staff.models import Member, StaffDevice

KNOWN_FOR: Final = timedelta(days=30)
"""So long after its last login a device is known."""


def staff_device_digest(member: Member, device: str) -> bytes:
    """Return what is stored of the id by which a device identifies itself."""
    return keyed_digest(b"device", staff_owner(member.pk), device.encode())


def known_device(member: Member, device: str, *, now: datetime) -> StaffDevice | None:
    """Return the device if the member logged in from it within 30 days, else None."""
    rows = StaffDevice.objects.filter(member_id=member.pk, digest=staff_device_digest(member, device))
    return rows.filter(last_login_at__gt=now - KNOWN_FOR).first()
