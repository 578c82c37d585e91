"""The state machine of Pot Red Dog, step by step."""

from dataclasses import replace
from typing import Any

import pytest

from games.core.action import Action
from games.core.cards import PACK, Card, parse_card
from games.core.family import (
    Bet,
    CardsNeeded,
    DecisionNeeded,
    IllegalAction,
    LegalAction,
    RoundOver,
    SeatResult,
    SeatsOutOfLimits,
    SideBetOutOfLimits,
    StakeOutOfLimits,
)
from games.core.pot.game import End, Outcome, PotGame, Turn, packs, seat_players, terms_of
from games.core.pot.rules import PotRedDog, RulesIncomplete, StakeNotInUnits, TurnUnfinished
from games.core.pot.terms import OnConsecutive, OnPair, PotTerms
from games.core.sheet import RuleSheet
from games.core.sheet_document import MalformedSheet
from games.core.variants import insert, pot_red_dog

RULES = PotRedDog()
SHEET = pot_red_dog.SHEET
# Stacks of any size, so that a test can begin where it needs to; amounts are those of the sheet, a chip is 100.
OPEN = replace(SHEET, stake_min_minor=500, stake_max_minor=10**7)
TAKE = LegalAction(action=Action.TAKE, cost_min_minor=0, cost_max_minor=0)
CALL = LegalAction(action=Action.CALL, cost_min_minor=0, cost_max_minor=0)
DOWN = LegalAction(action=Action.DOWN, cost_min_minor=500, cost_max_minor=500)


def cards(texts: str) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts.split())


def chips(*counts: int) -> tuple[int, ...]:
    return tuple(100 * count for count in counts)


def raised(least: int, most: int) -> LegalAction:
    return LegalAction(action=Action.RAISE, cost_min_minor=least, cost_max_minor=most, step_minor=500)


def table(hands: str, *, stacks: tuple[int, ...], pot: int, sheet: RuleSheet = OPEN) -> PotGame:
    """Deal these hands, one seat after the other, at a table that has these chips already."""
    return RULES.draw(seat_players(sheet, chips(*stacks), pot_minor=100 * pot), cards(hands))


def turn_of(hands: str, action: Action, bet: int, third: str = "", *, pot: int, stacks: tuple[int, ...]) -> Turn:
    """Play the first seat's turn with a bet in chips."""
    state = RULES.act(table(hands, stacks=stacks, pot=pot), seat=0, action=action, amount_minor=100 * bet)
    return (RULES.draw(state, cards(third)) if third else state).turns[0]


# --- The table ----------------------------------------------------------------------------------------------


@pytest.mark.clause("PRD-1")
@pytest.mark.parametrize(("seats", "count"), [(2, 1), (5, 1), (6, 2), (10, 2)])
def test_six_players_and_more_use_a_second_pack(seats: int, count: int) -> None:
    state = RULES.start(SHEET, [Bet(20_000)] * seats)

    assert packs(SHEET, seats=seats) == count
    assert RULES.need(state) == CardsNeeded(count=2 * seats)
    assert state.stock == PACK * count


@pytest.mark.clause("PRD-1")
@pytest.mark.parametrize("seats", [0, 1, 11])
def test_fewer_than_two_and_more_than_ten_players_are_refused(seats: int) -> None:
    with pytest.raises(SeatsOutOfLimits) as refused:
        RULES.start(SHEET, [Bet(20_000)] * seats)

    assert refused.value.members == {"minimum": 2, "maximum": 10}


@pytest.mark.clause("PRD-3")
def test_everyone_buys_fifty_to_five_hundred_chips() -> None:
    for stake_minor in (4_500, 50_500):
        with pytest.raises(StakeOutOfLimits):
            RULES.start(SHEET, [Bet(20_000), Bet(stake_minor)])


@pytest.mark.clause("PRD-3")
def test_chips_come_in_units_of_five() -> None:
    with pytest.raises(StakeNotInUnits) as refused:
        RULES.start(OPEN, [Bet(20_000), Bet(20_100)])

    assert refused.value.members == {"unit": {"amount": 500, "currency": "USD"}}


def test_a_game_between_players_takes_no_side_bet() -> None:
    with pytest.raises(SideBetOutOfLimits):
        RULES.start(SHEET, [Bet(20_000), Bet(20_000, side_bet_minor=100)])


