"""Walking a round: live, step by step, and again from its records."""

import pytest

from games.core.action import Action
from games.core.cards import Card, parse_card
from games.core.families import family_of
from games.core.family import Bet, DecisionNeeded, IllegalAction, RoundOver
from games.core.play import Act, DeckTooShort, begin, deal_first_cards, deal_until_decision, proceed, replay
from games.core.sheet import RuleSheet
from games.core.variants import VARIANTS, montana_red_dog, red_dog_atlantic_city

SHEET = VARIANTS[0]
FAMILY = family_of(SHEET)
RAISE = Act(seat=0, action=Action.RAISE, amount_minor=500)


def deck(texts: str) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts.split())


def test_a_spread_is_dealt_to_its_decision_and_then_to_its_end() -> None:
    cards = deck("5s 8h 6c Ah")

    waiting = begin(SHEET, (Bet(500),), cards)
    over = proceed(SHEET, waiting, RAISE, cards)

    assert isinstance(FAMILY.need(waiting), DecisionNeeded)
    assert FAMILY.dealt(waiting) == cards[:2]
    assert isinstance(FAMILY.need(over), RoundOver)
    assert FAMILY.dealt(over) == cards[:3]


@pytest.mark.parametrize(("texts", "used"), [("9s 9h 9c Ah", 3), ("9s Th 9c Ah", 2)])
def test_a_round_without_a_decision_is_over_when_it_begins(texts: str, used: int) -> None:
    over = begin(SHEET, (Bet(500),), deck(texts))

    assert isinstance(FAMILY.need(over), RoundOver)
    assert FAMILY.dealt(over) == deck(texts)[:used]


def test_the_first_cards_of_a_pair_lie_on_the_table_before_its_third_is_dealt() -> None:
    cards = deck("9s 9h 9c")

    opening = deal_first_cards(SHEET, (Bet(500),), cards)

    assert FAMILY.visible(opening, seat=0) == cards[:2]
    assert deal_until_decision(SHEET, opening, cards) == begin(SHEET, (Bet(500),), cards)


def test_replay_comes_to_the_state_of_live_play() -> None:
    cards = deck("5s 8h 6c")

    assert replay(SHEET, (Bet(500),), cards, [RAISE]) == proceed(SHEET, begin(SHEET, (Bet(500),), cards), RAISE, cards)
    assert replay(SHEET, (Bet(500),), cards, []) == begin(SHEET, (Bet(500),), cards)


def test_replay_refuses_an_act_too_many() -> None:
    with pytest.raises(IllegalAction):
        replay(SHEET, (Bet(500),), deck("5s 8h 6c"), [RAISE, RAISE])


def test_a_deck_without_a_third_card_ends_at_the_decision_and_not_before() -> None:
    cards = deck("5s 8h")
    waiting = begin(SHEET, (Bet(500),), cards)

    with pytest.raises(DeckTooShort) as refused:
        proceed(SHEET, waiting, RAISE, cards)

    assert refused.value.members == {"needed": 3}


@pytest.mark.parametrize(
    ("sheet", "action"),
    [
        (red_dog_atlantic_city.SHEET, Action.STAND),
        (montana_red_dog.SHEET, Action.PLAY),
        (montana_red_dog.SHEET, Action.SURRENDER),
    ],
)
def test_an_action_that_costs_nothing_takes_the_amount_0_and_no_other(sheet: RuleSheet, action: Action) -> None:
    cards, family = deck("5s 8h 6c Ah 2d 3d 4d 7d 9d Jd Qd Kd"), family_of(sheet)
    waiting = begin(sheet, (Bet(500),), cards)

    free = proceed(sheet, waiting, Act(seat=0, action=action, amount_minor=0), cards)

    assert isinstance(family.need(free), RoundOver)
    with pytest.raises(IllegalAction):
        proceed(sheet, waiting, Act(seat=0, action=action, amount_minor=1), cards)
