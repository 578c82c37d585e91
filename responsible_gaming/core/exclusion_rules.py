"""What a jurisdiction lays down about staying away.

Source: regulation F28, F53; docs/rules/exclusion.md, "By jurisdiction".
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionRules:
    """How long players stay away, and how long after it is over they wait.

    A time-out lasts `time_out_days_min` to `time_out_days_max` days. A self-exclusion lasts
    `self_exclusion_days_min` days or more, or exactly one of `self_exclusion_terms_days` where there are any; one
    without an end can be left after the least. It ends `cooling_ms` after the player asked to return, one without an
    end `indefinite_cooling_ms` after. A national exclusion ends `cooling_ms` after the list has let the person go.
    """

    time_out_days_min: int
    time_out_days_max: int
    self_exclusion_days_min: int
    self_exclusion_terms_days: tuple[int, ...] = ()
    cooling_off_ms: int
    indefinite_cooling_off_ms: int

    def __post_init__(self) -> None:
        """State that a time-out is the shorter of the two, and that terms begin at the least."""
        assert 1 <= self.time_out_days_min <= self.time_out_days_max < self.self_exclusion_days_min
        assert not self.self_exclusion_terms_days or min(self.self_exclusion_terms_days) == self.self_exclusion_days_min
        assert 0 < self.cooling_off_ms <= self.indefinite_cooling_off_ms