@pytest.mark.clause("PRD-4")
@pytest.mark.clause("F07")
def test_everyone_antes_ten_and_is_dealt_two_cards() -> None:
    state = RULES.start(SHEET, [Bet(20_000)] * 3)

    dealt = RULES.draw(state, cards("5s 9h 2c 2d Kh Ah"))

    assert (state.pot_minor, state.stacks_minor) == (3000, chips(190, 190, 190))
    assert dealt.hands == (cards("5s 9h"), cards("2c 2d"), cards("Kh Ah"))
    assert RULES.dealt(dealt) == cards("5s 9h 2c 2d Kh Ah")


@pytest.mark.clause("PRD-15")
def test_an_ante_takes_the_last_chips_of_a_player_who_has_fewer_and_the_turn_passes_over_him() -> None:
    state = RULES.start(OPEN, [Bet(500), Bet(20_000), Bet(20_000)])

    assert (state.pot_minor, state.stacks_minor) == (2500, chips(0, 190, 190))
    assert RULES.need(state) == CardsNeeded(count=4)
    need = RULES.need(RULES.draw(state, cards("5s 9h 2c 2d")))
    assert isinstance(need, DecisionNeeded)
    assert need.seat == 1


@pytest.mark.clause("PRD-22")
def test_a_seat_sees_its_own_hand_and_the_one_that_is_shown_and_no_other() -> None:
    state = table("5s 9h 2c 2d Kh Jh", stacks=(200, 200, 200), pot=30)

    assert RULES.visible(state, seat=0) == cards("5s 9h")
    assert RULES.visible(state, seat=1) == cards("5s 9h 2c 2d")
    assert RULES.visible(state, seat=2) == cards("5s 9h Kh Jh")


def test_nothing_is_shown_before_all_hands_are_dealt() -> None:
    state = RULES.start(SHEET, [Bet(20_000)] * 2)

    assert RULES.visible(state, seat=0) == ()
    assert RULES.spread(state) is None


# --- The turn -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PRD-2")
@pytest.mark.parametrize(
    ("hand", "spread"),
    [("As Kh", 11), ("Kh As", 11), ("As 3h", 1), ("2s Jh", 8), ("Qs Kh", 0), ("As 2h", 0), ("9s 9h", None)],
)
def test_the_spread_counts_the_ranks_strictly_between_with_the_ace_below_the_two(hand: str, spread: int | None) -> None:
    state = table(f"{hand} 4c 8d", stacks=(200, 200), pot=30)

    found = state.turns[0].spread if state.turns else RULES.spread(state)
    assert found == spread


@pytest.mark.clause("PRD-5")
def test_the_turn_begins_at_the_dealers_left_and_passes_on_after_one_hand() -> None:
    state = table("5s 9h 2c 2d 4h Jh", stacks=(200, 200, 200), pot=100)

    order = []
    moves = ((Action.DOWN, 500, "Ks Jc"), (Action.TAKE, 0, "3s 3h"), (Action.DOWN, 500, "6s 6h"))
    for action, amount_minor, new_hand in moves:
        order.append(state.seat)
        acted = RULES.act(state, seat=state.seat, action=action, amount_minor=amount_minor)
        state = RULES.draw(acted, cards(new_hand))

    assert [*order, state.seat] == [0, 1, 2, 0]
    assert RULES.spread(state) == 1


@pytest.mark.clause("PRD-6")
@pytest.mark.parametrize("pot", [300, 20, 10])
def test_a_pair_takes_ten_from_the_pot(pot: int) -> None:
    turn = turn_of("8s 8h 4c 8d", Action.TAKE, 0, pot=pot, stacks=(200, 200))

    assert (turn.outcome, turn.net_minor, turn.pot_before_refill_minor) == (Outcome.PAIR_TAKE, 1000, 100 * (pot - 10))
    assert turn.cards == cards("8s 8h")


@pytest.mark.clause("PRD-6")
def test_a_pair_takes_what_there_is_of_a_smaller_pot_and_that_is_an_all_out() -> None:
    turn = turn_of("8s 8h 4c 8d", Action.TAKE, 0, pot=5, stacks=(200, 200))

    assert (turn.net_minor, turn.all_out, turn.refill_each_minor) == (500, True, 1000)


@pytest.mark.clause("PRD-7")
@pytest.mark.clause("F07")
def test_a_call_with_a_third_of_the_rank_wins_the_whole_pot() -> None:
    turn = turn_of("8s 8h 4c 9d", Action.CALL, 0, "8c", pot=300, stacks=(200, 200))

    assert (turn.outcome, turn.net_minor, turn.all_out) == (Outcome.RED_DOG, 30_000, True)
    # 200 and 300 from the pot, and 10 for the new one
    assert turn.stacks_minor == chips(490, 190)


