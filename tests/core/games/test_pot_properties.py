"""What holds for every game of Pot Red Dog, however it is played."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from games.core.action import Action
from games.core.cards import PACK, Card
from games.core.families import family_of
from games.core.family import Bet, DecisionNeeded, IllegalAction, LegalAction, RoundOver
from games.core.play import Act
from games.core.pot.game import End, Outcome, PotGame, packs, spread_of, terms_of
from games.core.pot.rules import PotRedDog, shown_cards
from games.core.sheet import RuleSheet
from games.core.variants import pot_red_dog
from games.laboratory.pot.whole_game import Policy, play_game, silent

RULES = PotRedDog()
SHEET = replace(pot_red_dog.SHEET, stake_min_minor=500, stake_max_minor=50_000)
RAKED = replace(SHEET, terms=replace(terms_of(SHEET), rake_basis_points=700))
UNIT = terms_of(SHEET).unit_minor
TURNS_MAX = 40

for_every_game = settings(max_examples=60, deadline=None)


class Game(list[PotGame]):
    """All states of a game, told by how it began."""

    def __repr__(self) -> str:
        return f"Game of {self[0].buy_ins_minor}, dealt {self[-1].dealt[:20]}"


def price(legal: LegalAction, choose: Callable[[int], int]) -> int:
    """Return a price of the action: any of them, by a number from 0 to how many there are, less one."""
    steps = (legal.cost_max_minor - legal.cost_min_minor) // legal.step_minor
    return legal.cost_min_minor + legal.step_minor * choose(steps)


@st.composite
def games(draw: st.DrawFn, sheets: Sequence[RuleSheet] = (SHEET, RAKED)) -> Game:
    """Play a game of any legal decisions, and return all its states."""
    sheet = draw(st.sampled_from(sheets))
    seats = draw(st.integers(min_value=2, max_value=10))
    stacks = st.integers(min_value=1, max_value=draw(st.sampled_from([4, 20, 100])))
    bets = draw(st.lists(stacks.map(lambda units: Bet(units * UNIT)), min_size=seats, max_size=seats))
    # One number for the whole game: what fails is found again, and no time is lost on games that look simpler.
    dice = random.Random(draw(st.integers(min_value=0, max_value=2**32)))

    def shuffle(cards: Sequence[Card]) -> Sequence[Card]:
        return dice.sample(cards, len(cards))

    def anything(_: PotGame, need: DecisionNeeded) -> Act:
        legal = dice.choice(need.legal_actions)
        amount_minor = price(legal, lambda steps: dice.randint(0, steps))
        return Act(seat=need.seat, action=legal.action, amount_minor=amount_minor)

    policies: list[Policy] = [anything] * seats
    return Game(play_game(sheet, bets, shuffle=shuffle, policies=policies, turns_max=TURNS_MAX))


@pytest.mark.clause("F07")
@pytest.mark.clause("PRD-20")
@for_every_game
@given(games())
def test_stacks_pot_and_rake_are_always_the_chips_that_were_bought(game: Game) -> None:
    for state in game:
        assert sum(state.stacks_minor) + state.pot_minor + state.rake_minor == sum(state.buy_ins_minor)
        assert min(*state.stacks_minor, state.pot_minor, state.rake_minor) >= 0


@for_every_game
@given(games())
def test_until_the_end_stacks_pot_and_rake_stay_in_units(game: Game) -> None:
    for state in game[:-1]:
        assert not any(amount % UNIT for amount in (*state.stacks_minor, state.pot_minor, state.rake_minor))


@pytest.mark.clause("PRD-16")
@for_every_game
@given(games())
def test_discards_and_hands_are_never_in_the_stock_and_with_it_are_the_packs(game: Game) -> None:
    size = PACK * packs(game[0].sheet, seats=len(game[0].stacks_minor))
    for state in game:
        lying = [*state.discards, *(card for hand in state.hands for card in hand)]
        assert len(set(lying)) == len(lying) == size - state.stock
        assert all(0 <= card < size for card in lying)


@for_every_game
@given(games())
def test_every_card_that_was_dealt_is_in_a_hand_or_was_shown_or_thrown_away(game: Game) -> None:
    over = game[-1]
    in_turns = [card for turn in over.turns for card in turn.cards]
    in_hands = [card for hand in over.hands for card in hand]

    missing = len(over.dealt) - len(in_turns) - len(in_hands)

    # A player who goes out between his turns throws two cards away.
    assert 0 <= missing <= 2 * (len(over.stacks_minor) - len(over.in_play))
    assert set(in_turns) <= set(over.dealt)


@pytest.mark.clause("F07")
@for_every_game
@given(games())
def test_a_game_ends_and_every_seat_has_its_chips(game: Game) -> None:
    over = RULES.need(game[-1])

    assert isinstance(over, RoundOver)
    assert game[-1].pot_minor == 0
    assert [result.staked_minor for result in over.results] == list(game[0].buy_ins_minor)
    assert [result.returned_minor for result in over.results] == list(game[-1].stacks_minor)
    assert sum(result.net_minor for result in over.results) == -game[-1].rake_minor
    for result in over.results:
        sign = (result.net_minor > 0) - (result.net_minor < 0)
        assert result.outcome == {1: "won", 0: "even", -1: "lost"}[sign]


@pytest.mark.clause("PRD-17")
@pytest.mark.clause("PRD-18")
@for_every_game
@given(games())
def test_a_game_ends_for_one_of_three_reasons_and_for_no_other(game: Game) -> None:
    last, turns = game[-1], game[-1].turns

    before = [game[0].stacks_minor, *(turn.stacks_minor for turn in turns)]
    for stacks_minor, turn in zip(before, turns, strict=False):
        few_left = sum(stack_minor > 0 for stack_minor in turn.stacks_minor) <= 1
        assert turn.over == ((turn.all_out and 0 in stacks_minor) or few_left)
    assert not any(turn.over for turn in turns[:-1])
    if last.end is End.ALL_OUT:
        assert turns[-1].all_out
    if last.end is End.AGREED:
        assert len(turns) >= TURNS_MAX


@pytest.mark.clause("F07")
@for_every_game
@given(games([SHEET]))
def test_a_turn_moves_what_its_outcome_says_and_nothing_else(game: Game) -> None:
    stacks_minor, pot_minor = game[0].stacks_minor, game[0].pot_minor
    for turn in game[-1].turns:
        assert turn.pot_before_refill_minor == pot_minor - turn.net_minor
        assert turn.stack_before_refill_minor == stacks_minor[turn.seat] + turn.net_minor
        bounds = {
            Outcome.CONSECUTIVE_DRAW: (0, 0),
            Outcome.PAIR_TAKE: (min(1000, pot_minor), min(1000, pot_minor)),
            Outcome.RED_DOG: (pot_minor, pot_minor),
            Outcome.PAIR_MISS: (0, 0),
            Outcome.DOWN: (-500, -500),
            Outcome.WIN: (500, pot_minor),
            Outcome.LOSE: (-min(pot_minor, stacks_minor[turn.seat]), -500),
        }
        low, high = bounds[turn.outcome]
        assert low <= turn.net_minor <= high
        stacks_minor, pot_minor = turn.stacks_minor, turn.pot_minor


@pytest.mark.clause("PRD-5")
@pytest.mark.clause("PRD-15")
@for_every_game
@given(games())
def test_the_turn_goes_round_the_players_who_have_chips(game: Game) -> None:
    stacks_minor, seats = game[0].stacks_minor, len(game[0].stacks_minor)
    seat = seats - 1
    for turn in game[-1].turns:
        passed = [(seat + step) % seats for step in range(1, seats + 1)]
        assert turn.seat == next(one for one in passed if stacks_minor[one])
        seat, stacks_minor = turn.seat, turn.stacks_minor


@pytest.mark.clause("PRD-22")
@for_every_game
@given(games())
def test_no_seat_sees_a_card_of_another_before_it_is_shown(game: Game) -> None:
    for state in game:
        for seat, hand in enumerate(state.hands):
            seen = RULES.visible(state, seat=seat)
            assert sorted(seen) == sorted({*hand, *shown_cards(state)})
            assert set(RULES.hidden(state, seat=seat)) == set(hand) - set(shown_cards(state))
            assert [card for card in state.dealt if card in seen][-1:] == list(seen[-1:])


@pytest.mark.clause("PRD-21")
@for_every_game
@given(games())
def test_the_default_of_every_decision_is_legal_has_one_price_and_risks_nothing_more(game: Game) -> None:
    for state in game:
        need = RULES.need(state)
        if isinstance(need, DecisionNeeded):
            (default,) = [legal for legal in need.legal_actions if legal.action is need.default]
            assert default.cost_min_minor == default.cost_max_minor
            pair = spread_of(state.hands[need.seat]) is None
            assert (need.default, default.cost_max_minor) == ((Action.TAKE, 0) if pair else (Action.DOWN, 500))


@for_every_game
@given(games([SHEET]), st.integers(min_value=-1000, max_value=60_000))
def test_a_price_is_legal_exactly_where_it_is_a_unit_in_range(game: Game, amount_minor: int) -> None:
    for state in game:
        need = RULES.need(state)
        if not isinstance(need, DecisionNeeded) or need.legal_actions[0].action is not Action.RAISE:
            continue
        most_minor = min(state.pot_minor, state.stacks_minor[need.seat])
        least_minor = min(1000, state.stacks_minor[need.seat])
        if amount_minor % UNIT == 0 and least_minor <= amount_minor <= most_minor:
            RULES.act(state, seat=need.seat, action=Action.RAISE, amount_minor=amount_minor)
        else:
            with pytest.raises(IllegalAction):
                RULES.act(state, seat=need.seat, action=Action.RAISE, amount_minor=amount_minor)
        break


def test_a_table_of_silent_players_ends_by_its_turns_or_by_its_chips() -> None:
    def as_they_lie(cards: Sequence[Card]) -> Sequence[Card]:
        return cards

    *_, last = play_game(SHEET, [Bet(20_000)] * 3, shuffle=as_they_lie, policies=[silent] * 3, turns_max=500)

    assert family_of(SHEET).need(last) == RULES.need(last)
    assert last.end is not None
    assert {turn.action for turn in last.turns} <= {None, Action.TAKE, Action.DOWN}
