"""Which rows of players are deleted or emptied when their period is over, while the account goes on.

What identifies a player is erased as a whole, with `erase_after_retention`.
"""

from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from audit.old_rows import OldRows, deleted_rows, emptied_rows
from credentials.core.lockout import WINDOW
from players.models import Device, Mail, PlayerLoginOrigin, ResetToken, Session
from players.models.passkeys import PasskeyChallenge


def _ended_mails(boundary: datetime) -> QuerySet[Mail]:
    return Mail.objects.filter(ended_at__lte=boundary)


def _expired_reset_tokens(boundary: datetime) -> QuerySet[ResetToken]:
    return ResetToken.objects.filter(expires_at__lte=boundary)


def _outdated_origins(boundary: datetime) -> QuerySet[PlayerLoginOrigin]:
    # A lock stays until somebody opens it.
    return PlayerLoginOrigin.objects.filter(last_failed_at__lte=boundary - WINDOW, locked_at=None)


def _expired_challenges(boundary: datetime) -> QuerySet[PasskeyChallenge]:
    return PasskeyChallenge.objects.filter(expires_at__lte=boundary)


def _placed_sessions(boundary: datetime) -> QuerySet[Session]:
    # A session that was ended ended before it would have expired.
    return Session.objects.filter(~Q(address="") | Q(device__isnull=False), expires_at__lte=boundary)


def _unused_devices(boundary: datetime) -> QuerySet[Device]:
    used = Session.objects.filter(player=OuterRef("player"), device=OuterRef("pk"))
    return Device.objects.filter(~Exists(used), first_seen_at__lte=boundary)


ENDED_MAILS: Final[OldRows] = deleted_rows(Mail, "mails that were sent, dropped or given up: deleted", _ended_mails)
EXPIRED_RESET_TOKENS: Final[OldRows] = deleted_rows(
    ResetToken, "expired tokens to reset a password: deleted", _expired_reset_tokens
)
OUTDATED_ORIGINS: Final[OldRows] = deleted_rows(
    PlayerLoginOrigin, "networks and devices of failed log-ins that lock nothing: deleted", _outdated_origins
)
EXPIRED_CHALLENGES: Final[OldRows] = deleted_rows(
    PasskeyChallenge, "expired challenges of passkeys: deleted", _expired_challenges
)
SESSION_PLACES: Final[OldRows] = emptied_rows(
    Session, "address and device of expired sessions: emptied", _placed_sessions, address="", device=None
)
UNUSED_DEVICES: Final[OldRows] = deleted_rows(
    Device, "devices that no session names any more: deleted", _unused_devices
)