@pytest.mark.clause("PRD-7")
def test_a_call_without_a_third_of_the_rank_costs_nothing() -> None:
    turn = turn_of("8s 8h 4c 9d", Action.CALL, 0, "9c", pot=300, stacks=(200, 200))

    assert (turn.outcome, turn.net_minor, turn.pot_minor) == (Outcome.PAIR_MISS, 0, 30_000)


@pytest.mark.clause("PRD-6")
def test_a_pair_may_take_or_call_and_a_silent_player_takes() -> None:
    need = RULES.need(table("8s 8h 4c 9d", stacks=(200, 200), pot=300))

    assert need == DecisionNeeded(seat=0, legal_actions=(TAKE, CALL), default=Action.TAKE)


@pytest.mark.clause("PRD-8")
@pytest.mark.parametrize("hand", ["9s Th", "Th 9s", "As 2h", "Qs Kh"])
def test_consecutive_cards_pass_the_turn_with_nothing_to_decide(hand: str) -> None:
    state = table(f"{hand} 4c 8d", stacks=(200, 200), pot=300)

    assert [(turn.outcome, turn.net_minor, turn.action) for turn in state.turns] == [
        (Outcome.CONSECUTIVE_DRAW, 0, None)
    ]
    assert state.seat == 1
    assert RULES.need(state) == CardsNeeded(count=2)


@pytest.mark.clause("PRD-9")
def test_down_pays_five_into_the_pot_and_draws_no_card() -> None:
    turn = turn_of("5s 9h 4c 9d", Action.DOWN, 5, pot=300, stacks=(200, 200))

    assert (turn.outcome, turn.net_minor, turn.pot_minor) == (Outcome.DOWN, -500, 30_500)
    assert turn.cards == cards("5s 9h")


@pytest.mark.clause("PRD-9")
def test_a_player_with_less_than_five_goes_down_with_what_he_has() -> None:
    state = replace(table("5s 9h 4c 9d", stacks=(200, 200), pot=300), stacks_minor=(300, 20_000))

    need = RULES.need(state)

    assert isinstance(need, DecisionNeeded)
    assert need.legal_actions[-1] == LegalAction(action=Action.DOWN, cost_min_minor=300, cost_max_minor=300)


@pytest.mark.clause("PRD-10")
@pytest.mark.clause("F07")
@pytest.mark.parametrize(
    ("pot", "stack", "legal"),
    [
        (300, 200, (raised(1000, 20_000), DOWN)),
        (120, 200, (raised(1000, 12_000), DOWN)),
        (10, 200, (raised(1000, 1000), DOWN)),
        (300, 10, (raised(1000, 1000), DOWN)),
        (300, 5, (raised(500, 500), DOWN)),
        (5, 200, (DOWN,)),
    ],
)
def test_a_raise_is_ten_to_the_pot_or_the_stack_and_all_in_below_ten(
    pot: int, stack: int, legal: tuple[LegalAction, ...]
) -> None:
    need = RULES.need(table("5s 9h 4c 9d", stacks=(stack, 200), pot=pot))

    assert need == DecisionNeeded(seat=0, legal_actions=legal, default=Action.DOWN)


@pytest.mark.clause("PRD-10")
@pytest.mark.parametrize("bet", [0, 5, 12, 11, 205, 300, -10])
def test_a_raise_out_of_range_or_units_is_refused_with_what_is_legal(bet: int) -> None:
    state = table("5s 9h 4c 9d", stacks=(200, 200), pot=300)

    with pytest.raises(IllegalAction) as refused:
        RULES.act(state, seat=0, action=Action.RAISE, amount_minor=100 * bet)

    assert refused.value.members["legal_actions"] == [
        {
            "action": "raise",
            "cost_min": {"amount": 1000, "currency": "USD"},
            "cost_max": {"amount": 20_000, "currency": "USD"},
            "cost_step": {"amount": 500, "currency": "USD"},
        },
        {
            "action": "down",
            "cost_min": {"amount": 500, "currency": "USD"},
            "cost_max": {"amount": 500, "currency": "USD"},
        },
    ]


