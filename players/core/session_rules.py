"""A jurisdiction's rules of players' sessions.

Source: regulation F24, F25, F29, F30.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRules:
    """When a session locks, when a device needs a full login, and whether a login ends sessions on other devices.

    After `inactivity_duration_ms` without a request, a session is locked until the PIN or the password comes. A device
    asks for both password and second factor once both were last given there `full_login_duration_ms` ago. Play that was
    interrupted for less than `pause_duration_ms` counts as one, whatever log-ins it was spread over.
    """

    single_device: bool
    inactivity_duration_ms: int
    full_login_duration_ms: int
    pause_duration_ms: int
