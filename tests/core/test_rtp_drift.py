"""Drift of a return: honest play of any kind is not accused, and a return that is not the rules' is."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import pytest

from games.core.variants import OFFERED, red_dog_atlantic_city
from games.laboratory.exact_math import figures_of
from games.laboratory.result_range import ResultRange, main_range, side_range
from reports.core.rtp_drift import Drift, DriftLevel, DriftSums, level_of, steps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

pytestmark = pytest.mark.clause("F43")

SHEET: Final = red_dog_atlantic_city.SHEET
STAKES: Final = (SHEET.stake_min_minor, SHEET.stake_max_minor // 2, SHEET.stake_max_minor)


def range_of_sheet() -> ResultRange:
    found = main_range(SHEET)
    assert found is not None
    return found


def looks(results: Sequence[tuple[int, Fraction]], *, every: int) -> list[DriftSums]:
    """Return the sums of ever more bets, each a stake and its result per stake of 1."""
    able, seen, total, squares, result = range_of_sheet(), [], 0, 0, Fraction(0)
    for count, (stake, net) in enumerate(results, 1):
        total, squares, result = total + stake, squares + stake**2, result + stake * net
        if count % every == 0:
            seen.append(
                DriftSums(
                    result_minor=int(result),
                    stake_total_minor=total,
                    stake_squares=squares,
                    stake_max_minor=able.stake_max_minor,
                    mean_min=able.mean_min,
                    mean_max=able.mean_max,
                    square_max=able.square_max,
                    net_min=able.net_min,
                    net_max=able.net_max,
                )
            )
    return seen


def drawn(
    net: Mapping[Fraction, Fraction], count: int, *, seed: int, bias: Fraction = Fraction(0)
) -> list[tuple[int, Fraction]]:
    """Draw bets of uneven stakes; with `bias`, so many of the lost ones come back."""
    source = random.Random(seed)
    nets = source.choices(list(net), weights=[float(chance) for chance in net.values()], k=count)
    given_back = [each < 0 and source.random() < bias for each in nets]
    return [
        (source.choice(STAKES), Fraction(0) if given else each) for each, given in zip(nets, given_back, strict=True)
    ]


def levels(found: Sequence[DriftSums], drift: Drift) -> list[DriftLevel]:
    """Return the levels in the order in which they are first reached."""
    return list(dict.fromkeys(level_of(steps(sums, drift)) for sums in found))


@pytest.mark.parametrize("policy", ["optimal", "never_raise", "always_raise"])
def test_honest_play_of_any_strategy_is_never_accused_at_400_looks(policy: str) -> None:
    """The chance of a notice is 10^-3 for each series and direction, of an alarm 10^-6, of a stop 10^-9."""
    net = figures_of(SHEET).policies[policy].net

    for seed in range(5):
        found = looks(drawn(net, 40_000, seed=seed), every=100)
        assert [levels(found, drift) for drift in Drift] == [[DriftLevel.NONE]] * 2


def test_a_return_that_is_too_high_rises_through_all_levels() -> None:
    net = figures_of(SHEET).optimal.net

    found = looks(drawn(net, 60_000, seed=1, bias=Fraction(1, 4)), every=100)

    assert levels(found, Drift.ABOVE) == [DriftLevel.NONE, DriftLevel.NOTICE, DriftLevel.ALARM, DriftLevel.STOP]
    assert levels(found, Drift.BELOW) == [DriftLevel.NONE]


def test_a_return_that_is_too_low_rises_through_all_levels() -> None:
    honest = drawn(figures_of(SHEET).optimal.net, 60_000, seed=1)
    source = random.Random(2)
    kept = [(stake, Fraction(-1) if net > 0 and source.random() < 0.6 else net) for stake, net in honest]

    found = looks(kept, every=100)

    assert levels(found, Drift.BELOW) == [DriftLevel.NONE, DriftLevel.NOTICE, DriftLevel.ALARM, DriftLevel.STOP]
    assert levels(found, Drift.ABOVE) == [DriftLevel.NONE]


def test_nothing_played_is_no_evidence() -> None:
    (sums,) = looks([(500, Fraction(0))], every=1)

    assert level_of(steps(sums, Drift.ABOVE)) is DriftLevel.NONE
    assert level_of(7) is DriftLevel.STOP


def test_the_range_holds_every_named_strategy() -> None:
    for sheet in OFFERED:
        able = main_range(sheet)
        if able is None:
            continue
        for name, policy in figures_of(sheet).policies.items():
            squares = sum((net * net * chance for net, chance in policy.net.items()), Fraction(0))
            assert able.mean_min <= policy.profit <= able.mean_max, name
            assert squares <= able.square_max, name
            assert able.net_min <= min(policy.net) <= max(policy.net) <= able.net_max, name


def test_a_side_bet_leaves_nothing_to_decide() -> None:
    ranges = [side for side in map(side_range, OFFERED) if side is not None]

    assert ranges != []
    assert all(side.mean_min == side.mean_max and side.stake_max_minor > 0 for side in ranges)
