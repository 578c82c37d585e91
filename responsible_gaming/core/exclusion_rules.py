"""A jurisdiction's rules of exclusions.

Source: regulation F28, F53; docs/rules/exclusion.md, "By jurisdiction".
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionRules:
    """How long exclusions last, and how long the cooling-off after them."""

    time_out_days_min: int
    """The shortest time-out."""

    time_out_days_max: int
    """The longest time-out."""

    self_exclusion_days_min: int
    """The shortest self-exclusion. One without an end can be left after as many days."""

    self_exclusion_terms_days: tuple[int, ...] = ()
    """The only lengths of a self-exclusion with an end. Empty: any length from the shortest on."""

    cooling_off_ms: int
    """How long an exclusion continues after a request to return, or after the list dropped the person."""

    indefinite_cooling_off_ms: int
    """The same for a self-exclusion without an end."""

    def __post_init__(self) -> None:
        """State that a time-out is the shorter of the two, and that the shortest term is the minimum."""
        assert 1 <= self.time_out_days_min <= self.time_out_days_max < self.self_exclusion_days_min
        assert not self.self_exclusion_terms_days or min(self.self_exclusion_terms_days) == self.self_exclusion_days_min
        assert 0 < self.cooling_off_ms <= self.indefinite_cooling_off_ms
