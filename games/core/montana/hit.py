"""When a hand beats the hit card. One pack is in play, so that a card's suit is `card // 13`."""

from collections.abc import Sequence
from typing import Final

from games.core.cards import PACK, RANKS, Card

_RANK_COUNT: Final = len(RANKS)


def beats(hand: Sequence[Card], hit: Card) -> bool:
    """Say whether the hand has a card of the hit card's suit and strictly higher; the ace is highest."""
    return any(card > hit and card // _RANK_COUNT == hit // _RANK_COUNT for card in hand)


def winning_cards(hand: Sequence[Card]) -> int:
    """Count the cards of the pack, outside the hand, that it would beat: 0 to 52 less the hand."""
    return sum(beats(hand, Card(hit)) for hit in range(PACK) if hit not in hand)
