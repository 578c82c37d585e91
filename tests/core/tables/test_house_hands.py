"""What holds for every hand of several seats against the house."""

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from games.core.action import Action
from games.core.cards import RANKS, Card, card_text
from games.core.families import family_of
from games.core.family import Bet, IllegalAction, LegalAction, SideBetOutOfLimits
from games.core.play import Act, replay
from games.core.red_dog.rules import terms_of
from games.core.red_dog.terms import RaiseMode
from games.core.round_postings import result_postings
from games.core.sheet import RuleSheet
from kernel import canonical_json
from tables.core.decisions import DecidedBy
from tables.core.epoch_cards import seal_of
from tables.core.house_hand import HouseHand, SeatDecision, deal_hand
from tables.core.money import house_missing_minor
from tests.core.tables.seated import BEGIN_MS, MONTANA, MONTANA_3_CARD, RED_DOG, bets, cards_of, stakes_of

UP_TO: Final = replace(RED_DOG, terms=replace(terms_of(RED_DOG), raise_mode=RaiseMode.UP_TO))
SHEETS: Final = (RED_DOG, UP_TO, MONTANA, MONTANA_3_CARD)
UNTIL_MS: Final = BEGIN_MS + 20_000

# What a test gets was played before it begins, which may take long on a busy machine.
for_every_hand = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def hands(draw: st.DrawFn, sheets: Sequence[RuleSheet] = SHEETS) -> tuple[HouseHand, random.Random]:
    """Deal a hand to some seats, with side bets where the game has them, and dice to play it with."""
    sheet = draw(st.sampled_from(sheets))
    seats = sorted(draw(st.sets(st.integers(0, 6), min_size=1, max_size=7)))
    number = draw(st.integers(0, 2**32 - 1))
    dice = random.Random(number)
    side_bets = [0, 100, 700] if sheet is MONTANA else [0]
    placed = {seat: Bet(2 * dice.randint(50, 15_000), dice.choice(side_bets)) for seat in seats}
    return deal_hand(sheet, stakes_of(number, placed), cards_of(number, seats)), dice


def decide(hand: HouseHand, dice: random.Random) -> list[SeatDecision]:
    """Let each seat take any legal decision, or time out."""
    if not hand.needs_decisions:
        return []
    return [
        hand.default_of(stake.seat, at_ms=UNTIL_MS)
        if dice.random() < 0.2
        else decision(stake.seat, dice.choice(hand.decision_of(stake.seat).legal_actions), dice)
        for stake in hand.stakes
    ]


def decision(seat: int, legal: LegalAction, dice: random.Random) -> SeatDecision:
    return SeatDecision(
        seat=seat,
        action=legal.action,
        amount_minor=dice.randint(legal.cost_min_minor, legal.cost_max_minor),
        by=DecidedBy.PLAYER,
        at_ms=BEGIN_MS + dice.randint(0, 20_000),
        act_leaf=bytes([seat]) * 32,
    )


@for_every_hand
@given(hands())
def test_a_hand_at_a_table_is_the_games_own_round_of_as_many_seats(dealt: tuple[HouseHand, random.Random]) -> None:
    hand, dice = dealt
    decisions = decide(hand, dice)
    acts = [Act(seat=place, action=each.action, amount_minor=each.amount_minor) for place, each in enumerate(decisions)]

    finished = hand.finish(decisions)

    deck = list(hand.cards.deck(hand.sheet.decks))
    played = replay(hand.sheet, [stake.bet for stake in hand.stakes], deck, acts)
    family: Any = family_of(hand.sheet)
    assert tuple(finished.results.values()) == family.need(played).results
    assert finished.cards == tuple(deck[: len(finished.cards)]) == family.dealt(played)
    assert len(set(finished.cards)) == len(finished.cards)


@for_every_hand
@given(hands())
def test_the_order_in_which_seats_decide_changes_nothing(dealt: tuple[HouseHand, random.Random]) -> None:
    hand, dice = dealt
    decisions = decide(hand, dice)
    shuffled = dice.sample(decisions, len(decisions))

    assert hand.finish(shuffled) == hand.finish(decisions)


@for_every_hand
@given(hands())
def test_a_seats_decision_is_legal_whatever_the_others_do(dealt: tuple[HouseHand, random.Random]) -> None:
    hand, dice = dealt
    if not hand.needs_decisions:
        with pytest.raises(IllegalAction):
            hand.require_legal(hand.stakes[-1].seat, Action.RAISE, hand.stakes[-1].bet.stake_minor)
        return
    for stake in hand.stakes:
        need = hand.decision_of(stake.seat)
        assert {legal.action for legal in need.legal_actions} == set(hand.sheet.labels)
        raised = next(legal for legal in need.legal_actions if legal.action is Action.RAISE)
        assert raised.cost_max_minor == stake.bet.stake_minor
        for legal in need.legal_actions:
            hand.require_legal(stake.seat, legal.action, legal.cost_max_minor)
        with pytest.raises(IllegalAction):
            hand.require_legal(stake.seat, Action.RAISE, stake.bet.stake_minor + 1)
        with pytest.raises(IllegalAction):
            hand.require_legal(stake.seat, Action.TAKE, 0)
    assert decide(hand, dice)


