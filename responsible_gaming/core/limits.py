"""Which limits hold at an instant, and whether a wager passes them.

Source: docs/formats/record.md, "Limits in force".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from responsible_gaming.core.rules import RULES
from responsible_gaming.core.wager import Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """A chain's limits: those of `now`, and those that replace them once `effective_at_ms` has come.

    Nobody has to do anything at that instant: what holds is decided when it is asked.
    """

    now: Mapping[str, int] = field(default_factory=dict)
    following: Mapping[str, int] = field(default_factory=dict)
    effective_at_ms: int | None = None

    def in_force(self, at_ms: int) -> Mapping[str, int]:
        """Return the limits that hold at an instant (ms)."""
        if self.effective_at_ms is not None and at_ms >= self.effective_at_ms:
            return self.following
        return self.now

    def with_bet_limit(self, maximum_minor: int | None) -> "Limits":
        """Return the limits with another bet limit (minor units, None for none), now and to come."""
        return Limits(
            now=_with(self.now, maximum_minor),
            following=_with(self.following, maximum_minor) if self.effective_at_ms is not None else {},
            effective_at_ms=self.effective_at_ms,
        )

    def with_exclusion(self, lifted_ms: int | None) -> "Limits":
        """Return the limits with an exclusion that holds until an instant (ms), None where no end is known."""
        others = {name: value for name, value in self.now.items() if name != EXCLUDED}
        return Limits(
            now={**others, EXCLUDED: 1}, following={} if lifted_ms is None else others, effective_at_ms=lifted_ms
        )

    def document(self) -> dict[str, object]:
        """Write the limits as a record does."""
        document: dict[str, object] = {"now": dict(self.now)}
        if self.effective_at_ms is not None:
            document["next"] = {"effective_at": self.effective_at_ms, **self.following}
        return document


NO_LIMITS = Limits()
EXCLUDED: Final = "excluded"
"""The name that records give to an exclusion: 1 while it holds."""
BET_LIMIT: Final = "stake_max"
"""The name that records give to the most that a player lets himself put down at once."""


def _with(limits: Mapping[str, int], maximum_minor: int | None) -> dict[str, int]:
    others = {name: value for name, value in limits.items() if name != BET_LIMIT}
    return others if maximum_minor is None else {**others, BET_LIMIT: maximum_minor}


def require_allowed(limits: Limits, wager: Wager, *, at_ms: int) -> None:
    """Let a wager pass that breaks no limit in force.

    Raises:
        LimitExceeded: of the first rule that forbids it.
    """
    in_force = limits.in_force(at_ms)
    for rule in RULES:
        rule(in_force, wager)
