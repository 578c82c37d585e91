"""Which rows of the staff's tables are deleted when their period is over: what only a log-in needed."""

from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from knox.models import AuthToken

from audit.old_rows import OldRows, deleted_rows
from credentials.core.lockout import WINDOW
from staff.models import Ceremony, StaffDevice, StaffLoginOrigin
from staff.queries.devices import KNOWN_FOR


def _expired_sessions(boundary: datetime) -> QuerySet[AuthToken]:
    return AuthToken.objects.filter(expiry__lte=boundary)


def _expired_ceremonies(boundary: datetime) -> QuerySet[Ceremony]:
    return Ceremony.objects.filter(expires_at__lte=boundary)


def _outdated_origins(boundary: datetime) -> QuerySet[StaffLoginOrigin]:
    # A lock stays until somebody opens it.
    return StaffLoginOrigin.objects.filter(last_failed_at__lte=boundary - WINDOW, locked_at=None)


def _unknown_devices(boundary: datetime) -> QuerySet[StaffDevice]:
    return StaffDevice.objects.filter(last_login_at__lte=boundary - KNOWN_FOR)


EXPIRED_SESSIONS: Final[OldRows] = deleted_rows(AuthToken, "expired sessions of the staff: deleted", _expired_sessions)
EXPIRED_CEREMONIES: Final[OldRows] = deleted_rows(
    Ceremony, "expired log-ins and enrolments with their challenges: deleted", _expired_ceremonies
)
OUTDATED_ORIGINS: Final[OldRows] = deleted_rows(
    StaffLoginOrigin, "networks and devices of failed log-ins that lock nothing: deleted", _outdated_origins
)
UNKNOWN_DEVICES: Final[OldRows] = deleted_rows(
    StaffDevice, "devices that are not known any more: deleted", _unknown_devices
)