@pytest.mark.parametrize(
    ("hand", "action", "amount_minor"),
    [
        ("8s 8h", Action.RAISE, 1000),
        ("8s 8h", Action.DOWN, 500),
        ("5s 9h", Action.TAKE, 0),
        ("5s 9h", Action.CALL, 0),
        ("5s 9h", Action.STAND, 0),
        ("5s 9h", Action.DOWN, 0),
    ],
)
def test_an_action_of_other_cards_is_refused(hand: str, action: Action, amount_minor: int) -> None:
    with pytest.raises(IllegalAction):
        RULES.act(table(f"{hand} 4c 9d", stacks=(200, 200), pot=300), seat=0, action=action, amount_minor=amount_minor)


def test_a_seat_that_does_not_have_the_turn_is_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        RULES.act(table("5s 9h 4c 9d", stacks=(200, 200), pot=300), seat=1, action=Action.DOWN, amount_minor=500)

    assert refused.value.members == {"legal_actions": []}


@pytest.mark.clause("PRD-11")
@pytest.mark.parametrize(
    ("high", "odds"), [("3h", 10), ("4h", 5), ("5h", 2), ("6h", 1), ("7h", 1), ("Jh", 1), ("Qh", 1), ("Kh", 1)]
)
def test_a_third_card_between_wins_the_odds_of_the_spread_out_of_the_pot(high: str, odds: int) -> None:
    turn = turn_of(f"As {high} 4c 9d", Action.RAISE, 20, "2c", pot=1000, stacks=(200, 200))

    assert (turn.outcome, turn.staked_minor, turn.returned_minor) == (Outcome.WIN, 2000, 2000 * (1 + odds))
    assert turn.pot_minor == 100_000 - 2000 * odds


@pytest.mark.clause("PRD-11")
@pytest.mark.clause("F07")
@pytest.mark.parametrize(("bet", "won"), [(10, 100), (15, 150), (20, 150), (150, 150)])
def test_a_win_takes_no_more_than_the_pot_held_before_the_bet(bet: int, won: int) -> None:
    turn = turn_of("As 3h 4c 9d", Action.RAISE, bet, "2c", pot=150, stacks=(200, 200))

    assert (turn.net_minor, turn.all_out) == (100 * won, won == 150)


@pytest.mark.clause("PRD-12")
@pytest.mark.parametrize("third", ["5c", "9c", "4d", "Td", "Ac", "Kc"])
def test_a_third_card_at_an_end_or_outside_loses_the_bet_to_the_pot(third: str) -> None:
    turn = turn_of("5s 9h 4c 9d", Action.RAISE, 20, third, pot=300, stacks=(200, 200))

    assert (turn.outcome, turn.net_minor, turn.pot_minor) == (Outcome.LOSE, -2000, 32_000)


@pytest.mark.clause("PRD-13")
def test_the_cards_of_a_turn_are_discarded_and_the_player_is_dealt_two_others() -> None:
    state = RULES.act(table("5s 9h 4c 9d", stacks=(200, 200), pot=300), seat=0, action=Action.RAISE, amount_minor=1000)
    played = RULES.draw(state, cards("Kc"))

    dealt = RULES.draw(played, cards("2h 2s"))

    assert played.discards == cards("5s 9h Kc")
    assert dealt.hands == (cards("2h 2s"), cards("4c 9d"))
    assert RULES.dealt(dealt) == cards("5s 9h 4c 9d Kc 2h 2s")


# --- The pot ------------------------------------------------------------------------------------------------


@pytest.mark.clause("PRD-14")
@pytest.mark.clause("F07")
@pytest.mark.parametrize(
    ("pot", "refill"), [(0, 10), (5, 5), (10, 5), (15, 5), (20, 0)], ids=lambda count: f"{count}-chips"
)
def test_a_pot_of_five_for_each_player_or_less_is_refilled_once_and_an_empty_one_by_ten(pot: int, refill: int) -> None:
    turn = turn_of("8s 8h 4c 9d 2c 7d", Action.TAKE, 0, pot=10 + pot, stacks=(200, 200, 200))

    assert turn.refill_each_minor == 100 * refill
    assert turn.pot_minor == 100 * (pot + 3 * refill)
    assert turn.stacks_minor == chips(210 - refill, 200 - refill, 200 - refill)


@pytest.mark.clause("PRD-14")
def test_players_who_are_out_do_not_count_for_the_refill() -> None:
    # Two are left, so that more than 10 are enough.
    turn = turn_of("8s 8h 4c 9d", Action.TAKE, 0, pot=25, stacks=(200, 200, 0))

    assert (turn.refill_each_minor, turn.stacks_minor) == (0, chips(210, 200, 0))


