"""What holds for every round of Montana Red Dog."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.core.action import Action
from games.core.cards import PACK, Card
from games.core.families import family_of
from games.core.family import Bet, DecisionNeeded, RoundOver
from games.core.montana.rules import Outcome, terms_of
from games.core.montana.terms import MontanaTerms
from games.core.play import Act, begin, proceed, replay
from games.core.sheet import RuleSheet
from games.core.variants import VARIANTS

pytestmark = pytest.mark.clause("F06")

Played = tuple[RuleSheet, list[Bet], list[Card], list[Act]]

SHEETS = [replace(sheet, seats=7) for sheet in VARIANTS if sheet.family == MontanaTerms.FAMILY]
decks = st.permutations(range(PACK)).map(lambda order: [Card(card) for card in order])


@st.composite
def bets(draw: st.DrawFn, sheet: RuleSheet) -> Bet:
    terms = terms_of(sheet)
    halves = st.integers(min_value=sheet.stake_min_minor // 2, max_value=sheet.stake_max_minor // 2)
    side_bet = st.just(0) | st.integers(min_value=terms.side_bet_min_minor, max_value=terms.side_bet_max_minor)
    return Bet(2 * draw(halves), draw(side_bet))


@st.composite
def rounds(draw: st.DrawFn) -> Played:
    """Play a round to its end by decisions drawn from what the rules say is legal."""
    sheet, deck = draw(st.sampled_from(SHEETS)), draw(decks)
    wagers = draw(st.lists(bets(sheet), min_size=1, max_size=sheet.seats))

    acts: list[Act] = []
    family, state = family_of(sheet), begin(sheet, wagers, deck)
    while isinstance(need := family.need(state), DecisionNeeded):
        legal = draw(st.sampled_from(need.legal_actions))
        acts.append(Act(seat=need.seat, action=legal.action, amount_minor=legal.cost_min_minor))
        state = proceed(sheet, state, acts[-1], deck)
    return sheet, wagers, deck, acts


def ended(sheet: RuleSheet, state: Any) -> RoundOver:
    over = family_of(sheet).need(state)
    assert isinstance(over, RoundOver)
    return over


@given(rounds())
def test_a_round_is_decided_by_sheet_bets_cards_and_acts_alone(played: Played) -> None:
    assert replay(*played) == replay(*played)


@given(rounds())
def test_every_seat_is_asked_once_in_its_order(played: Played) -> None:
    _, wagers, _, acts = played

    assert [act.seat for act in acts] == list(range(len(wagers)))


@given(rounds())
def test_every_seat_has_staked_its_stake_its_raise_and_its_side_bet(played: Played) -> None:
    sheet, wagers, _, acts = played

    results = ended(sheet, replay(*played)).results

    expected = [bet.stake_minor + act.amount_minor + bet.side_bet_minor for bet, act in zip(wagers, acts, strict=True)]
    assert [result.staked_minor for result in results] == expected


@pytest.mark.clause("MRD-7", "MRD-8")
@given(rounds())
def test_beside_the_side_bet_nothing_half_or_twice_what_was_staked_comes_back(played: Played) -> None:
    sheet, _, _, acts = played

    for act, result in zip(acts, ended(sheet, replay(*played)).results, strict=True):
        side_bet = (result.side_bet.staked_minor, result.side_bet.returned_minor) if result.side_bet else (0, 0)
        staked_minor, returned_minor = result.staked_minor - side_bet[0], result.returned_minor - side_bet[1]

        paid = {Outcome.WIN: 2 * staked_minor, Outcome.LOSE: 0, Outcome.SURRENDER: staked_minor // 2}
        assert returned_minor == paid[Outcome(result.outcome)]
        assert (result.outcome == Outcome.SURRENDER) == (act.action is Action.SURRENDER)
        assert result.returned_minor <= sheet.terms.most_returned_minor(sheet.stake_max_minor)


@pytest.mark.clause("MRD-9")
@given(rounds())
def test_a_side_bet_comes_back_by_the_scale_or_not_at_all(played: Played) -> None:
    sheet, wagers, _, _ = played
    pay = terms_of(sheet).pay_side_bet

    for bet, result in zip(wagers, ended(sheet, replay(*played)).results, strict=True):
        assert (result.side_bet is None) == (bet.side_bet_minor == 0)
        if result.side_bet is not None:
            assert result.side_bet.staked_minor == bet.side_bet_minor
            assert result.side_bet.returned_minor in {0, *(bet.side_bet_minor * (1 + odds) for odds in pay)}


@pytest.mark.clause("MRD-11", "MRD-9")
@given(rounds(), st.sampled_from([Action.PLAY, Action.RAISE, Action.SURRENDER]))
def test_no_decision_changes_the_side_bet(played: Played, other: Action) -> None:
    sheet, wagers, deck, acts = played
    otherwise = [
        Act(seat=act.seat, action=other, amount_minor=bet.stake_minor if other is Action.RAISE else 0)
        for act, bet in zip(acts, wagers, strict=True)
    ]

    changed = ended(sheet, replay(sheet, wagers, deck, otherwise)).results

    assert [result.side_bet for result in changed] == [
        result.side_bet for result in ended(sheet, replay(*played)).results
    ]


@pytest.mark.clause("MRD-13")
@given(rounds())
def test_a_seat_fares_as_if_it_had_played_alone_against_the_same_hit(played: Played) -> None:
    sheet, wagers, deck, acts = played
    size = terms_of(sheet).hand
    rest = deck[size * len(wagers) :]

    for seat, result in enumerate(ended(sheet, replay(*played)).results):
        hand = deck[size * seat : size * (seat + 1)]
        alone = replay(sheet, [wagers[seat]], [*hand, *rest], [replace(acts[seat], seat=0)])

        assert ended(sheet, alone).results == (result,)


@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_of_a_hand_and_of_the_dealers_cards_changes_nothing(played: Played, rng: Any) -> None:
    sheet, wagers, deck, acts = played
    size = terms_of(sheet).hand
    packets = [deck[size * seat : size * (seat + 1)] for seat in range(len(wagers))]
    in_hands = size * len(wagers)
    packets += [deck[in_hands : in_hands + 6], [deck[in_hands + 6]]]
    for packet in packets:
        rng.shuffle(packet)

    mixed = ended(sheet, replay(sheet, wagers, [card for packet in packets for card in packet], acts))

    assert mixed == ended(sheet, replay(*played))


@given(rounds(), st.permutations(range(4)))
def test_no_suit_is_better_than_another(played: Played, suits: list[int]) -> None:
    sheet, wagers, deck, acts = played
    renamed = [Card(card % 13 + 13 * suits[card // 13]) for card in deck]

    assert ended(sheet, replay(sheet, wagers, renamed, acts)) == ended(sheet, replay(*played))


@pytest.mark.clause("MRD-13")
@given(rounds())
def test_before_the_hit_a_seat_sees_its_own_hand_and_nothing_else(played: Played) -> None:
    sheet, wagers, deck, acts = played
    family, state = family_of(sheet), begin(sheet, wagers, deck)
    size = terms_of(sheet).hand

    for act in acts:
        for seat in range(len(wagers)):
            assert family.visible(state, seat=seat) == tuple(deck[size * seat : size * (seat + 1)])
        state = proceed(sheet, state, act, deck)
    assert family.dealt(state) == family.visible(state, seat=0) == tuple(deck[: size * len(wagers) + 7])


@pytest.mark.clause("MRD-17")
@given(st.sampled_from(SHEETS), decks)
def test_the_default_of_every_decision_is_legal_and_free(sheet: RuleSheet, deck: list[Card]) -> None:
    need = family_of(sheet).need(begin(sheet, (Bet(sheet.stake_min_minor),), deck))

    assert isinstance(need, DecisionNeeded)
    assert [legal.cost_max_minor for legal in need.legal_actions if legal.action is need.default] == [0]
    assert need.default is Action.PLAY
    assert {legal.action for legal in need.legal_actions} == set(sheet.labels)
