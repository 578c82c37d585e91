"""What follows for whoever does not reveal."""

import itertools
from typing import Final

import pytest

from kernel.instants import rfc3339
from tables.core.burnt import (
    OwedValue,
    SittingOut,
    ValueOwed,
    house_would_have_won_minor,
    require_not_sitting_out,
    require_owed_given,
    sits_out_until_ms,
)
from tables.core.epoch import ContributionMismatch
from tables.core.house_hand import deal_hand
from tables.core.player_records import LateValue
from tests.core.tables.seated import MONTANA, RED_DOG, bets, cards_of, epoch_of, stakes_of, value_of

LEAF: Final = bytes([3]) * 32
(STAKE,) = stakes_of(7, bets([2], 1000))
OWED: Final = OwedValue(abort_leaf=LEAF, epoch=epoch_of(7), seat=2, contribution=STAKE.contribution)
MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS


def test_an_owed_value_comes_with_the_next_stake_or_is_told_to_be_lost() -> None:
    require_owed_given(None, None)
    require_owed_given(OWED, LateValue(abort_leaf=LEAF, value=value_of(2, number=7)))
    require_owed_given(OWED, LateValue(abort_leaf=LEAF, value=None))

    with pytest.raises(ValueOwed) as refused:
        require_owed_given(OWED, None)
    assert refused.value.members == {"abort": LEAF.hex()}
    with pytest.raises(ValueOwed):
        require_owed_given(OWED, LateValue(abort_leaf=bytes(32), value=value_of(2, number=7)))
    with pytest.raises(ValueOwed):
        require_owed_given(None, LateValue(abort_leaf=LEAF, value=None))
    with pytest.raises(ContributionMismatch):
        require_owed_given(OWED, LateValue(abort_leaf=LEAF, value=value_of(3, number=7)))


def test_a_value_that_another_account_of_the_person_owes_is_a_day() -> None:
    assert sits_out_until_ms((0, HOUR_MS), (0,)) == 24 * HOUR_MS
    assert sits_out_until_ms((0, HOUR_MS), (HOUR_MS,)) == 25 * HOUR_MS
    with pytest.raises(SittingOut):
        require_not_sitting_out((0,), (0,), at_ms=24 * HOUR_MS - 1)
    require_not_sitting_out((0,), (0,), at_ms=24 * HOUR_MS)


@pytest.mark.parametrize(
    ("burnt_ms", "until_ms"),
    [
        ((), 0),
        ((0,), 10 * MINUTE_MS),
        ((0, 5 * MINUTE_MS), 15 * MINUTE_MS),
        ((0, HOUR_MS, 2 * HOUR_MS), 26 * HOUR_MS),
        ((2 * HOUR_MS, 0, HOUR_MS), 26 * HOUR_MS),
        ((0, HOUR_MS, 24 * HOUR_MS), 24 * HOUR_MS + 10 * MINUTE_MS),
        ((0, HOUR_MS, 24 * HOUR_MS - 1), 48 * HOUR_MS - 1),
        ((0, HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS), 27 * HOUR_MS),
    ],
)
def test_whoever_burns_an_epoch_sits_out_ten_minutes_and_after_three_in_a_day_a_day(
    burnt_ms: tuple[int, ...], until_ms: int
) -> None:
    assert sits_out_until_ms(burnt_ms) == until_ms
    require_not_sitting_out(burnt_ms, at_ms=until_ms)
    if until_ms:
        with pytest.raises(SittingOut) as refused:
            require_not_sitting_out(burnt_ms, at_ms=until_ms - 1)
        assert refused.value.members == {"seatable_from": rfc3339(until_ms)}


def test_the_burnt_decks_of_silent_seats_cost_them_about_what_the_game_keeps() -> None:
    """Over the same 600 decks the house wins from each seat alone what it wins from two at one table of Red Dog."""
    alone, together = 0, 0
    for number in range(600):
        cards = cards_of(number, [1, 4])
        for seat in (1, 4):
            alone += house_would_have_won_minor(deal_hand(RED_DOG, stakes_of(number, bets([seat], 1000)), cards))
        together += house_would_have_won_minor(deal_hand(RED_DOG, stakes_of(number, bets([1, 4], 1000)), cards))

    assert alone == together
    assert abs(together) < 600 * 2 * 1000 // 4


def test_a_burnt_hand_of_montana_is_judged_by_the_default_of_each_seat() -> None:
    wins = {
        house_would_have_won_minor(deal_hand(MONTANA, stakes_of(number, bets([0, 1], 1000)), cards_of(number, [0, 1])))
        for number in itertools.islice(itertools.count(), 60)
    }

    assert wins == {-2000, 0, 2000}
