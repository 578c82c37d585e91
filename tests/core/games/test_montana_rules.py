"""The state machine of Montana Red Dog, step by step."""

from dataclasses import replace

import pytest

from games.core.action import Action
from games.core.cards import Card, parse_card
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
    SideBetResult,
    StakeOutOfLimits,
)
from games.core.montana.rules import Montana, MontanaRound, StakeNotEven
from games.core.sheet import RuleSheet
from games.core.variants import montana_red_dog, montana_red_dog_3_card, montana_red_dog_b, montana_red_dog_c

pytestmark = pytest.mark.clause("F06")

RULES = Montana()
SHEET = montana_red_dog.SHEET
THREE = montana_red_dog_3_card.SHEET
TABLE = replace(SHEET, seats=7)

PLAY = LegalAction(action=Action.PLAY, cost_min_minor=0, cost_max_minor=0)
SURRENDER = LegalAction(action=Action.SURRENDER, cost_min_minor=0, cost_max_minor=0)
HAND = "Ks 8s Qh 5d 2c"
OTHER_HAND = "Ah Jd 7c 4s 3h"
DEALER_AND_BURN = "2h 3d 4d 6h 7h 8d"


def cards(texts: str) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts.split())


def dealt(hands: str, *bets: Bet, sheet: RuleSheet = SHEET) -> MontanaRound:
    return RULES.draw(RULES.start(sheet, bets or (Bet(500),)), cards(hands))


def decided(state: MontanaRound, *actions: Action) -> MontanaRound:
    for action in actions:
        need = RULES.need(state)
        assert isinstance(need, DecisionNeeded)
        (legal,) = [legal for legal in need.legal_actions if legal.action is action]
        state = RULES.act(state, seat=need.seat, action=action, amount_minor=legal.cost_max_minor)
    return state


def results(state: MontanaRound, hit: str) -> tuple[SeatResult, ...]:
    over = RULES.need(RULES.draw(state, cards(f"{DEALER_AND_BURN} {hit}")))
    assert isinstance(over, RoundOver)
    return over.results


def usd(amount_minor: int) -> dict[str, object]:
    return {"amount": amount_minor, "currency": "USD"}


# --- Cards and decisions ------------------------------------------------------------------------------------


@pytest.mark.clause("MRD-4", "MRD-14", "MRD-15")
@pytest.mark.parametrize(
    ("sheet", "seats", "count"), [(SHEET, 1, 5), (TABLE, 2, 10), (TABLE, 7, 35), (THREE, 1, 3)], ids=str
)
def test_a_round_begins_with_a_hand_for_every_seat(sheet: RuleSheet, seats: int, count: int) -> None:
    started = RULES.start(sheet, [Bet(500)] * seats)

    assert RULES.need(started) == CardsNeeded(count=count)
    assert RULES.dealt(started) == ()
    assert RULES.visible(started, seat=0) == ()


@pytest.mark.clause("MRD-5", "MRD-17")
def test_every_hand_may_be_played_raised_by_the_stake_or_surrendered_and_is_played_by_default() -> None:
    raised = LegalAction(action=Action.RAISE, cost_min_minor=500, cost_max_minor=500)

    assert RULES.need(dealt(HAND)) == DecisionNeeded(
        seat=0, legal_actions=(PLAY, raised, SURRENDER), default=Action.PLAY
    )


@pytest.mark.clause("MRD-6", "MRD-15")
@pytest.mark.parametrize("action", [Action.PLAY, Action.RAISE, Action.SURRENDER])
def test_after_the_decisions_come_the_dealers_five_the_burn_and_the_hit(action: Action) -> None:
    waiting = decided(dealt(HAND), action)

    assert RULES.need(waiting) == CardsNeeded(count=5 + 1 + 1)
    over = RULES.draw(waiting, cards(f"{DEALER_AND_BURN} 9c"))
    assert RULES.dealt(over) == cards(f"{HAND} {DEALER_AND_BURN} 9c")


@pytest.mark.clause("MRD-13")
def test_a_seat_sees_its_own_hand_alone_until_the_hit_is_turned() -> None:
    waiting = dealt(f"{HAND} {OTHER_HAND}", Bet(500), Bet(500), sheet=TABLE)

    assert RULES.visible(waiting, seat=0) == cards(HAND)
    assert RULES.visible(waiting, seat=1) == cards(OTHER_HAND)
    acted = decided(waiting, Action.PLAY, Action.PLAY)
    assert RULES.visible(acted, seat=1) == cards(OTHER_HAND)
    assert RULES.dealt(acted) == cards(f"{HAND} {OTHER_HAND}")
    over = RULES.draw(acted, cards(f"{DEALER_AND_BURN} 9c"))
    assert RULES.visible(over, seat=0) == RULES.visible(over, seat=1) == RULES.dealt(over)


