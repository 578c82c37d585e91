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
