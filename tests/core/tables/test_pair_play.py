"""Who loses to whom around a pot."""

from uuid import UUID

import pytest
from hypothesis import given, strategies as st

from kernel.ids import ChainId
from tables.core.pair_play import PlayedSeat, pair_plays

pytestmark = pytest.mark.clause("F52")

ADA, BOB, CARL = (ChainId(UUID(int=number)) for number in (1, 2, 3))


def seat(net_minor: int, raised_minor: int = 0, *, good: int = 0, spared: int = 0) -> PlayedSeat:
    return PlayedSeat(net_minor=net_minor, raised_minor=raised_minor, good_hands=good, spared_hands=spared)


def test_a_loss_goes_to_the_winners_in_proportion_to_what_they_won() -> None:
    # Ada loses 900: 600 of the 800 that were won are Bob's, 200 Carl's; the house kept 100.
    pairs = pair_plays([{ADA: seat(-900), BOB: seat(600), CARL: seat(200)}])

    assert [(pair.partners[0].player, pair.partners[1].player, pair.net_minor) for pair in pairs] == [
        (ADA, BOB, 600),
        (ADA, CARL, 200),
        (BOB, CARL, 0),
    ]


def test_what_came_back_is_taken_off_and_the_one_who_lost_more_is_first() -> None:
    (pair,) = pair_plays([{ADA: seat(300), BOB: seat(-300)}, {ADA: seat(-100), BOB: seat(100)}])

    assert [(partner.player, partner.lost_minor) for partner in pair.partners] == [(BOB, 300), (ADA, 100)]
    assert (pair.games, pair.net_minor) == (2, 200)


def test_raises_with_and_without_the_other_are_told_apart() -> None:
    # Ada raises 100 and 300 with Bob, 1000 without; Bob never plays without Ada.
    games = [
        {ADA: seat(0, 100), BOB: seat(0, 50)},
        {ADA: seat(0, 300), BOB: seat(0, 50), CARL: seat(0)},
        {ADA: seat(0, 1000), CARL: seat(0)},
    ]
    pair = next(pair for pair in pair_plays(games) if {partner.player for partner in pair.partners} == {ADA, BOB})
    by_player = {partner.player: partner for partner in pair.partners}

    assert (by_player[ADA].games, by_player[ADA].raised_together_minor, by_player[ADA].raised_apart_minor) == (
        3,
        200,
        1000,
    )
    assert (by_player[BOB].games, by_player[BOB].raised_together_minor, by_player[BOB].raised_apart_minor) == (
        2,
        50,
        None,
    )


def test_who_spares_good_hands_with_the_other_and_not_without_is_seen() -> None:
    # With Bob Ada spares 2 of 3 and 3 of 3, without him 0 of 4; Bob spares nothing.
    games = [
        {ADA: seat(0, good=3, spared=2), BOB: seat(0, good=2)},
        {ADA: seat(0, good=3, spared=3), BOB: seat(0, good=1), CARL: seat(0)},
        {ADA: seat(0, good=4), CARL: seat(0)},
    ]
    pair = next(pair for pair in pair_plays(games) if {partner.player for partner in pair.partners} == {ADA, BOB})
    told = {
        each.player: (each.spared_together, each.good_hands_together, each.spared_apart, each.good_hands_apart)
        for each in pair.partners
    }

    assert told == {ADA: (5, 6, 0, 4), BOB: (0, 3, 0, 0)}


@given(st.lists(st.dictionaries(st.sampled_from([ADA, BOB, CARL]), st.integers(-5000, 5000), min_size=2), max_size=1))
def test_the_winners_of_a_game_get_no_more_than_they_won(games: list[dict[ChainId, int]]) -> None:
    pairs = pair_plays([{player: seat(net) for player, net in game.items()} for game in games])

    for game in games:
        lost_minor = -sum(net for net in game.values() if net < 0)
        for winner, won_minor in ((player, net) for player, net in game.items() if net > 0):
            got = sum(
                partner.lost_minor
                for pair in pairs
                for partner, other in (pair.partners, pair.partners[::-1])
                if other.player == winner
            )
            # Each of two losses is rounded to a minor unit.
            assert abs(got - (won_minor if lost_minor else 0)) <= 1