def test_no_spread_is_known_in_this_family() -> None:
    assert RULES.spread(dealt(HAND)) is None


@pytest.mark.parametrize(
    ("action", "amount_minor"),
    [
        (Action.RAISE, 499),
        (Action.RAISE, 501),
        (Action.RAISE, 0),
        (Action.RAISE, -500),
        (Action.PLAY, 500),
        (Action.SURRENDER, 250),
        (Action.STAND, 0),
    ],
)
def test_an_action_or_amount_that_is_not_open_is_refused_with_what_is(action: Action, amount_minor: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        RULES.act(dealt(HAND), seat=0, action=action, amount_minor=amount_minor)

    assert refused.value.members["legal_actions"] == [
        {"action": "play", "cost_min": usd(0), "cost_max": usd(0)},
        {"action": "raise", "cost_min": usd(500), "cost_max": usd(500)},
        {"action": "surrender", "cost_min": usd(0), "cost_max": usd(0)},
    ]


def test_a_decision_is_taken_once_in_turn_and_not_before_the_cards() -> None:
    waiting = dealt(f"{HAND} {OTHER_HAND}", Bet(500), Bet(500), sheet=TABLE)
    for state, seat in (
        (RULES.start(SHEET, [Bet(500)]), 0),
        (waiting, 1),
        (decided(waiting, Action.PLAY), 0),
        (decided(waiting, Action.PLAY, Action.PLAY), 1),
    ):
        with pytest.raises(IllegalAction) as refused:
            RULES.act(state, seat=seat, action=Action.PLAY, amount_minor=0)
        assert refused.value.members == {"legal_actions": []}


# --- The hit card -------------------------------------------------------------------------------------------


@pytest.mark.clause("MRD-1", "MRD-7")
@pytest.mark.parametrize(
    ("hand", "hit", "outcome"),
    [
        (HAND, "Qs", "win"),  # the king
        (HAND, "9s", "win"),
        (HAND, "7s", "win"),
        (HAND, "As", "lose"),  # above the king
        (HAND, "5h", "win"),
        (HAND, "Kh", "lose"),
        (HAND, "4d", "win"),
        (HAND, "6d", "lose"),
        (HAND, "3c", "lose"),
        ("As 2h 2d 2c 3c", "Ks", "win"),
        ("As 2h 2d 2c 3c", "2s", "win"),  # an ace is never low
        ("Ks Qs Js Ts 9s", "As", "lose"),
        ("As Ks Qs Js 9h", "Ad", "lose"),  # no diamond
        ("Kh Kd Kc 2h 2d", "Ks", "lose"),  # the same rank is not higher
    ],
)
def test_a_hand_wins_with_a_higher_card_of_the_hit_cards_suit(hand: str, hit: str, outcome: str) -> None:
    others = [
        text for text in ["2h", "3d", "4h", "6h", "7h", "8d", "9d", "Tc", "Jc"] if text not in (*hand.split(), hit)
    ]
    acted = decided(dealt(hand), Action.PLAY)

    over = RULES.need(RULES.draw(acted, cards(" ".join([*others[:6], hit]))))

    returned_minor = 1000 if outcome == "win" else 0
    result = SeatResult(outcome=outcome, staked_minor=500, returned_minor=returned_minor)
    assert over == RoundOver(results=(result,))


@pytest.mark.clause("MRD-5", "MRD-7", "MRD-8")
@pytest.mark.parametrize(
    ("action", "hit", "outcome", "staked_minor", "returned_minor"),
    [
        (Action.PLAY, "Qs", "win", 500, 1000),
        (Action.PLAY, "As", "lose", 500, 0),
        (Action.RAISE, "Qs", "win", 1000, 2000),
        (Action.RAISE, "As", "lose", 1000, 0),
        (Action.SURRENDER, "Qs", "surrender", 500, 250),
        (Action.SURRENDER, "As", "surrender", 500, 250),
    ],
)
def test_stake_and_raise_are_paid_even_money_and_a_surrender_gives_half_back(
    action: Action, hit: str, outcome: str, staked_minor: int, returned_minor: int
) -> None:
    result = SeatResult(outcome=outcome, staked_minor=staked_minor, returned_minor=returned_minor)

    assert results(decided(dealt(HAND), action), hit) == (result,)


@pytest.mark.clause("MRD-4")
def test_the_dealers_cards_and_the_burnt_one_are_compared_with_nothing() -> None:
    acted = decided(dealt(HAND), Action.RAISE)

    low, high = (RULES.need(RULES.draw(acted, cards(f"{rest} Qs"))) for rest in (DEALER_AND_BURN, "As Ah Ad Ac Kh Kd"))

    assert low == high


# --- The side bet -------------------------------------------------------------------------------------------


@pytest.mark.clause("MRD-9")
@pytest.mark.parametrize(
    ("hand", "hit", "category", "odds"),
    [
        ("As Kh 9d 7c 5s", "Th", "high_card", (-1, -1, -1)),
        ("As Ah 9d 7c 5s", "Th", "pair", (-1, -1, -1)),
        ("As Ah 9d 9c 5s", "Th", "two_pair", (2, 1, 1)),
        ("As Ah Ad 9c 5s", "Th", "three_of_a_kind", (4, 4, 4)),
        ("9s Jh Qd Kc 5s", "Th", "straight", (6, 7, 7)),
        ("Ah Jh 9h 7h 5s", "Th", "flush", (8, 14, 14)),
        ("As Ah Ad Ts 5s", "Th", "full_house", (15, 19, 19)),
        ("As Ah Ad Ac 5s", "Th", "four_of_a_kind", (50, 50, 50)),
        ("9h Jh Qh Kh 5s", "Th", "straight_flush", (200, 300, 300)),
        ("Ah Jh Qh Kh 5s", "Th", "royal_flush", (500, 500, 1000)),
    ],
)
def test_the_best_five_of_hand_and_hit_are_paid_by_the_scale(
    hand: str, hit: str, category: str, odds: tuple[int, int, int]
) -> None:
    for sheet, paid in zip((SHEET, montana_red_dog_b.SHEET, montana_red_dog_c.SHEET), odds, strict=True):
        acted = decided(dealt(hand, Bet(500, 300), sheet=sheet), Action.SURRENDER)
        (result,) = results(acted, hit)

        side_bet = SideBetResult(category=category, staked_minor=300, returned_minor=300 * (1 + paid))
        assert result.side_bet == side_bet
        assert (result.staked_minor, result.returned_minor) == (500 + 300, 250 + side_bet.returned_minor)


@pytest.mark.clause("MRD-10")
@pytest.mark.parametrize(
    ("hand", "hit", "category"),
    [
        ("As 2h 3d 4c 9s", "5h", "straight"),
        ("Ts Jh Qd Kc 2s", "Ah", "straight"),
        ("Ks Ah 2d 3c 9s", "4h", "high_card"),
        ("Js Qh Kd Ac 9s", "2h", "high_card"),
        ("As 2s 3s 4s Kd", "5s", "straight_flush"),
        ("Ts Js Qs Ks 2d", "As", "royal_flush"),
        ("Qs Ks As 2s 4d", "3s", "flush"),
        ("9s Ts Js Qs Ad", "Ks", "straight_flush"),
    ],
)
def test_an_ace_ends_a_straight_or_begins_one_and_is_in_the_middle_of_none(hand: str, hit: str, category: str) -> None:
    (result,) = results(decided(dealt(hand, Bet(500, 300)), Action.PLAY), hit)

    assert result.side_bet is not None
    assert result.side_bet.category == category


@pytest.mark.clause("MRD-11")
def test_a_surrender_leaves_the_side_bet_alive() -> None:
    (result,) = results(decided(dealt("7s 7c 2d 4c Kh", Bet(500, 300)), Action.SURRENDER), "7d")

    # Half of 500, and 300 at 4 to 1.
    side_bet = SideBetResult(category="three_of_a_kind", staked_minor=300, returned_minor=1500)
    assert result == SeatResult(outcome="surrender", staked_minor=800, returned_minor=1750, side_bet=side_bet)


@pytest.mark.clause("MRD-9")
def test_the_side_bet_does_not_ask_who_beats_the_hit_card() -> None:
    (result,) = results(decided(dealt("7s 7c 2d 4c Kh", Bet(500, 300)), Action.RAISE), "Ad")

    side_bet = SideBetResult(category="pair", staked_minor=300, returned_minor=0)
    assert result == SeatResult(outcome="lose", staked_minor=1300, returned_minor=0, side_bet=side_bet)


def test_without_a_side_bet_nothing_is_judged() -> None:
    (result,) = results(decided(dealt("7s 7c 2d 4c Kh"), Action.PLAY), "7d")

    assert result.side_bet is None


# --- Limits -------------------------------------------------------------------------------------------------


@pytest.mark.clause("MRD-2")
@pytest.mark.parametrize("stake_minor", [100, 102, 29_998, 30_000])
def test_both_ends_of_the_limits_may_be_staked(stake_minor: int) -> None:
    assert RULES.need(RULES.start(SHEET, [Bet(stake_minor)])) == CardsNeeded(count=5)


@pytest.mark.clause("MRD-2")
@pytest.mark.parametrize("stake_minor", [98, 99, 30_001, 30_002, 0, -100, 10**30])
def test_a_stake_outside_the_limits_is_refused_with_the_limits(stake_minor: int) -> None:
    with pytest.raises(StakeOutOfLimits) as refused:
        RULES.start(SHEET, [Bet(stake_minor)])

    assert refused.value.members == {"minimum": usd(100), "maximum": usd(30_000)}


@pytest.mark.clause("MRD-2")
@pytest.mark.parametrize("sheet", [SHEET, THREE], ids=lambda sheet: sheet.game)
@pytest.mark.parametrize("stake_minor", [101, 333, 29_999])
def test_a_stake_without_a_half_is_refused_before_the_cards(sheet: RuleSheet, stake_minor: int) -> None:
    with pytest.raises(StakeNotEven):
        RULES.start(sheet, [Bet(stake_minor)])


@pytest.mark.clause("MRD-3", "MRD-12")
@pytest.mark.parametrize("side_bet_minor", [0, 100, 101, 29_999, 30_000])
def test_a_side_bet_is_any_amount_within_its_limits_or_none(side_bet_minor: int) -> None:
    assert RULES.need(RULES.start(SHEET, [Bet(500, side_bet_minor)])) == CardsNeeded(count=5)


@pytest.mark.clause("MRD-3")
@pytest.mark.parametrize("side_bet_minor", [1, 99, -100, 30_001, 10**30])
def test_a_side_bet_outside_its_limits_is_refused_with_them(side_bet_minor: int) -> None:
    with pytest.raises(SideBetOutOfLimits) as refused:
        RULES.start(SHEET, [Bet(500, side_bet_minor)])

    assert refused.value.members == {"minimum": usd(100), "maximum": usd(30_000)}


@pytest.mark.clause("MRD-14")
@pytest.mark.parametrize("side_bet_minor", [1, 100, -1])
def test_three_cards_offer_no_side_bet(side_bet_minor: int) -> None:
    with pytest.raises(SideBetOutOfLimits) as refused:
        RULES.start(THREE, [Bet(500, side_bet_minor)])

    assert refused.value.members == {}


@pytest.mark.clause("MRD-12")
def test_stake_raise_and_side_bet_may_each_be_the_maximum() -> None:
    acted = decided(dealt("Ah Jh Qh Kh 5s", Bet(30_000, 30_000), sheet=montana_red_dog_c.SHEET), Action.RAISE)

    # 60,000 at even money, and 30,000 at 1000 to 1: the most that the sheet says can come back.
    (result,) = results(acted, "Th")
    assert result.staked_minor == 90_000
    assert result.returned_minor == 120_000 + 30_000 * 1001
    assert result.returned_minor == montana_red_dog_c.SHEET.terms.most_returned_minor(30_000)


@pytest.mark.clause("MRD-13")
@pytest.mark.parametrize(("sheet", "seats"), [(SHEET, 0), (SHEET, 2), (TABLE, 0), (TABLE, 8)])
def test_more_seats_than_the_game_has_or_none_are_refused(sheet: RuleSheet, seats: int) -> None:
    with pytest.raises(SeatsOutOfLimits) as refused:
        RULES.start(sheet, [Bet(500)] * seats)

    assert refused.value.members == {"minimum": 1, "maximum": sheet.seats}


@pytest.mark.clause("MRD-13")
def test_seats_decide_in_their_order_and_are_paid_for_their_own_hands_and_bets() -> None:
    bets = (Bet(1000), Bet(500, 100), Bet(2000))
    waiting = dealt(f"{HAND} {OTHER_HAND} Qs Qd Qc Jc Ts", *bets, sheet=TABLE)

    asked = RULES.need(decided(waiting, Action.RAISE))
    acted = decided(waiting, Action.RAISE, Action.SURRENDER, Action.PLAY)

    assert isinstance(asked, DecisionNeeded)
    assert (asked.seat, asked.legal_actions[1].cost_max_minor) == (1, 500)
    # The hit is the nine of spades: the first has the king, the third the queen and the ten.
    side_bet = SideBetResult(category="high_card", staked_minor=100, returned_minor=0)
    assert results(acted, "9s") == (
        SeatResult(outcome="win", staked_minor=2000, returned_minor=4000),
        SeatResult(outcome="surrender", staked_minor=600, returned_minor=250, side_bet=side_bet),
        SeatResult(outcome="win", staked_minor=2000, returned_minor=4000),
    )


@pytest.mark.clause("MRD-6")
def test_the_hit_is_turned_even_where_every_seat_surrendered() -> None:
    waiting = dealt(f"{HAND} {OTHER_HAND}", Bet(500), Bet(1000), sheet=TABLE)
    acted = decided(waiting, Action.SURRENDER, Action.SURRENDER)

    assert [result.returned_minor for result in results(acted, "9s")] == [250, 500]
