"""Montana Red Dog: a kind of deal is how many hit cards the hand beats, whether it beats this one, and its category.

Cards are bits of one word, four suits of thirteen, so that everything is computed by arithmetic.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.core.action import Action
from games.core.cards import PACK, RANKS, Card
from games.core.families import family_of
from games.core.family import Bet, DecisionNeeded, RoundOver, SeatResult
from games.core.montana.hit import winning_cards
from games.core.montana.poker import Category
from games.core.montana.rules import BURN_AND_HIT, DEALER, terms_of
from games.core.play import Act, begin, proceed
from games.core.sheet import RuleSheet
from games.laboratory.exact_math import figures_of
from games.simulation.cards import Cards
from games.simulation.compiled import compiled
from games.simulation.family import NotSimulated, Tally

_RANK_COUNT: Final = len(RANKS)
_CATEGORIES: Final = len(Category)
_ONE: Final = np.uint64(1)
_SUIT: Final = np.uint64((1 << _RANK_COUNT) - 1)
_ROYAL: Final = np.uint64(0b11111 << (_RANK_COUNT - 5))
_BLOCK: Final = 2048


class MontanaSimulation:
    """A hand and the hit card. See `Simulation`."""

    kinds = PACK * 2 * _CATEGORIES
    fast_cards = 6

    def __init__(self, sheet: RuleSheet, policy: str) -> None:
        """Play for the lowest even stake and, if the game offers a side bet, for the lowest side bet.

        Raises:
            NotSimulated: there is no such policy; `policies` lists those that there are.
        """
        terms = terms_of(sheet)
        self.deck_cards = terms.hand + DEALER + BURN_AND_HIT
        self.bet = Bet(sheet.stake_min_minor + sheet.stake_min_minor % 2, terms.side_bet_min_minor)
        self._sheet = sheet
        self._hand = terms.hand
        self._decide = _decision(sheet, policy)

    def count(self, cards: Cards, rounds: int, tally: Tally) -> None:
        """Count by the hand, which is in the first rows, and the hit card, which is in the last."""
        _count(cards, rounds, self._hand, tally.counts, tally.first)

    def settle(self, cards: list[Card]) -> SeatResult:
        """Play hand and hit card. The unseen cards between them do not matter."""
        hand, hit = cards[: self._hand], cards[-1]
        unseen = [Card(card) for card in range(PACK) if card not in {*hand, hit}]
        deck = [*hand, *unseen[: DEALER + BURN_AND_HIT - 1], hit]
        family = family_of(self._sheet)
        state = begin(self._sheet, [self.bet], deck)
        need = family.need(state)
        assert isinstance(need, DecisionNeeded), "every hand is played"
        action = self._decide(winning_cards(hand))
        (legal,) = (legal for legal in need.legal_actions if legal.action is action)
        state = proceed(self._sheet, state, Act(seat=0, action=action, amount_minor=legal.cost_max_minor), deck)
        over = family.need(state)
        assert isinstance(over, RoundOver), "the hit card ends the round"
        return over.results[0]


def _decision(sheet: RuleSheet, policy: str) -> Callable[[int], Action]:
    """Return the decision of a policy as a function of the hand's number of winning cards."""
    strategy = figures_of(sheet).strategy
    raise_from, play_from = strategy["raise_from_winning_cards"], strategy["play_from_winning_cards"]
    assert isinstance(raise_from, int), "the strategy tells a count of cards"
    assert isinstance(play_from, int), "the strategy tells a count of cards"
    always, never = 0, PACK
    # For each policy the least numbers of winning cards with which to raise, and to play.
    policies = {
        "optimal": (raise_from, play_from),
        "never_raise": (never, play_from),
        "always_raise": (always, always),
        "always_play": (never, always),
        "never_surrender": (raise_from, always),
    }
    if policy not in policies:
        raise NotSimulated(f"{policy} is none of {', '.join(policies)}.", policies=list(policies))
    raises, plays = policies[policy]
    return lambda winning: Action.RAISE if winning >= raises else Action.PLAY if winning >= plays else Action.SURRENDER


