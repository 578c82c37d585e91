"""How far the result of a bet may lie, and its mean, however its player decides: bounds for a watch over real play.

The exact figures are those of strategies with a name. Players follow none, so a watch that must accuse no honest house
asks for the lowest and the highest mean that any decisions give.

Source: docs/switches.md, "Drift of the return"; regulation F43 (GLI-19 A.6.2).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from games.core.montana.terms import MontanaTerms
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import RuleSheet
from games.laboratory.exact_figures import ExactFigures, StrategyResult
from games.laboratory.exact_math import figures_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRange:
    """Of the net result (returned less staked) of a first bet of 1, raises included."""

    mean_min: Fraction
    """The lowest mean that any decisions have."""
    mean_max: Fraction
    """The highest."""
    square_max: Fraction
    """No decisions give a greater mean of the square."""
    net_min: Fraction
    net_max: Fraction
    stake_max_minor: int
    """The largest first bet, minor units, all seats of a hand taken together."""


def main_range(sheet: RuleSheet) -> ResultRange | None:
    """Return the range of the main bet; None around a pot, where the house plays no part in who wins."""
    if sheet.family not in {RedDogTerms.FAMILY, MontanaTerms.FAMILY}:
        return None
    figures = figures_of(sheet)
    # A raise doubles what a hand wins or loses, and a surrender loses half: nobody's results lie further apart.
    widest = figures.policies["always_raise"]
    return ResultRange(
        mean_min=_lowest_mean(sheet, figures),
        mean_max=figures.optimal.profit,
        square_max=_mean_square(widest),
        net_min=min(widest.net),
        net_max=max(widest.net),
        stake_max_minor=sheet.stake_max_minor * sheet.seats,
    )


def side_range(sheet: RuleSheet) -> ResultRange | None:
    """Return the range of the side bet, which leaves nothing to decide; None where there is none."""
    terms = sheet.terms
    if not isinstance(terms, MontanaTerms) or terms.side_bet_scale is None:
        return None
    result = figures_of(sheet).side_bet[terms.side_bet_scale]
    return ResultRange(
        mean_min=result.profit,
        mean_max=result.profit,
        square_max=_mean_square(result),
        net_min=min(result.net),
        net_max=max(result.net),
        stake_max_minor=terms.side_bet_max_minor * sheet.seats,
    )


def _mean_square(result: StrategyResult) -> Fraction:
    return sum((net * net * chance for net, chance in result.net.items()), Fraction(0))


def _lowest_mean(sheet: RuleSheet, figures: ExactFigures) -> Fraction:
    """Return the mean of whoever always chooses what is worth least."""
    if sheet.family == RedDogTerms.FAMILY:
        # Of two choices, the better and the worse one together are the two: in each hand, and so in the mean.
        two = figures.policies["never_raise"].profit + figures.policies["always_raise"].profit
        return two - figures.optimal.profit
    hands = figures.tables["winning_cards"]
    assert isinstance(hands, Mapping), "the table of Montana's hands"
    return sum((_least(hand) for hand in hands.values()), Fraction(0))


def _least(hand: Mapping[str, str]) -> Fraction:
    worths = [Fraction(worth) for name, worth in hand.items() if name != "chance"]
    return Fraction(hand["chance"]) * min(worths)
