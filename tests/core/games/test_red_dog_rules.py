"""The state machine of casino Red Dog, step by step."""

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
    StakeOutOfLimits,
)
from games.core.red_dog.rules import RedDog, RedDogRound, terms_of
from games.core.red_dog.terms import RaiseMode
from games.core.sheet import RuleSheet
from games.core.variants import red_dog_atlantic_city, red_dog_table

RULES = RedDog()
ATLANTIC_CITY = red_dog_atlantic_city.SHEET
TABLE = red_dog_table.SHEET
UP_TO = replace(ATLANTIC_CITY, terms=replace(terms_of(ATLANTIC_CITY), raise_mode=RaiseMode.UP_TO))
STAND = LegalAction(action=Action.STAND, cost_min_minor=0, cost_max_minor=0)


def cards(texts: str) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts.split())


def dealt(texts: str, *stakes_minor: int, sheet: RuleSheet = ATLANTIC_CITY) -> RedDogRound:
    return RULES.draw(RULES.start(sheet, [Bet(stake_minor) for stake_minor in stakes_minor or (500,)]), cards(texts))


def usd(amount_minor: int) -> dict[str, object]:
    return {"amount": amount_minor, "currency": "USD"}


@pytest.mark.clause("RD-2")
def test_a_round_begins_with_two_cards() -> None:
    started = RULES.start(ATLANTIC_CITY, [Bet(500)])

    assert RULES.need(started) == CardsNeeded(count=2)
    assert RULES.dealt(started) == ()
    assert RULES.spread(started) is None


@pytest.mark.clause("RD-1")
@pytest.mark.parametrize(
    ("first_two", "spread"),
    [("2s Jh", 8), ("2s Ah", 11), ("Ah 2s", 11), ("Ks Ah", 0), ("5s 8h", 2), ("9s 9h", None), ("Qs Ah", 1)],
)
def test_the_spread_counts_the_ranks_strictly_between_with_the_ace_above_the_king(
    first_two: str, spread: int | None
) -> None:
    assert RULES.spread(dealt(first_two)) == spread


@pytest.mark.clause("RD-3")
def test_consecutive_cards_end_the_round_with_a_push_and_no_third_card() -> None:
    pushed = SeatResult(outcome="consecutive_push", staked_minor=500, returned_minor=500)

    assert RULES.need(dealt("9s Th")) == RoundOver(results=(pushed,))


@pytest.mark.clause("RD-4")
def test_a_pair_draws_the_third_card_by_itself() -> None:
    assert RULES.need(dealt("9s 9h")) == CardsNeeded(count=1)


@pytest.mark.clause("RD-4")
@pytest.mark.parametrize(
    ("third", "outcome", "returned_minor"),
    [("9c", "trips", 500 * 12), ("8c", "pair_push", 500), ("Ac", "pair_push", 500)],
)
def test_a_pair_wins_eleven_to_one_on_its_rank_and_pushes_otherwise(
    third: str, outcome: str, returned_minor: int
) -> None:
    over = RULES.draw(dealt("9s 9h"), cards(third))

    result = SeatResult(outcome=outcome, staked_minor=500, returned_minor=returned_minor)
    assert RULES.need(over) == RoundOver(results=(result,))


@pytest.mark.clause("RD-5")
def test_a_spread_asks_for_a_raise_of_the_stake_or_to_stand() -> None:
    raised = LegalAction(action=Action.RAISE, cost_min_minor=500, cost_max_minor=500)

    assert RULES.need(dealt("5s 8h")) == DecisionNeeded(seat=0, legal_actions=(raised, STAND), default=Action.STAND)


@pytest.mark.clause("RD-5")
def test_where_the_house_lets_the_player_choose_a_raise_is_anything_up_to_the_stake() -> None:
    raised = LegalAction(action=Action.RAISE, cost_min_minor=1, cost_max_minor=500)

    assert RULES.need(dealt("5s 8h", sheet=UP_TO)) == DecisionNeeded(
        seat=0, legal_actions=(raised, STAND), default=Action.STAND
    )


