"""When a session is locked, and how it ends.

Source: regulation F24, F25; GLI-19 2.5.4.
"""

import enum
from datetime import datetime, timedelta
from typing import Final

from kernel.refusals import Refusal, RefusalKind
from players.core.session_rules import SessionRules

ACTIVITY_EVERY: Final = timedelta(seconds=60)
"""Activity is stored at most this often. A session may therefore lock up to a minute early, and never late."""


class EndReason(enum.StrEnum):
    """Why a session ended."""

    LOGGED_OUT = "logged-out"
    REPLACED = "replaced"
    """By a login on another device, if only one device at a time is allowed."""
    EXPIRED = "expired"
    """By its age. This reason is never stored."""
    PASSWORD_CHANGED = "password-changed"  # noqa: S105  a reason
    CLOSED = "closed"
    """By the player on another device, or by an operator."""


class SessionLocked(Refusal):
    """The session is locked after a time without activity."""

    code, kind = "session-locked", RefusalKind.FORBIDDEN


def is_locked(active_at: datetime, *, now: datetime, rules: SessionRules) -> bool:
    """Return whether a session that was last active at `active_at` needs the PIN or the password."""
    return now - active_at >= timedelta(milliseconds=rules.inactivity_duration_ms)


def require_unlocked(active_at: datetime, *, now: datetime, rules: SessionRules) -> None:
    """Accept a session that was active lately.

    Raises:
        SessionLocked: its last activity is `inactivity_duration_ms` ago or more.
    """
    if is_locked(active_at, now=now, rules=rules):
        raise SessionLocked("Nothing was done. Unlock the session with the PIN or the password, then repeat.")


def activity_is_due(active_at: datetime, *, now: datetime) -> bool:
    """Return whether activity at `now` must be stored."""
    return now - active_at > ACTIVITY_EVERY


def full_login_is_due(full_login_at: datetime | None, *, now: datetime, rules: SessionRules) -> bool:
    """Return whether a device needs a full login. `full_login_at` is its last one, None if there was none."""
    return full_login_at is None or now - full_login_at >= timedelta(milliseconds=rules.full_login_duration_ms)


SESSION_LENGTH = timedelta(hours=24)
"""The age at which a session ends by itself."""
