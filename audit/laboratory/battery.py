"""The seven tests that regulators name, on everything that was sampled.

Source: docs/regulation.md, F10; GLI-19 v3.0, section 3.2.2.
"""

from collections.abc import Callable, Iterator
from typing import Final

from audit.laboratory.chi_square import chi_square
from audit.laboratory.coupon import coupon
from audit.laboratory.duplicates import duplicates
from audit.laboratory.interplay import interplay
from audit.laboratory.overlaps import overlaps
from audit.laboratory.result import Result
from audit.laboratory.runs import runs
from audit.laboratory.sample import Sample
from audit.laboratory.serial import serial

TESTS: Final[tuple[Callable[[Sample], Iterator[Result]], ...]] = (
    chi_square,
    overlaps,
    coupon,
    runs,
    interplay,
    serial,
    duplicates,
)


def examine(sample: Sample) -> list[Result]:
    """Return the results of the seven tests, in their order."""
    return [result for test in TESTS for result in test(sample)]
