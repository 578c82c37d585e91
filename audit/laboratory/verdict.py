"""From many p-values to one verdict.

Source: S. Holm, A simple sequentially rejective multiple test procedure, 1979.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from audit.laboratory.result import Result

CONFIDENCE: Final = 0.99


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A result with its p-value corrected for the number of results: below 1 - CONFIDENCE it fails."""

    result: Result
    corrected: float
    passed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BatteryVerdict:
    """All results in their order. A perfect generator passes in at least 99 of 100 samples."""

    judged: tuple[Judged, ...]

    @property
    def passed(self) -> bool:
        """Whether no result fails."""
        return all(judged.passed for judged in self.judged)


def judge_results(results: Sequence[Result]) -> BatteryVerdict:
    """Correct all p-values together by Holm's procedure, and say which fail.

    The results come from the same bytes and shoes and are not independent; Holm's bound holds all the same.
    It gives the same verdict as Bonferroni's, and names at least as many failed results.
    """
    ordered = sorted(range(len(results)), key=lambda place: results[place].p)
    corrected = [0.0] * len(results)
    largest = 0.0
    for rank, place in enumerate(ordered):
        largest = max(largest, min(1.0, (len(results) - rank) * results[place].p))
        corrected[place] = largest
    return BatteryVerdict(
        judged=tuple(
            Judged(result=result, corrected=p, passed=p > 1 - CONFIDENCE)
            for result, p in zip(results, corrected, strict=True)
        )
    )
