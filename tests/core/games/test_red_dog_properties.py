"""What holds for every round of Red Dog."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.core.action import Action
from games.core.cards import PACK, Card
from games.core.families import family_of
from games.core.family import Bet, DecisionNeeded, RoundOver
from games.core.play import Act, begin, proceed, replay
from games.core.red_dog.rules import Outcome, terms_of
from games.core.red_dog.terms import RaiseMode, RedDogTerms
from games.core.sheet import RuleSheet
from games.core.variants import VARIANTS

UP_TO = replace(VARIANTS[0], terms=replace(terms_of(VARIANTS[0]), raise_mode=RaiseMode.UP_TO))
sheets = st.builds(
    lambda sheet, decks: replace(sheet, decks=decks),
    st.sampled_from([*(sheet for sheet in VARIANTS if sheet.family == RedDogTerms.FAMILY), UP_TO]),
    st.integers(min_value=1, max_value=8),
)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[RuleSheet, list[Bet], list[Card], list[Act]]:
    """Play a round to its end by decisions drawn from what the rules say is legal."""
    sheet = draw(sheets)
    stake = st.integers(min_value=sheet.stake_min_minor, max_value=sheet.stake_max_minor)
    bets = draw(st.lists(stake.map(Bet), min_size=1, max_size=sheet.seats))
    cards = st.integers(min_value=0, max_value=PACK * sheet.decks - 1).map(Card)
    deck = draw(st.lists(cards, min_size=3, max_size=3, unique=True))

    acts: list[Act] = []
    family, state = family_of(sheet), begin(sheet, bets, deck)
    while isinstance(need := family.need(state), DecisionNeeded):
        legal = draw(st.sampled_from(need.legal_actions))
        amount_minor = draw(st.integers(min_value=legal.cost_min_minor, max_value=legal.cost_max_minor))
        acts.append(Act(seat=need.seat, action=legal.action, amount_minor=amount_minor))
        state = proceed(sheet, state, acts[-1], deck)
    return sheet, bets, deck, acts


def ended(sheet: RuleSheet, state: Any) -> RoundOver:
    over = family_of(sheet).need(state)
    assert isinstance(over, RoundOver)
    return over


@given(rounds())
def test_a_round_is_decided_by_sheet_stakes_cards_and_acts_alone(
    played: tuple[RuleSheet, list[Bet], list[Card], list[Act]],
) -> None:
    assert replay(*played) == replay(*played)


@given(rounds())
def test_every_seat_has_staked_its_stake_and_its_raise(
    played: tuple[RuleSheet, list[Bet], list[Card], list[Act]],
) -> None:
    sheet, bets, _, acts = played

    over = ended(sheet, replay(*played))

    raised_minor = {act.seat: act.amount_minor for act in acts}
    expected = [bet.stake_minor + raised_minor.get(seat, 0) for seat, bet in enumerate(bets)]
    assert [result.staked_minor for result in over.results] == expected


@given(rounds())
def test_no_more_comes_back_than_the_best_odds_and_nothing_but_multiples_of_what_was_staked(
    played: tuple[RuleSheet, list[Bet], list[Card], list[Act]],
) -> None:
    sheet = played[0]

    for result in ended(sheet, replay(*played)).results:
        assert (
            0
            <= result.returned_minor
            <= result.staked_minor * (1 + max(*terms_of(sheet).pay_spread, terms_of(sheet).pay_trips))
        )
        assert result.returned_minor % result.staked_minor == 0
        assert (result.returned_minor == 0) == (result.outcome == Outcome.LOSE)
        assert (result.net_minor == 0) == (result.outcome in {Outcome.PAIR_PUSH, Outcome.CONSECUTIVE_PUSH})


@given(rounds())
def test_seats_are_asked_on_a_spread_and_never_otherwise(
    played: tuple[RuleSheet, list[Bet], list[Card], list[Act]],
) -> None:
    sheet, bets, deck, acts = played

    spread = family_of(sheet).spread(begin(sheet, bets, deck))

    asked = list(range(len(bets))) if spread else []
    assert [act.seat for act in acts] == asked


@pytest.mark.clause("RD-3")
@given(rounds())
def test_a_third_card_is_dealt_unless_the_first_two_are_consecutive(
    played: tuple[RuleSheet, list[Bet], list[Card], list[Act]],
) -> None:
    sheet, _, deck, _ = played

    family, state = family_of(sheet), replay(*played)

    used = 2 if family.spread(state) == 0 else 3
    assert family.dealt(state) == tuple(deck[:used])


@given(rounds())
def test_the_order_of_the_first_two_cards_and_their_suits_change_nothing(
    played: tuple[RuleSheet, list[Bet], list[Card], list[Act]],
) -> None:
    sheet, bets, deck, acts = played
    ranks = [card % 13 for card in (deck[1], deck[0], deck[2])]
    other_suits = [Card(rank + 13 * suit) for suit, rank in enumerate(ranks)]

    mirrored = ended(sheet, replay(sheet, bets, other_suits, acts))

    assert mirrored == ended(sheet, replay(*played))


@pytest.mark.clause("RD-13")
@given(sheets, st.integers(min_value=0, max_value=10))
def test_the_default_of_every_decision_is_legal_and_free(sheet: RuleSheet, low: int) -> None:
    waiting = begin(sheet, (Bet(sheet.stake_min_minor),), (Card(low), Card(low + 2), Card(low + 14)))

    need = family_of(sheet).need(waiting)

    assert isinstance(need, DecisionNeeded)
    assert [legal.cost_max_minor for legal in need.legal_actions if legal.action is need.default] == [0]
    assert need.default is Action.STAND
