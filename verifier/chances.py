"""The exact chance that a round's cards win, and the best decision, by the sheet alone.

Source: docs/formats/statistics.md, "Chances".
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from math import comb, gcd
from typing import Final, NamedTuple

from verifier import poker
from verifier.game import Game
from verifier.montana import Montana
from verifier.records import Act
from verifier.red_dog import RedDog, Shape, shape, spread

_PACK_OF = 52
_SUIT = 13
_SUITS = 4
_PACK: Final = tuple(rank + suit for suit in "cdhs" for rank in poker.RANKS)


class Chance(NamedTuple):
    """A chance as a fraction in its lowest terms, which is cheaper to look up by than a `Fraction`."""

    wins: int
    of: int


def seen(game: Game, cards: Sequence[str]) -> Chance:
    """Return the chance that a round wins whose visible cards are `cards`."""
    if isinstance(game, Montana):
        return _chance(_winning_hits(cards), _PACK_OF - len(cards))
    hand, decks = shape(cards[0], cards[1]), game.sheet["decks"]
    if hand is Shape.CONSECUTIVE:
        return Chance(0, 1)
    # A pair wins by a third card of its rank, a spread by any card between.
    winning = _SUITS * decks - 2 if hand is Shape.PAIR else _SUITS * decks * spread(cards[0], cards[1])
    return _chance(winning, _PACK_OF * decks - 2)


def blind(game: Game) -> Chance:
    """Return the chance that a round wins before any card is seen."""
    return _montana_blind(game.visible) if isinstance(game, Montana) else _red_dog_blind(game.sheet["decks"])


def side_bet(cards: Sequence[str]) -> Chance:
    """Return the chance that the side bet on a Montana hand of `cards` pays."""
    unseen = [card for card in _PACK if card not in cards]
    return _chance(sum(pays((*cards, hit)) for hit in unseen), len(unseen))


def favours(game: Game, cards: Sequence[str]) -> bool:
    """Tell whether the visible `cards` of a hand that asks for a decision favour the player: it is best to raise."""
    if isinstance(game, Montana):
        return 2 * _winning_hits(cards) > _PACK_OF - len(cards)
    return _worth_raising(game, spread(cards[0], cards[1]))


def asks(game: Game, cards: Sequence[str]) -> bool:
    """Tell whether a hand with the visible `cards` asks for a decision."""
    return isinstance(game, Montana) or shape(cards[0], cards[1]) is Shape.SPREAD


def favour(game: Game) -> Chance:
    """Return the chance that the visible cards favour the player, of those that ask for a decision."""
    if isinstance(game, Montana):
        return _montana_favour(game.visible)
    # Of the two ranks 12 - s pairs have the spread s.
    pairs = {between: _SUIT - 1 - between for between in range(1, _SUIT - 1)}
    return _chance(sum(ways for between, ways in pairs.items() if _worth_raising(game, between)), sum(pairs.values()))


def pays(cards: Sequence[str]) -> bool:
    """Tell whether the side bet pays on a hand and its hit card."""
    return poker.category(cards) in poker.PAID


def is_best(game: Game, act: Act, *, cards: Sequence[str], ante_minor: int) -> bool:
    """Tell whether no decision is worth more than `act`, and none worth as much stakes less.

    A decision's worth is what it is expected to win, or to lose less, per unit of the stake.
    """
    if isinstance(game, Montana):
        return act["a"] in _best_of_montana(_winning_hits(cards), _PACK_OF - len(cards))
    return act["amt"] == ante_minor if _worth_raising(game, spread(cards[0], cards[1])) else act["amt"] == 0


def _worth_raising(game: Game, between: int) -> bool:
    assert isinstance(game, RedDog), "there are two families of one seat"
    winning, of = _chance(_SUITS * game.sheet["decks"] * between, _PACK_OF * game.sheet["decks"] - 2)
    return winning * game.sheet["pay"]["spread"][between - 1] > of - winning


def _winning_hits(hand: Sequence[str]) -> int:
    """Count the hit cards below a card of their suit in `hand`, without those in the hand itself."""
    highest: dict[str, int] = {}
    for card in hand:
        rank = poker.RANKS.index(card[0])
        highest[card[1]] = max(rank, highest.get(card[1], 0))
    # Below the highest of each suit are as many ranks as its index; the rest of the hand is among them.
    return sum(highest.values()) - (len(hand) - len(highest))


@cache
def _best_of_montana(winning: int, of: int) -> frozenset[str]:
    """Return the decisions that are best; worths are multiplied by 2 * `of`, so that they are whole."""
    twice_play = 2 * (2 * winning - of)
    options = {"play": (twice_play, -1), "raise": (2 * twice_play, -2), "surrender": (-of, -1)}
    best = max(options.values())
    return frozenset(name for name, option in options.items() if option == best)


@cache
def _red_dog_blind(decks: int) -> Chance:
    same, cards = _SUITS * decks, _PACK_OF * decks
    between = sum(abs(a - b) - 1 for a in range(_SUIT) for b in range(_SUIT) if a != b)
    winning = between * same**3 + _SUIT * same * (same - 1) * (same - 2)
    return _chance(winning, cards * (cards - 1) * (cards - 2))


@cache
def _montana_blind(hand: int) -> Chance:
    """Take the hit card first: it wins unless none of the hand is among the higher cards of its suit."""
    losing = sum(comb(_PACK_OF - 1 - higher, hand) for higher in range(_SUIT))
    of = _SUIT * comb(_PACK_OF - 1, hand)
    return _chance(of - losing, of)


@cache
def _montana_favour(hand: int) -> Chance:
    """Count the hands by the hit cards that they beat, one suit after the other."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for _ in range(_SUITS):
        more: dict[tuple[int, int], int] = defaultdict(int)
        for (held, beaten), before in ways.items():
            more[held, beaten] += before
            # The highest of the suit's cards in the hand beats those below it that are not in the hand.
            for highest in range(_SUIT):
                for below in range(min(highest, hand - held - 1) + 1):
                    more[held + 1 + below, beaten + highest - below] += before * comb(highest, below)
        ways = more
    winning = sum(count for (held, hits), count in ways.items() if held == hand and 2 * hits > _PACK_OF - hand)
    return _chance(winning, comb(_PACK_OF, hand))


@cache
def _chance(wins: int, of: int) -> Chance:
    common = gcd(wins, of)
    return Chance(wins // common, of // common)