@pytest.mark.clause("PRD-15")
@pytest.mark.clause("F07")
def test_a_player_who_cannot_pay_the_refill_pays_what_he_has_and_is_passed_over() -> None:
    state = RULES.act(
        table("8s 8h 4c 9d 2c 7d", stacks=(200, 5, 200), pot=300), seat=0, action=Action.CALL, amount_minor=0
    )
    state = RULES.draw(state, cards("8c"))

    assert state.stacks_minor == chips(490, 0, 190)
    # 10 and 5 and 10
    assert state.pot_minor == 2500
    assert state.seat == 2
    assert state.hands == ((), (), cards("2c 7d"))
    assert state.discards == cards("8s 8h 8c 4c 9d")


# --- The cards ----------------------------------------------------------------------------------------------


def nearly_dealt(left: int) -> PotGame:
    """Return a table of two in the first seat's turn, with so many cards in the stock and the others discarded."""
    state = table("8s 8h 4c 9d", stacks=(200, 200), pot=300)
    rest = tuple(Card(card) for card in range(PACK) if card not in state.dealt)
    return replace(state, stock=left, discards=rest[left:])


@pytest.mark.clause("PRD-16")
@pytest.mark.clause("F07")
def test_a_third_card_that_is_not_there_comes_from_all_used_cards_but_the_hands() -> None:
    state = RULES.act(nearly_dealt(0), seat=0, action=Action.CALL, amount_minor=0)

    need = RULES.need(state)

    assert isinstance(need, CardsNeeded)
    assert (need.count, len(need.reshuffle)) == (1, PACK - 4)
    assert not set(need.reshuffle) & {*cards("8s 8h 4c 9d")}
    drawn = RULES.draw(state, need.reshuffle[:1])
    assert (drawn.stock, drawn.discards) == (PACK - 5, cards("8s 8h") + need.reshuffle[:1])


@pytest.mark.clause("PRD-16")
def test_a_new_hand_is_completed_from_the_shuffled_cards_of_the_turn_before() -> None:
    state = RULES.act(nearly_dealt(1), seat=0, action=Action.TAKE, amount_minor=0)

    assert RULES.need(state) == CardsNeeded(count=1)
    one = RULES.draw(state, [Card(0)])
    need = RULES.need(one)
    assert isinstance(need, CardsNeeded)
    # All but the two hands, of which one has one card yet; the pair just played is used.
    assert (need.count, len(need.reshuffle)) == (1, PACK - 3)
    assert {*cards("8s 8h")} <= set(need.reshuffle)
    assert RULES.draw(one, [Card(1)]).hands == ((Card(0), Card(1)), cards("4c 9d"))


def test_a_card_that_lies_elsewhere_is_no_card_of_the_stock() -> None:
    with pytest.raises(AssertionError, match="from the stock"):
        RULES.draw(seat_players(OPEN, chips(200, 200), pot_minor=2000), cards("8s 8h 4c 8s"))


# --- The end ------------------------------------------------------------------------------------------------


@pytest.mark.clause("PRD-17")
@pytest.mark.clause("F07")
def test_an_all_out_after_a_player_has_gone_out_ends_the_game_before_any_refill() -> None:
    state = RULES.act(table("8s 8h 4c 9d", stacks=(200, 200, 0), pot=300), seat=0, action=Action.CALL, amount_minor=0)
    state = RULES.draw(state, cards("8c"))

    assert state.end is End.ALL_OUT
    assert (state.turns[-1].over, state.turns[-1].refill_each_minor) == (True, 0)
    assert RULES.need(state) == RoundOver(
        results=(
            SeatResult(outcome="won", staked_minor=20_000, returned_minor=50_000),
            SeatResult(outcome="even", staked_minor=20_000, returned_minor=20_000),
            SeatResult(outcome="even", staked_minor=0, returned_minor=0),
        )
    )


@pytest.mark.clause("PRD-17")
def test_an_all_out_with_everyone_in_play_goes_on() -> None:
    turn = turn_of("8s 8h 4c 9d", Action.CALL, 0, "8c", pot=300, stacks=(200, 200))

    assert (turn.over, turn.pot_minor) == (False, 2000)


@pytest.mark.clause("PRD-18")
@pytest.mark.clause("F07")
def test_the_last_player_with_chips_has_the_pot() -> None:
    state = RULES.act(table("5s 9h 4c 9d", stacks=(20, 200), pot=100), seat=0, action=Action.RAISE, amount_minor=2000)
    state = RULES.draw(state, cards("Kc"))

    # The turn leaves 120 in the pot, and the end hands it out.
    assert (state.end, state.turns[-1].pot_minor) == (End.LAST_ONE, 12_000)
    assert (state.pot_minor, state.stacks_minor) == (0, chips(0, 320))


