"""What a jurisdiction asks of a player's sessions.

Source: regulation F24, F25.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRules:
    """When a session locks, when a device asks for everything again, and whether a second device ends the first.

    After `inactivity_duration_ms` without a request the session is locked until the PIN or the password comes; a
    device on
    which the password and the second factor were last given `full_login_duration_ms` ago asks for both.
    """

    single_device: bool
    inactivity_duration_ms: int
    full_login_duration_ms: int
