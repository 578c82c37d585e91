"""Compare two birth dates: equal, a typing slip apart, or different.

Source: docs/rules/persons.md, PM-5.
"""

import enum
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from typing import Final

from rapidfuzz.distance import OSA

_YEARS: Final = range(1900, 2100)
"""A slip into another century is nobody's birth date."""

GENERATION_YEARS: Final = 14
"""So many years apart, two people of one name may be parent and child: never one for sure."""


class BirthDates(enum.Enum):
    """How two birth dates compare."""

    EQUAL = "equal"
    SLIP = "slip"
    """One digit differs, two neighbouring digits are exchanged, or day and month are."""
    DIFFERENT = "different"
    FAR_SLIP = "far-slip"
    """A digit or two neighbours, and so years apart as of parent and child, as 1985 and 1958."""
    GENERATION = "generation"
    """Different, and years apart as of parent and child."""


def compare_birth_dates(a: date, b: date) -> BirthDates:
    """Return how two birth dates compare."""
    if a == b:
        return BirthDates.EQUAL
    exchanged = (a.year, a.month, a.day) == (b.year, b.day, b.month)
    # Both have eight digits, so that a distance of one is a wrong digit or two neighbours exchanged.
    mistyped = OSA.distance(a.strftime("%Y%m%d").zfill(8), b.strftime("%Y%m%d").zfill(8), score_cutoff=1) <= 1
    if abs(a.year - b.year) >= GENERATION_YEARS:
        return BirthDates.FAR_SLIP if mistyped else BirthDates.GENERATION
    return BirthDates.SLIP if exchanged or mistyped else BirthDates.DIFFERENT


def slips_of(born: date) -> frozenset[date]:
    """Return every birth date that is a slip apart, however many years it makes, of the years 1900 to 2099: some forty.

    They are those for which `compare_birth_dates` says SLIP or FAR_SLIP.
    """
    slips = set()
    for written in (*_mistyped(born.strftime("%Y%m%d").zfill(8)), f"{born.year:04}{born.day:02}{born.month:02}"):
        # Most are no day.
        with suppress(ValueError):
            slips.add(date(int(written[:4]), int(written[4:6]), int(written[6:])))
    return frozenset(slip for slip in slips if slip.year in _YEARS) - {born}


def _mistyped(written: str) -> Iterator[str]:
    for place, digit in enumerate(written):
        before, after = written[:place], written[place + 1 :]
        yield from (f"{before}{other}{after}" for other in "0123456789")
        yield f"{before}{after[:1]}{digit}{after[1:]}"
