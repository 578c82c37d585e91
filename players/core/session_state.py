"""Whether somebody still sits at a session.

Source: regulation F24 (GLI-19 2.5.4).
"""

from datetime import datetime, timedelta

from kernel.refusals import Kind, Refusal
from players.core.session_rules import SessionRules


class SessionLocked(Refusal):
    """The session is locked, since nobody used it for a while."""

    code, kind = "session-locked", Kind.FORBIDDEN


def require_unlocked(active_at: datetime, *, now: datetime, rules: SessionRules) -> None:
    """Let a session pass that was used less than the profile's time ago.

    Raises:
        SessionLocked: until the PIN or the password comes.
    """
    if now - active_at >= timedelta(milliseconds=rules.inactivity_ms):
        raise SessionLocked("Nothing was done. Unlock the session with your PIN or password, or log in again.")
