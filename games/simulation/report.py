"""What a simulation found, beside the exact figures: as a document and as text."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Final

from games.core.family import SeatResult
from games.laboratory.exact_figures import ExactFigures, StrategyResult
from games.simulation.estimate import (
    ChiSquare,
    Estimate,
    chi_square,
    house_edge_first_bet,
    house_edge_total_wagered,
    outcome_counts,
)
from games.simulation.run import Plan

STATED: Final = 0.99
"""The confidence of the interval that is printed."""
REQUIRED: Final = 0.9999
"""The confidence of the interval that must contain the exact figure: outside it, chance is no explanation."""

_RAREST_MIN: Final = 5
"""The mean counts as normally distributed once at least this many rounds with the rarest result are expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The results of one kind of bet, stakes or side bets of `unit_minor` each, and the exact figures."""

    unit_minor: int
    totals: Counter[SeatResult]
    exact: StrategyResult

    @property
    def edges(self) -> dict[str, tuple[Estimate, Fraction]]:
        """The measured and the exact house edge, by denominator."""
        rtp = self.exact.rtp
        return {
            "first_bet": (house_edge_first_bet(self.totals, unit_minor=self.unit_minor), 1 - rtp.first_bet),
            "total_wagered": (house_edge_total_wagered(self.totals), 1 - rtp.total_wagered),
        }

    @property
    def chi_square(self) -> ChiSquare:
        """The frequencies of the outcomes against their probabilities."""
        return chi_square(outcome_counts(self.totals), self.exact.outcomes)

    @property
    def rounds_needed(self) -> int:
        """How many rounds it takes to judge."""
        return ceil(_RAREST_MIN / min(chance for chance in self.exact.net.values() if chance))

    @property
    def agrees(self) -> bool | None:
        """Whether chance can explain each difference, at the confidence `REQUIRED`; None if rounds are too few."""
        if self.totals.total() < self.rounds_needed:
            return None
        likely = self.chi_square.p_value >= 1 - REQUIRED
        return likely and all(measured.agrees(exact, REQUIRED) for measured, exact in self.edges.values())

    def document(self) -> dict[str, object]:
        """Write the comparison as members of a JSON object."""
        counts, rounds = outcome_counts(self.totals), self.totals.total()
        return {
            "house_edge": {name: _edge(measured, exact) for name, (measured, exact) in self.edges.items()},
            "outcomes": {
                name: {"rounds": counts[name], "measured": counts[name] / rounds, "exact": _exact(chance)}
                for name, chance in self.exact.outcomes.items()
            },
            "chi_square": asdict(self.chi_square),
            "rounds_needed": self.rounds_needed,
            "agrees": self.agrees,
        }

    def lines(self) -> Iterator[str]:
        """Write the comparison for a person."""
        yield f"{'house edge':<18}{'measured':>14}{'99 % interval':>28}{'exact':>14}"
        for name, (measured, exact) in self.edges.items():
            low, high = measured.interval(STATED)
            inside = "inside" if measured.agrees(exact, STATED) else "outside"
            between = f"{low:.6%} to {high:.6%}"
            yield f"{name:<18}{float(measured.value):>14.6%}{between:>28}{float(exact):>14.6%}  {inside}"

        counts, rounds = outcome_counts(self.totals), self.totals.total()
        yield f"{'outcome':<18}{'measured':>14}{'rounds':>28}{'exact':>14}"
        for name, chance in self.exact.outcomes.items():
            yield f"{name:<18}{counts[name] / rounds:>14.6%}{counts[name]:>28,}{float(chance):>14.6%}"
        test = self.chi_square
        statistic = "of an impossible outcome" if test.statistic is None else f"{test.statistic:.2f}"
        yield f"chi-square {statistic} with {test.degrees} degrees of freedom, p = {test.p_value:.4f}"
        if self.agrees is None:
            yield f"Too few rounds to judge: {self.rounds_needed:,} are needed."


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The results of a plan's rounds, the exact figures of its sheet, and how long the rounds took."""

    plan: Plan
    totals: Counter[SeatResult]
    exact: ExactFigures
    seconds: float

    @property
    def main(self) -> Comparison:
        """The stakes, with their raises."""
        totals: Counter[SeatResult] = Counter()
        for result, count in self.totals.items():
            totals[_without_side_bet(result)] += count
        exact = self.exact.policies[self.plan.policy]
        return Comparison(unit_minor=self.plan.bet.stake_minor, totals=totals, exact=exact)

    @property
    def side_bet(self) -> Comparison | None:
        """The side bets; None if there are none."""
        totals: Counter[SeatResult] = Counter()
        for result, count in self.totals.items():
            if result.side_bet is not None:
                totals[_side_bet_only(result)] += count
        scale = self.plan.sheet.terms.side_bet_scale
        if not totals or scale is None:
            return None
        return Comparison(unit_minor=self.plan.bet.side_bet_minor, totals=totals, exact=self.exact.side_bet[scale])

    @property
    def passed(self) -> bool | None:
        """Whether everything agrees with the exact figures; None if nothing disagrees but there are too few rounds."""
        verdicts = {compared.agrees for compared in (self.main, self.side_bet) if compared is not None}
        return False if False in verdicts else None if None in verdicts else True

    def document(self) -> dict[str, object]:
        """Write the report as one JSON object."""
        plan = self.plan
        return {
            "variant": plan.sheet.game,
            "version": plan.sheet.version,
            "decks": plan.sheet.decks,
            "policy": plan.policy,
            "generator": plan.generator,
            "seed": plan.seed.hex(),
            "rounds": plan.rounds,
            "jobs": plan.jobs,
            "seconds": round(self.seconds, 3),
            "rounds_per_s": round(plan.rounds / self.seconds),
            **self.main.document(),
            "bonus": self.side_bet and self.side_bet.document(),
            "passed": self.passed,
        }

    def lines(self) -> Iterator[str]:
        """Write the report for a person."""
        plan = self.plan
        yield f"{plan.sheet.game} version {plan.sheet.version}, decks: {plan.sheet.decks}, policy: {plan.policy}"
        yield f"{plan.rounds:,} rounds in {self.seconds:.1f} s, cores: {plan.jobs}"
        yield f"cards: {plan.generator}, seed {plan.seed.hex()}"
        yield ""
        yield from self.main.lines()
        if self.side_bet is not None:
            yield ""
            yield f"side bet, scale {plan.sheet.terms.side_bet_scale}"
            yield from self.side_bet.lines()
        yield ""
        if self.passed is not None:
            yield "The exact figures agree." if self.passed else "THE EXACT FIGURES DO NOT AGREE."


def _without_side_bet(result: SeatResult) -> SeatResult:
    if result.side_bet is None:
        return result
    return replace(
        result,
        staked_minor=result.staked_minor - result.side_bet.staked_minor,
        returned_minor=result.returned_minor - result.side_bet.returned_minor,
        side_bet=None,
    )


def _side_bet_only(result: SeatResult) -> SeatResult:
    assert result.side_bet, "the seat had a side bet"
    side_bet = result.side_bet
    return SeatResult(
        outcome=side_bet.category, staked_minor=side_bet.staked_minor, returned_minor=side_bet.returned_minor
    )


def _edge(measured: Estimate, exact: Fraction) -> dict[str, object]:
    low, high = measured.interval(STATED)
    return {
        "measured": float(measured.value),
        "low": low,
        "high": high,
        "confidence": STATED,
        "exact": _exact(exact),
        "inside": measured.agrees(exact, STATED),
    }


def _exact(figure: Fraction) -> dict[str, object]:
    return {"fraction": str(figure), "decimal": float(figure)}
