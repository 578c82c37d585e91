"""The battery passes the platform's generator, finds every planted fault, and is right about chance."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from audit.laboratory import tail_probabilities
from audit.laboratory.battery import examine
from audit.laboratory.coupon import drawn_lengths, shoe_lengths
from audit.laboratory.fit import fit
from audit.laboratory.generator import Generator
from audit.laboratory.interplay import neighbour_moments
from audit.laboratory.result import Result
from audit.laboratory.runs import descent_chances
from audit.laboratory.sample import BOUNDS, DECKS, LEAST_SHUFFLES, Kind, Sample, Source, assemble, coarse, plan, take
from audit.laboratory.verdict import BatteryVerdict, judge_results
from tests.core import rng_faults

pytestmark = pytest.mark.clause("F10")

SEED = bytes(range(32))
# A fifth of what the command takes by default: what is found here is found there all the more.
SHUFFLES = 10_000
NAMES = (
    "chi-square",
    "overlaps",
    "coupon collector",
    "runs",
    "interplay correlation",
    "serial correlation",
    "duplicates",
)


def dealt(source: Source, shuffles: int = SHUFFLES) -> Sample:
    portions = plan(shuffles)
    return assemble(portions, (take(source, portion) for portion in portions))


def failing(verdict: BatteryVerdict) -> set[tuple[str, str]]:
    return {(judged.result.test, judged.result.of) for judged in verdict.judged if not judged.passed}


@pytest.fixture(scope="module")
def honest() -> Sample:
    return dealt(Generator(seed=SEED))


# --- What it is for -----------------------------------------------------------------------------------------


@pytest.mark.clause("F09")
@pytest.mark.slow
def test_the_platforms_generator_passes_all_seven_tests(honest: Sample) -> None:
    results = examine(honest)

    assert tuple(dict.fromkeys(result.test for result in results)) == NAMES
    assert failing(judge_results(results)) == set()


@pytest.mark.parametrize(
    ("fault", "found_by"),
    [
        (rng_faults.ModuloBias, {("chi-square", "draws below 52"), ("chi-square", "draws below 33")}),
        (rng_faults.LowBitStuck, {("chi-square", "bytes"), ("chi-square", "draws below 2")}),
        (rng_faults.HighBitStuck, {("chi-square", "bytes"), ("runs", "bits")}),
        (rng_faults.EpochsAlike, {("duplicates", "whole shoes, 1 pack")}),
        (rng_faults.ShortCycle, {("duplicates", "words of 4 bytes"), ("duplicates", "blocks of 32 bytes")}),
        (rng_faults.AnyPlace, {("chi-square", "new neighbours, 1 pack"), ("chi-square", "faces, 2 packs")}),
        (rng_faults.NeverItself, {("chi-square", "new neighbours, 1 pack"), ("chi-square", "new neighbours, 2 packs")}),
        (rng_faults.NeverTheLast, {("chi-square", f"new neighbours, {decks} packs") for decks in (2, 4, 6, 8)}),
        (rng_faults.TwoShoesAlike, {("duplicates", "whole shoes, 1 pack"), ("duplicates", "whole shoes, 8 packs")}),
        (rng_faults.TooEven, {("chi-square", "bytes"), ("chi-square", "draws below 52")}),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
@pytest.mark.slow
def test_a_planted_fault_is_found(fault: type[Generator], found_by: set[tuple[str, str]]) -> None:
    assert failing(judge_results(examine(dealt(fault(seed=SEED))))) >= found_by


@pytest.mark.slow
def test_a_single_pair_of_equal_shoes_is_found(honest: Sample) -> None:
    shoes = honest.shoes[1].copy()
    shoes[-1] = shoes[0]

    found = failing(judge_results(examine(replace(honest, shoes={**honest.shoes, 1: shoes}))))

    assert ("duplicates", "whole shoes, 1 pack") in found


@pytest.mark.slow
def test_a_sample_that_is_too_even_fails_on_the_other_side() -> None:
    results = examine(dealt(rng_faults.TooEven(seed=SEED), LEAST_SHUFFLES))

    (even,) = [result for result in results if (result.test, result.of) == ("chi-square", "bytes")]
    # 256 classes of exactly 65,536 / 256 bytes in each request: no difference at all.
    assert even.statistic == 0
    assert even.p < 1e-100


# --- Is chance what the tests take it for? ------------------------------------------------------------------


def sample_of_chance(source: np.random.Generator) -> Sample:
    """Draw a sample from a generator that has nothing to do with ours."""
    shoes = {
        decks: source.permuted(np.tile(np.arange(52 * decks, dtype=np.int16), (LEAST_SHUFFLES // decks, 1)), axis=1)
        for decks in DECKS
    }
    draws = {bound: source.integers(0, bound, 4 * LEAST_SHUFFLES, dtype=np.int16) for bound in BOUNDS}
    return Sample(octets=source.integers(0, 256, (5, 65_536), dtype=np.uint8), draws=draws, shoes=shoes)


@pytest.mark.slow
def test_honest_samples_have_small_p_values_as_rarely_as_they_should() -> None:
    source = np.random.default_rng(2026)
    samples = [examine(sample_of_chance(source)) for _ in range(30)]
    p_values = np.array([result.p for results in samples for result in results])

    # 137 results, 30 times. A few are of counts too small to come near 0 or 1: those are below a limit less often.
    assert len(p_values) == 137 * 30
    for limit in (0.5, 0.1, 0.01):
        assert 0.8 * limit < (p_values < limit).mean() < 1.2 * limit
    assert sum(not judge_results(results).passed for results in samples) <= 2


def test_the_runs_of_a_shuffle_are_counted_as_all_shuffles_of_five_cards_have_them() -> None:
    counted = Counter(sum(b < a for a, b in itertools.pairwise(order)) for order in itertools.permutations(range(5)))

    # Eulerian numbers: 1, 26, 66, 26, 1 of 120.
    assert descent_chances(5) * math.factorial(5) == pytest.approx([counted[falls] for falls in range(5)])


def test_collections_of_a_die_end_as_all_throws_of_it_say() -> None:
    ended = Counter(
        next((length for length in range(1, 7) if len(set(throws[:length])) == 3), 7)
        for throws in itertools.product(range(3), repeat=6)
    )

    assert drawn_lengths(3, 6) * 3**6 == pytest.approx([ended[length] for length in range(8)])


def test_collections_of_ranks_end_as_the_shoe_says() -> None:
    chances = shoe_lengths(1)

    assert chances.sum() == pytest.approx(1)
    # The first 13 cards are all ranks in any order and suits; the last rank can hide behind all 48 other cards.
    assert chances[13] == pytest.approx(4**13 * math.factorial(13) / math.perm(52, 13))
    assert chances[49] == pytest.approx(13 / math.comb(52, 4))
    assert chances[50:] == pytest.approx(0)


@pytest.mark.parametrize(("ranks", "alike"), [(2, 2), (3, 2), (2, 3), (2, 4)])
def test_neighbours_of_one_rank_are_as_many_as_in_all_shuffles(ranks: int, alike: int) -> None:
    cards = ranks * alike
    seen = [
        sum(a % ranks == b % ranks for a, b in itertools.pairwise(order))
        for order in itertools.permutations(range(cards))
    ]
    mean = Fraction(sum(seen), len(seen))

    assert neighbour_moments(cards, alike) == (mean, Fraction(sum(n * n for n in seen), len(seen)) - mean**2)


def test_rare_classes_are_joined_with_their_neighbours() -> None:
    # Of 100: 5 and 5 make ten, 40, 44, and the last 6 are too few to stand alone.
    statistic, p = fit(np.array([6, 4, 38, 46, 6]), np.array([0.05, 0.05, 0.4, 0.44, 0.06]))

    # (10 - 10)^2 / 10 + (38 - 40)^2 / 40 + (52 - 50)^2 / 50
    assert statistic == pytest.approx(0.1 + 0.08)
    assert p == pytest.approx(tail_probabilities.chi_square(0.18, 2, step=2 / 10))


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        (tail_probabilities.normal(0), 1),
        (tail_probabilities.normal(1.959964), 0.05),
        (tail_probabilities.normal(-1.959964), 0.05),
        (tail_probabilities.chi_square(3.841459, 1), 0.1),
        (tail_probabilities.chi_square(0.003932, 1), 0.1),
        (tail_probabilities.poisson(0, 0), 1),
        (tail_probabilities.poisson(1, 0), 0),
        # Twice 1 - e^-0.001, and twice e^-10: never more than 1 where the count is the usual one.
        (tail_probabilities.poisson(1, 0.001), 0.001999),
        (tail_probabilities.poisson(0, 10), 2 * math.exp(-10)),
        (tail_probabilities.poisson(10, 10), 1),
    ],
)
def test_a_tail_is_doubled_on_either_side(p: float, expected: float) -> None:
    assert p == pytest.approx(expected, rel=1e-3)


# --- The verdict --------------------------------------------------------------------------------------------


def results_of(p_values: list[float]) -> list[Result]:
    return [Result(test="a", of=str(place), statistic=0.0, p=p) for place, p in enumerate(p_values)]


def test_holms_correction_multiplies_the_smallest_by_all_the_next_by_one_less() -> None:
    verdict = judge_results(results_of([0.5, 0.002, 0.03, 0.0035]))

    # 4 * 0.002, 3 * 0.0035, 2 * 0.03, and 1 * 0.5.
    assert [judged.corrected for judged in verdict.judged] == pytest.approx([0.5, 0.008, 0.06, 0.0105])
    assert [judged.passed for judged in verdict.judged] == [True, False, True, True]
    assert not verdict.passed


@given(st.lists(st.floats(0, 1), min_size=1, max_size=200))
def test_the_verdict_is_bonferronis_and_the_order_of_results_does_not_matter(p_values: list[float]) -> None:
    verdict, reverse = judge_results(results_of(p_values)), judge_results(results_of(p_values[::-1]))
    corrected = [judged.corrected for judged in verdict.judged]

    assert verdict.passed == (min(p_values) * len(p_values) > 0.01)
    assert corrected == [judged.corrected for judged in reversed(reverse.judged)]
    assert all(p <= after <= 1 for p, after in zip(p_values, corrected, strict=True))


# --- The sample ---------------------------------------------------------------------------------------------


def test_no_rounds_stream_is_looked_at_twice() -> None:
    portions = plan(50_000)

    assert len({portion.epoch for portion in portions}) == len(portions)
    assert {portion.size for portion in portions if portion.kind is Kind.DRAWS} == set(BOUNDS)
    shuffles = {
        decks: sum(part.rounds for part in portions if (part.kind, part.size) == (Kind.SHOES, decks)) for decks in DECKS
    }
    assert shuffles == {1: 50_000, 2: 25_000, 4: 12_500, 6: 8_334, 8: 6_250}


@pytest.mark.slow
def test_a_sample_holds_whole_shoes_and_numbers_below_their_bound(honest: Sample) -> None:
    for decks, shoes in honest.shoes.items():
        assert (np.sort(shoes, axis=1) == np.arange(52 * decks)).all()
    for bound, draws in honest.draws.items():
        assert set(np.unique(draws)) == set(range(bound))
    # 10,000 / 400 requests, whole.
    assert honest.octets.shape == (25, 65_536)


@pytest.mark.parametrize(("below", "classes"), [(2, 2), (33, 33), (52, 52), (104, 52), (256, 32), (416, 52)])
def test_classes_of_numbers_are_all_of_one_size(below: int, classes: int) -> None:
    joined, count = coarse(np.arange(below, dtype=np.int16), below)
    sizes: Any = np.bincount(joined)

    assert count == classes
    assert set(sizes) == {below // classes}