@pytest.mark.clause("PRD-18")
def test_players_whose_last_chips_go_into_the_same_refill_share_the_pot() -> None:
    state = table("8s 9h 4c Jd", stacks=(5, 5), pot=10)

    assert state.turns[0].stacks_minor == (0, 0)
    assert (state.end, state.stacks_minor) == (End.LAST_ONE, chips(10, 10))


@pytest.mark.clause("PRD-18")
def test_a_game_may_be_over_with_the_antes() -> None:
    state = RULES.start(OPEN, [Bet(1000), Bet(20_000)])

    assert RULES.need(state) == RoundOver(
        results=(
            SeatResult(outcome="lost", staked_minor=1000, returned_minor=0),
            SeatResult(outcome="won", staked_minor=20_000, returned_minor=21_000),
        )
    )


@pytest.mark.clause("PRD-19")
@pytest.mark.clause("F07")
def test_by_agreement_the_pot_is_divided_equally_with_odd_chips_from_the_dealers_left() -> None:
    state = table("5s 9h 4c 9d 2c 7d", stacks=(200, 100, 0, 50), pot=200)

    ended = RULES.split(state)

    # A third of 200 chips is 66 with 2 left over; the third seat is out.
    assert ended.stacks_minor == (26_700, 16_700, 0, 11_600)
    assert (ended.pot_minor, ended.end) == (0, End.AGREED)


@pytest.mark.clause("PRD-19")
def test_an_agreement_waits_for_the_third_card_of_a_bet() -> None:
    state = RULES.act(table("5s 9h 4c 9d", stacks=(200, 200), pot=100), seat=0, action=Action.RAISE, amount_minor=2000)

    with pytest.raises(TurnUnfinished):
        RULES.split(state)


# --- The house ----------------------------------------------------------------------------------------------


@pytest.mark.clause("PRD-20")
def test_a_rake_is_taken_from_what_is_won_and_rounded_down_to_units() -> None:
    raked = replace(OPEN, terms=replace(terms_of(OPEN), rake_basis_points=500))
    state = table("8s 8h 4c 9d", stacks=(200, 200), pot=390, sheet=raked)

    state = RULES.draw(RULES.act(state, seat=0, action=Action.CALL, amount_minor=0), cards("8c"))

    # A twentieth of 390 is 19.5: three units of 5 chips.
    assert (state.rake_minor, state.turns[0].rake_minor, state.turns[0].net_minor) == (1500, 1500, 37_500)
    assert sum(state.stacks_minor) + state.pot_minor + state.rake_minor == 79_000


@pytest.mark.clause("PRD-24")
def test_a_game_whose_payouts_are_not_known_does_not_start() -> None:
    with pytest.raises(RulesIncomplete):
        RULES.start(insert.SHEET, [Bet(20_000)] * 2)


@pytest.mark.parametrize(
    ("member", "change"),
    [
        ("pay.spread", {"pay_spread": (10, 5, 2)}),
        ("pay", {"pay_spread": (0,) * 11}),
        ("unit", {"unit_minor": 0}),
        ("unit", {"unit_minor": -500}),
        ("ante", {"ante_minor": 750}),
        ("refill", {"refill_minor": 0}),
        ("pair", {"on_pair": OnPair.TAKE_AND_REDRAW}),
        ("consecutive", {"on_consecutive": OnConsecutive.REDRAW}),
        ("second_pack_from", {"second_pack_from": 1}),
        ("second_pack_from", {"second_pack_from": 12}),
        ("rake_basis_points", {"rake_basis_points": 10_001}),
        ("rake_basis_points", {"rake_basis_points": -1}),
    ],
)
def test_terms_that_cannot_be_played_are_refused_by_the_member_that_is_wrong(
    member: str, change: dict[str, Any]
) -> None:
    with pytest.raises(MalformedSheet) as refused:
        replace(terms_of(SHEET), **change)

    assert refused.value.members == {"member": member}


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("ace", "high"),
        ("pair", "redraw"),
        ("consecutive", "push"),
        ("unit", True),
        ("pay", {"spread": [1] * 11, "trips": 11}),
    ],
)
def test_a_document_with_other_terms_is_refused_by_the_member_that_is_wrong(member: str, value: object) -> None:
    with pytest.raises(MalformedSheet) as refused:
        PotTerms.from_document({**terms_of(SHEET).document(), member: value})

    assert refused.value.members == {"member": member}