@pytest.mark.clause("PRD-22")
@for_every_hand
@given(hands())
def test_hidden_hands_are_sealed_and_what_is_not_hidden_is_shown(dealt: tuple[HouseHand, random.Random]) -> None:
    hand, dice = dealt
    written: Any = hand.fields(at_ms=BEGIN_MS)
    texts = [card_text(Card(card)) for card in hand.cards.deck(1)]

    if hand.sheet.family == "red-dog":
        assert written["cards"] == texts[:2]
        assert written["sealed"] == []
    else:
        size = 5 if hand.sheet is MONTANA else 3
        assert written["cards"] == []
        assert [hidden.texts for hidden in hand.hands] == [
            texts[place * size : (place + 1) * size] for place in range(len(hand.stakes))
        ]
        assert written["sealed"] == [
            {"seat": hidden.seat, "h": seal_of(hidden.key, hidden.texts).hex()} for hidden in hand.hands
        ]
        assert [sealed["seat"] for sealed in written["sealed"]] == [stake.seat for stake in hand.stakes]
    assert ("until" in written) == hand.needs_decisions
    assert written.get("until", UNTIL_MS) == UNTIL_MS
    end = hand.finish(decide(hand, dice)).fields(hand.cards, hand_leaf=bytes(32))
    assert len(canonical_json.encode(dict(end))) < 10_000
    assert end["seed"] == hand.cards.seed.hex()


@for_every_hand
@given(hands())
def test_the_house_gets_what_the_seats_lose(dealt: tuple[HouseHand, random.Random]) -> None:
    hand, dice = dealt
    results = hand.finish(decide(hand, dice)).results.values()
    settlements = [result_postings(result) for result in results]

    assert house_missing_minor(results, settlements) == 0
    assert house_missing_minor(results, [*settlements, settlements[0]]) == -sum(
        result.staked_minor - result.returned_minor for result in [*results][:1]
    )


@for_every_hand
@given(hands())
@pytest.mark.clause("F51")
@pytest.mark.clause("RD-13")
@pytest.mark.clause("MRD-17")
def test_a_silent_seat_plays_the_sheets_default_for_nothing(dealt: tuple[HouseHand, random.Random]) -> None:
    hand, _ = dealt
    if not hand.needs_decisions:
        return
    for stake in hand.stakes:
        default = hand.default_of(stake.seat, at_ms=UNTIL_MS)
        assert default.member() == {
            "seat": stake.seat,
            "a": hand.sheet.timeout_action.value,
            "amt": 0,
            "by": "timeout",
            "t": UNTIL_MS,
        }


@for_every_hand
@given(hands([MONTANA]))
def test_side_bets_are_settled_exactly_where_they_were_placed(dealt: tuple[HouseHand, random.Random]) -> None:
    hand, dice = dealt
    end: Any = hand.finish(decide(hand, dice)).fields(hand.cards, hand_leaf=bytes(32))

    for stake, result in zip(hand.stakes, end["results"], strict=True):
        assert ("bonus" in result) == (stake.bet.side_bet_minor > 0)
        if "bonus" in result:
            assert set(result["bonus"]) == {"category", "returned"}
            assert 0 <= result["bonus"]["returned"] <= result["returned"]


@pytest.mark.clause("RD-10")
def test_red_dog_of_two_seats_for_every_two_ranks_pays_each_by_its_own_decision() -> None:
    """169 pairs of ranks, each found in some deck, with every combination of decisions: 4 on a spread, 1 otherwise."""
    found: dict[tuple[str, str], int] = {}
    for number in itertools.count():
        if len(found) == len(RANKS) ** 2:
            break
        first, second = (RANKS[card % 13] for card in cards_of(number, [2, 5]).deck(1)[:2])
        found.setdefault((first, second), number)
    for (first, second), number in found.items():
        hand = deal_hand(RED_DOG, stakes_of(number, bets([2, 5], 1000)), cards_of(number, [2, 5]))
        spread = abs(RANKS.index(first) - RANKS.index(second)) - 1
        assert hand.needs_decisions == (spread >= 1)
        third = RANKS[hand.cards.deck(1)[2] % 13]
        if not hand.needs_decisions:
            back_minor = 12_000 if first == second == third else 1000
            finished = hand.finish([])
            assert [result.returned_minor for result in finished.results.values()] == [back_minor, back_minor]
            assert len(finished.cards) == (2 if spread == 0 else 3)
            continue
        between = min(RANKS.index(first), RANKS.index(second)) < RANKS.index(third)
        between &= RANKS.index(third) < max(RANKS.index(first), RANKS.index(second))
        times = (5, 4, 2)[spread - 1] if spread <= 3 else 1
        for raising in itertools.product([False, True], repeat=2):
            decided = [
                SeatDecision(
                    seat=seat,
                    action=Action.RAISE if raises else Action.STAND,
                    amount_minor=1000 * raises,
                    by=DecidedBy.PLAYER,
                    at_ms=BEGIN_MS,
                    act_leaf=bytes(32),
                )
                for seat, raises in zip([2, 5], raising, strict=True)
            ]
            results = hand.finish(decided).results
            for seat, raises in zip([2, 5], raising, strict=True):
                staked_minor = 2000 if raises else 1000
                assert results[seat].staked_minor == staked_minor
                assert results[seat].returned_minor == (staked_minor * (1 + times) if between else 0)


def test_a_game_refuses_bets_that_its_rules_do_not_take() -> None:
    with pytest.raises(SideBetOutOfLimits):
        deal_hand(RED_DOG, stakes_of(0, {0: Bet(1000, 100)}), cards_of(0, [0]))


def test_a_hand_with_a_decision_missing_or_doubled_is_not_finished() -> None:
    number = next(number for number in itertools.count() if deal(number).needs_decisions)
    hand = deal(number)
    first, second = (hand.default_of(seat, at_ms=UNTIL_MS) for seat in (0, 1))

    for decisions in ([first], [first, first], [first, second, second], []):
        with pytest.raises(AssertionError):
            hand.finish(decisions)
    assert hand.finish([second, first]).decisions == (first, second)


def deal(number: int) -> HouseHand:
    return deal_hand(RED_DOG, stakes_of(number, bets([0, 1], 1000)), cards_of(number, [0, 1]))
