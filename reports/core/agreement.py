"""Compare one figure from several sources, and describe a difference in words.

Source: regulation F36; docs/formats/report.md, `variance`.
"""

import enum
from collections.abc import Mapping
from typing import Final


class FigureSource(enum.StrEnum):
    """A source of figures. Each is computed without the others."""

    LEDGER = "ledger"
    """Journals and their postings."""
    ROUNDS = "rounds"
    """The rows of rounds."""
    LOG = "log"
    """The signed records."""
    ROLLUP = "rollup"
    """The roll-ups that reports are made from."""


class Figure(enum.StrEnum):
    """A figure of an interval, or as of its end."""

    HANDLE = "handle"
    RETURNED = "returned"
    VOIDED = "voided"
    STAKES = "stakes"
    DEPOSITS = "deposits"
    WITHDRAWN = "withdrawals-requested"
    GIVEN_BACK = "withdrawals-returned"
    ADJUSTMENTS = "adjustments"
    BONUS = "bonus"
    CASH = "cash-at-end"
    IN_PLAY = "in-play-at-end"


SOURCE_FIGURES: Final[Mapping[FigureSource, frozenset[Figure]]] = {
    **dict.fromkeys(FigureSource, frozenset(Figure)),
    FigureSource.ROUNDS: frozenset({Figure.HANDLE, Figure.RETURNED, Figure.VOIDED, Figure.STAKES, Figure.IN_PLAY}),
}
"""The figures that each source has: rounds have no deposits."""


def difference(values: Mapping[FigureSource, int]) -> int:
    """Return the largest value less the smallest: 0 if all sources agree."""
    return max(values.values()) - min(values.values())


def explanation(values: Mapping[FigureSource, int]) -> str:
    """Return each value (minor units) with the sources that have it; an empty text if all sources agree."""
    if difference(values) == 0:
        return ""
    sides: dict[int, list[str]] = {}
    for source in FigureSource:
        if source in values:
            sides.setdefault(values[source], []).append(source.value)
    return "; ".join(f"{', '.join(sources)}: {value}" for value, sources in sides.items())