@pytest.mark.clause("RD-7")
@pytest.mark.parametrize("third", ["5c", "8c", "4c", "9c", "2c", "Ac"])
def test_a_third_card_at_an_end_or_outside_loses_stake_and_raise(third: str) -> None:
    acted = RULES.act(dealt("5s 8h"), seat=0, action=Action.RAISE, amount_minor=500)

    lost = SeatResult(outcome="lose", staked_minor=1000, returned_minor=0)
    assert RULES.need(RULES.draw(acted, cards(third))) == RoundOver(results=(lost,))


@pytest.mark.clause("RD-6")
@pytest.mark.parametrize(
    ("high", "odds"),
    [
        ("4h", 5),
        ("5h", 4),
        ("6h", 2),
        ("7h", 1),
        ("8h", 1),
        ("9h", 1),
        ("Th", 1),
        ("Jh", 1),
        ("Qh", 1),
        ("Kh", 1),
        ("Ah", 1),
    ],
)
def test_a_third_card_between_pays_stake_and_raise_at_the_odds_of_the_spread(high: str, odds: int) -> None:
    acted = RULES.act(dealt(f"2s {high}"), seat=0, action=Action.RAISE, amount_minor=500)

    won = SeatResult(outcome="win", staked_minor=1000, returned_minor=1000 * (1 + odds))
    assert RULES.need(RULES.draw(acted, cards("3c"))) == RoundOver(results=(won,))


@pytest.mark.clause("RD-6")
def test_a_partial_raise_is_paid_with_the_stake() -> None:
    acted = RULES.act(dealt("2s 4h", sheet=UP_TO), seat=0, action=Action.RAISE, amount_minor=1)

    # A stake of 500 and a raise of 1 at 5 to 1: 501 * 6.
    won = SeatResult(outcome="win", staked_minor=501, returned_minor=3006)
    assert RULES.need(RULES.draw(acted, cards("3c"))) == RoundOver(results=(won,))


@pytest.mark.parametrize(
    ("sheet", "action", "amount_minor"),
    [
        (ATLANTIC_CITY, Action.RAISE, 499),
        (ATLANTIC_CITY, Action.RAISE, 501),
        (ATLANTIC_CITY, Action.RAISE, 0),
        (ATLANTIC_CITY, Action.RAISE, -500),
        (ATLANTIC_CITY, Action.STAND, 1),
        (UP_TO, Action.RAISE, 0),
        (UP_TO, Action.RAISE, 501),
    ],
)
def test_an_amount_outside_the_cost_of_the_action_is_refused_with_what_is_legal(
    sheet: RuleSheet, action: Action, amount_minor: int
) -> None:
    waiting = dealt("5s 8h", sheet=sheet)

    with pytest.raises(IllegalAction) as refused:
        RULES.act(waiting, seat=0, action=action, amount_minor=amount_minor)

    least_minor = 1 if sheet is UP_TO else 500
    assert refused.value.members["legal_actions"] == [
        {"action": "raise", "cost_min": usd(least_minor), "cost_max": usd(500)},
        {"action": "stand", "cost_min": usd(0), "cost_max": usd(0)},
    ]


