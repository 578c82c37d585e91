"""Whom a table protects from play in the middle of a game: then the seat is played by the defaults.

Not in `tables.core`, whose files decide hands and are in their digest: limits are no part of it.

Source: docs/formats/tables.md, "Limits" and "Clock", rule 4; regulation F26, F28.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from kernel.refusals import Refusal, RefusalKind
from players.core.session_rules import SessionRules
from players.core.session_state import is_locked
from players.core.status import Status
from responsible_gaming.core.limits.excluded import EXCLUDED
from responsible_gaming.core.rules import RULES

_BIND_RAISES: Final = frozenset(limit.name for rule in RULES if rule.at_raise for limit in rule.limits)
"""The limits on money that a raise is held to."""


class SeatProtected(Refusal):
    """The player is protected from play."""

    code, kind = "seat-protected", RefusalKind.FORBIDDEN


class Protection(enum.StrEnum):
    """Why a player is protected from play."""

    ACCOUNT = "account"
    """The account is suspended, dormant or closed."""
    EXCLUDED = "excluded"
    LIMIT = "limit"
    """A limit on money came into force, or became stricter, after the buy-in that was measured by the earlier one."""
    SESSION = "session"
    """No session of the player is open and unlocked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedPlayer:
    """What protects the player of a seat."""

    status: str
    active_at: datetime | None
    """The last activity in the newest open session; None without one."""
    limits: Mapping[str, int]
    """The limits in force."""
    limits_at_sit: Mapping[str, int]
    """Those that were in force when the player bought in."""

    def protection(self, *, now: datetime, rules: SessionRules) -> Protection | None:
        """Return why the player is protected at an instant; None where nothing stands against play."""
        if self.limits.get(EXCLUDED):
            return Protection.EXCLUDED
        if self.status != Status.ACTIVE:
            return Protection.ACCOUNT
        if self.active_at is None or is_locked(self.active_at, now=now, rules=rules):
            return Protection.SESSION
        return Protection.LIMIT if is_tightened(self.limits_at_sit, self.limits) else None


def is_tightened(before: Mapping[str, int], after: Mapping[str, int]) -> bool:
    """Say whether a limit that raises are held to is in force that was not before, or a stricter one."""
    binding = {name: value for name, value in after.items() if name in _BIND_RAISES}
    return any(name not in before or value < before[name] for name, value in binding.items())


def require_unprotected(protection: Protection | None) -> None:
    """Refuse a seat back to a player while something protects the player from play.

    Raises:
        SeatProtected: with the `reason`.
    """
    if protection is not None:
        raise SeatProtected(
            "Nothing was changed. You cannot play now, and the rules' defaults are taken for your seat until the game"
            " is over. What is left of your chips then comes back to your account.",
            reason=protection.value,
        )
