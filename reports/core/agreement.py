"""One figure from several sources: whether they agree, and in words where they do not.

Source: regulation F36; docs/formats/report.md, `variance`.
"""

import enum
from collections.abc import Mapping
from typing import Final


class Source(enum.StrEnum):
    """Where a figure is kept, each apart from the others."""

    LEDGER = "ledger"
    """Journals and their postings."""
    ROUNDS = "rounds"
    """The rows of rounds."""
    LOG = "log"
    """The signed records, as they are written."""
    ROLLUP = "rollup"
    """The sums that reports are made from."""


class Figure(enum.StrEnum):
    """What the sources are asked for: of an interval, or as of its end."""

    HANDLE = "handle"
    RETURNED = "returned"
    VOIDED = "voided"
    STAKES = "stakes"
    DEPOSITS = "deposits"
    WITHDRAWALS = "withdrawals"
    ADJUSTMENTS = "adjustments"
    BONUS = "bonus"
    CASH = "cash-at-end"
    IN_PLAY = "in-play-at-end"


KNOWN: Final[Mapping[Source, frozenset[Figure]]] = {
    **dict.fromkeys(Source, frozenset(Figure)),
    Source.ROUNDS: frozenset({Figure.HANDLE, Figure.RETURNED, Figure.VOIDED, Figure.STAKES, Figure.IN_PLAY}),
}
"""The figures that each source can know: rounds know nothing of deposits."""


def difference(values: Mapping[Source, int]) -> int:
    """Return the largest less the smallest: 0 where all sources agree."""
    return max(values.values()) - min(values.values())


def explanation(values: Mapping[Source, int]) -> str:
    """Say which sources say what (minor units), those that agree together; empty where all do."""
    if difference(values) == 0:
        return ""
    sides: dict[int, list[str]] = {}
    for source in Source:
        if source in values:
            sides.setdefault(values[source], []).append(source.value)
    return "; ".join(f"{', '.join(sources)}: {value}" for value, sources in sides.items())
