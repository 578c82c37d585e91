"""What a rule says about a player's gaming day."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFinding:
    """Why a case is opened."""

    rule: str
    """In kebab-case, and never reused."""
    reason: str
    """One sentence for the staff."""
    amounts_minor: Mapping[str, int]
    """The amounts that the rule looked at, by kebab-case name."""
    again_past_minor: int | None = None
    """By more than this an amount has to grow for another case of the day, once one was closed; None for no other one."""

    def has_outgrown(self, known_minor: Mapping[str, int]) -> bool:
        """Return whether an amount is so much more than an earlier case of the day has that there is another case."""
        if self.again_past_minor is None:
            return False
        return any(
            amount - known_minor.get(name, 0) > self.again_past_minor for name, amount in self.amounts_minor.items()
        )