@pytest.mark.clause("RD-4")
@pytest.mark.parametrize("first_two", ["9s 9h", "9s Th"])
@pytest.mark.parametrize(("action", "amount_minor"), [(Action.RAISE, 500), (Action.STAND, 0)])
def test_a_pair_and_consecutive_cards_take_no_decision(first_two: str, action: Action, amount_minor: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        RULES.act(dealt(first_two), seat=0, action=action, amount_minor=amount_minor)

    assert refused.value.members == {"legal_actions": []}


def test_a_decision_is_taken_once() -> None:
    acted = RULES.act(dealt("5s 8h"), seat=0, action=Action.STAND, amount_minor=0)

    with pytest.raises(IllegalAction):
        RULES.act(acted, seat=0, action=Action.RAISE, amount_minor=500)


def test_no_decision_is_taken_before_the_cards() -> None:
    with pytest.raises(IllegalAction):
        RULES.act(RULES.start(ATLANTIC_CITY, [Bet(500)]), seat=0, action=Action.STAND, amount_minor=0)


@pytest.mark.clause("RD-2")
@pytest.mark.parametrize("stake_minor", [500, 501, 29_999, 30_000])
def test_both_ends_of_the_limits_may_be_staked(stake_minor: int) -> None:
    assert RULES.need(RULES.start(ATLANTIC_CITY, [Bet(stake_minor)])) == CardsNeeded(count=2)


@pytest.mark.clause("RD-2")
@pytest.mark.parametrize("stake_minor", [499, 30_001, 0, -500, 10**30])
def test_a_stake_outside_the_limits_is_refused_with_the_limits(stake_minor: int) -> None:
    with pytest.raises(StakeOutOfLimits) as refused:
        RULES.start(ATLANTIC_CITY, [Bet(stake_minor)])

    assert refused.value.members == {"minimum": usd(500), "maximum": usd(30_000)}


@pytest.mark.clause("RD-8")
def test_stake_and_raise_together_may_be_twice_the_maximum() -> None:
    acted = RULES.act(dealt("5s 8h", 30_000), seat=0, action=Action.RAISE, amount_minor=30_000)

    # 60,000 staked at 4 to 1
    won = SeatResult(outcome="win", staked_minor=60_000, returned_minor=300_000)
    assert RULES.need(RULES.draw(acted, cards("6c"))) == RoundOver(results=(won,))


@pytest.mark.parametrize(("sheet", "seats"), [(ATLANTIC_CITY, 0), (ATLANTIC_CITY, 2), (TABLE, 0), (TABLE, 8)])
def test_more_seats_than_the_game_has_or_none_are_refused(sheet: RuleSheet, seats: int) -> None:
    with pytest.raises(SeatsOutOfLimits) as refused:
        RULES.start(sheet, [Bet(500)] * seats)

    assert refused.value.members == {"minimum": 1, "maximum": sheet.seats}


@pytest.mark.clause("RD-10")
def test_seats_decide_in_their_order_before_the_third_card_and_are_paid_for_their_own() -> None:
    waiting = dealt("2s 4h", 1000, 2500, 333, sheet=TABLE)

    first = RULES.act(waiting, seat=0, action=Action.STAND, amount_minor=0)
    second = RULES.act(first, seat=1, action=Action.RAISE, amount_minor=2500)
    asked = RULES.need(second)
    third = RULES.act(second, seat=2, action=Action.STAND, amount_minor=0)

    assert isinstance(asked, DecisionNeeded)
    assert (asked.seat, asked.legal_actions[0].cost_max_minor) == (2, 333)
    assert RULES.need(third) == CardsNeeded(count=1)
    assert RULES.need(RULES.draw(third, cards("3c"))) == RoundOver(
        results=(
            SeatResult(outcome="win", staked_minor=1000, returned_minor=6000),
            SeatResult(outcome="win", staked_minor=5000, returned_minor=30_000),
            SeatResult(outcome="win", staked_minor=333, returned_minor=1998),
        )
    )


def test_a_seat_may_not_decide_before_its_turn() -> None:
    with pytest.raises(IllegalAction) as refused:
        RULES.act(dealt("2s 4h", 1000, 2500, sheet=TABLE), seat=1, action=Action.STAND, amount_minor=0)

    assert refused.value.members == {"legal_actions": []}


def test_all_cards_lie_face_up_in_deal_order() -> None:
    over = RULES.draw(dealt("9s 9h"), cards("2c"))

    assert RULES.visible(over, seat=0) == RULES.dealt(over) == cards("9s 9h 2c")
