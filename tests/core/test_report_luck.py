"""How far luck can take a return, and how sources are told apart that disagree."""

from dataclasses import replace
from fractions import Fraction

import pytest

from reports.core.agreement import Source, difference, explanation
from reports.core.luck import GAMES_MIN, Luck, Verdict

# A fair coin, 10,000 times at 100: variance 1, sum of squares 10,000 * 100**2 = 10**8, bets 10**6; so that one standard
# deviation of the mean is sqrt(10**8) / 10**6 = 0.01 and the bound 0.02576.
COIN = Luck(games=10_000, result_minor=0, bets_minor=10**6, squares=10**8, mean=Fraction(0), variance=Fraction(1))

pytestmark = pytest.mark.clause("F32")


def test_the_bound_is_2576_thousandths_of_the_standard_deviation_of_the_mean() -> None:
    assert COIN.bound == "0.025760"
    # Of variance 2, and with one bet that is half of everything: 2.576 * sqrt(2 * (500**2 + 500 * 1)) / 1000.
    uneven = replace(COIN, bets_minor=1_000, squares=500**2 + 500, variance=Fraction(2))
    # 2.576**2 * 2 * 250500 / 10**6 = 3.324523..., whose root is 1.8233276...
    assert uneven.bound == "1.823328"


@pytest.mark.parametrize(
    ("result_minor", "verdict"),
    [(25_760, Verdict.WITHIN), (25_761, Verdict.ABOVE), (-25_760, Verdict.WITHIN), (-25_761, Verdict.BELOW)],
)
def test_the_bound_itself_is_within(result_minor: int, verdict: Verdict) -> None:
    assert replace(COIN, result_minor=result_minor).verdict is verdict


def test_what_the_rules_promise_is_no_deviation() -> None:
    house = replace(COIN, mean=Fraction(-3, 100), result_minor=-30_000)
    assert (house.deviation, house.verdict) == (Fraction(0), Verdict.WITHIN)
    assert replace(house, result_minor=0).verdict is Verdict.ABOVE


def test_few_games_have_no_verdict() -> None:
    assert replace(COIN, games=GAMES_MIN - 1, result_minor=900_000).verdict is Verdict.TOO_FEW


@pytest.mark.clause("F36")
def test_sources_that_disagree_are_named_with_what_they_say() -> None:
    values = {Source.LEDGER: 500, Source.ROUNDS: 400, Source.LOG: 500, Source.ROLLUP: 500}
    assert (difference(values), explanation(values)) == (100, "ledger, log, rollup: 500; rounds: 400")
    agreed = dict.fromkeys(Source, 7)
    assert (difference(agreed), explanation(agreed)) == (0, "")
