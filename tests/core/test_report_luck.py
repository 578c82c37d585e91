"""How far luck can take a return, and how sources are told apart that disagree."""

from dataclasses import replace
from fractions import Fraction

import pytest

from reports.core.agreement import FigureSource, difference, explanation
from reports.core.rtp_deviation import GAMES_MIN, RtpDeviation, RtpVerdict

# A fair coin, 10,000 times at 100: variance 1, sum of squares 10,000 * 100**2 = 10**8, bets 10**6; so that one standard
# deviation of the mean is sqrt(10**8) / 10**6 = 0.01 and the bound 0.02576.
COIN = RtpDeviation(
    games=10_000, result_minor=0, stake_total_minor=10**6, stake_squares=10**8, mean=Fraction(0), variance=Fraction(1)
)

pytestmark = pytest.mark.clause("F32")


def test_the_bound_is_2576_thousandths_of_the_standard_deviation_of_the_mean() -> None:
    assert COIN.bound == "0.025760"
    # Of variance 2, and with one bet that is half of everything: 2.576 * sqrt(2 * (500**2 + 500 * 1)) / 1000.
    uneven = replace(COIN, stake_total_minor=1_000, stake_squares=500**2 + 500, variance=Fraction(2))
    # 2.576**2 * 2 * 250500 / 10**6 = 3.324523..., whose root is 1.8233276...
    assert uneven.bound == "1.823328"


@pytest.mark.parametrize(
    ("result_minor", "verdict"),
    [
        (25_760, RtpVerdict.WITHIN),
        (25_761, RtpVerdict.ABOVE),
        (-25_760, RtpVerdict.WITHIN),
        (-25_761, RtpVerdict.BELOW),
    ],
)
def test_the_bound_itself_is_within(result_minor: int, verdict: RtpVerdict) -> None:
    assert replace(COIN, result_minor=result_minor).verdict is verdict


def test_what_the_rules_promise_is_no_deviation() -> None:
    house = replace(COIN, mean=Fraction(-3, 100), result_minor=-30_000)
    assert (house.deviation, house.verdict) == (Fraction(0), RtpVerdict.WITHIN)
    assert replace(house, result_minor=0).verdict is RtpVerdict.ABOVE


def test_few_games_have_no_verdict() -> None:
    assert replace(COIN, games=GAMES_MIN - 1, result_minor=900_000).verdict is RtpVerdict.TOO_FEW


@pytest.mark.clause("F36")
def test_sources_that_disagree_are_named_with_what_they_say() -> None:
    values = {FigureSource.LEDGER: 500, FigureSource.ROUNDS: 400, FigureSource.LOG: 500, FigureSource.ROLLUP: 500}
    assert (difference(values), explanation(values)) == (100, "ledger, log, rollup: 500; rounds: 400")
    agreed = dict.fromkeys(FigureSource, 7)
    assert (difference(agreed), explanation(agreed)) == (0, "")