@compiled
def _count(cards: Cards, rounds: int, hand: int, counts: NDArray[np.int64], first: NDArray[np.uint16]) -> None:
    hands = np.empty(_BLOCK, np.uint64)
    kinds = np.empty(_BLOCK, np.uint16)
    for start in range(0, rounds, _BLOCK):
        size = min(_BLOCK, rounds - start)
        hands[:] = 0
        for place in range(hand):
            row = cards[place, start:]
            for i in range(size):
                hands[i] |= _ONE << np.uint64(row[i])
        hits = cards[cards.shape[0] - 1, start:]
        for i in range(size):
            hit = np.uint64(hits[i])
            beaten = _up_to_highest(hands[i])
            winning = _bits(beaten) - np.uint64(hand)
            wins = (beaten >> hit) & _ONE
            category = _category(hands[i] | (_ONE << hit))
            kinds[i] = (winning * np.uint64(2) + wins) * np.uint64(_CATEGORIES) + category
        for i in range(size):
            kind = kinds[i]
            if counts[kind] == 0:
                for place in range(cards.shape[0]):
                    first[kind, place] = cards[place, start + i]
            counts[kind] += 1


@compiled
def _up_to_highest(cards: np.uint64) -> np.uint64:
    """Return, in each suit, the highest of the cards and every card below it."""
    for step in (1, 2, 4, 8):
        # The mask clears the bits that the shift brings down from the suit above.
        below = _SUIT >> np.uint64(step)
        mask = below | (below << np.uint64(13)) | (below << np.uint64(26)) | (below << np.uint64(39))
        cards |= (cards >> np.uint64(step)) & mask
    return cards


@compiled
def _bits(word: np.uint64) -> np.uint64:
    """Count the bits that are set, by adding neighbours."""
    word -= (word >> _ONE) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


@compiled
def _category(cards: np.uint64) -> np.uint64:
    """Return the index in `Category` of the best five of six cards."""
    clubs, diamonds = cards & _SUIT, (cards >> np.uint64(13)) & _SUIT
    hearts, spades = (cards >> np.uint64(26)) & _SUIT, cards >> np.uint64(39)
    either_1, both_1, either_2, both_2 = clubs | diamonds, clubs & diamonds, hearts | spades, hearts & spades
    four = both_1 & both_2
    three = (both_1 & either_2) | (both_2 & either_1)
    two = both_1 | both_2 | (either_1 & either_2)
    twice = (two & (two - _ONE)) != 0

    # At most one suit has five of the six cards.
    suited = _if_five(clubs) | _if_five(diamonds) | _if_five(hearts) | _if_five(spades)
    rank = np.uint64(1) if two else np.uint64(0)
    rank = np.uint64(2) if twice else rank
    rank = np.uint64(3) if three else rank
    rank = np.uint64(4) if _has_straight(either_1 | either_2) else rank
    rank = np.uint64(5) if suited else rank
    rank = np.uint64(6) if (three != 0) & twice else rank
    rank = np.uint64(7) if four else rank
    rank = np.uint64(8) if _has_straight(suited) else rank
    return np.uint64(9) if (suited & _ROYAL) == _ROYAL else rank


@compiled
def _if_five(ranks: np.uint64) -> np.uint64:
    """Return the ranks of a suit that has at least five cards, otherwise none."""
    left = ranks
    for _ in range(4):
        left &= left - _ONE
    return ranks if left else np.uint64(0)


@compiled
def _has_straight(ranks: np.uint64) -> bool:
    # The ace, the highest bit, is repeated below the two.
    ladder = (ranks << _ONE) | (ranks >> np.uint64(_RANK_COUNT - 1))
    three = ladder & (ladder >> _ONE) & (ladder >> np.uint64(2))
    rank: bool = (three & (three >> np.uint64(2))) != 0
    return rank
