"""Evidence that somebody chose by hidden cards, from counts of rounds: a test martingale's value.

Source: docs/formats/statistics.md, "Evidence".
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

WEIGHT_STEPS: Final = 8

COARSE: Final = (Fraction(1, 64), Fraction(1, 8), Fraction(1, 2), Fraction(2), Fraction(8), Fraction(64))
"""How much likelier winning rounds are assumed to be chosen: for tests of chosen rounds."""

FINE: Final = tuple(Fraction(percent, 100) for percent in (80, 90, 95, 98, 102, 105, 110, 125))
"""The same for tests of all rounds, in which small shifts must show."""


class Cell(NamedTuple):
    """Rounds that one count is kept of: those of one sheet, one chance and one weight, in eighths."""

    game: str
    version: int
    wins: int
    of: int
    eighths: int


@dataclass(slots=True)
class Counts:
    """Numbers of rounds and of won rounds, by cell. Counts of parts of a log add up in any order."""

    cells: dict[Cell, list[int]] = field(default_factory=dict)

    def take(self, cell: Cell, *, won: bool) -> None:
        """Count one round."""
        counted = self.cells.get(cell)
        if counted is None:
            self.cells[cell] = [1, int(won)]
        else:
            counted[0] += 1
            counted[1] += won

    def add(self, other: "Counts") -> None:
        """Add the counts of another part."""
        for cell, (rounds, won) in other.cells.items():
            counted = self.cells.setdefault(cell, [0, 0])
            counted[0] += rounds
            counted[1] += won

    @property
    def rounds(self) -> int:
        """Return the number of rounds."""
        return sum(rounds for rounds, _ in self.cells.values())

    @property
    def won(self) -> int:
        """Return the number of rounds whose cards win."""
        return sum(won for _, won in self.cells.values())

    @property
    def expected(self) -> Fraction:
        """Return how many rounds were expected to win."""
        return sum((rounds * Fraction(cell.wins, cell.of) for cell, (rounds, _) in self.cells.items()), Fraction(0))


def eighths(stake_minor: int, *, stake_max: int) -> int:
    """Return the weight of a stake, in eighths: its part of the greatest stake, rounded up."""
    return min(WEIGHT_STEPS, -(-WEIGHT_STEPS * stake_minor // stake_max))


def log10_evidence(counts: Counts, *, tilts: Sequence[Fraction] = COARSE) -> float:
    """Return log10 E: the mean over the tilts, each with every round's weight 1 and with its own weight."""
    totals = _by_chance(counts)
    return _log10_mean(_log_product(totals, tilt, weighted=weighted) for tilt in tilts for weighted in (False, True))


def log10_evidence_by_stake(counts: Counts) -> float:
    """Return log10 E of one who stakes more where cards will win: weights by stake alone, tilts above 1 alone."""
    totals = _by_chance(counts)
    return _log10_mean(_log_product(totals, tilt, weighted=True) for tilt in FINE if tilt > 1)


_Totals = dict[tuple[int, int, int], list[int]]


def _by_chance(counts: Counts) -> _Totals:
    """Add up the cells of all sheets, so that each logarithm is multiplied once and rounded once."""
    totals: _Totals = defaultdict(lambda: [0, 0])
    for cell, (rounds, won) in counts.cells.items():
        total = totals[cell.wins, cell.of, cell.eighths]
        total[0] += rounds
        total[1] += won
    return totals


def _log_product(totals: _Totals, tilt: Fraction, *, weighted: bool) -> float:
    parts = []
    for (wins, of, weight), (rounds, won) in totals.items():
        of_won, of_lost = _log_factors(tilt, wins, of, weight if weighted else WEIGHT_STEPS)
        parts.append(won * of_won)
        parts.append((rounds - won) * of_lost)
    # The exact sum, rounded once: it does not depend on the order.
    return math.fsum(parts)


@cache
def _log_factors(tilt: Fraction, wins: int, of: int, weight: int) -> tuple[float, float]:
    """Return the logarithms of the factors of one won round and of one that is not won."""
    stake, base = Fraction(weight, WEIGHT_STEPS), 1 + (tilt - 1) * Fraction(wins, of)
    return math.log1p(stake * (tilt / base - 1)), math.log1p(stake * (1 / base - 1))


def _log10_mean(logs: Iterable[float]) -> float:
    values = list(logs)
    top = max(values)
    return (top + math.log(math.fsum(math.exp(value - top) for value in values) / len(values))) / math.log(10)
