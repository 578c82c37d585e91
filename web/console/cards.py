"""Cards as people read them."""

from collections.abc import Sequence
from typing import Final

from web.console.wording import NOTHING

_SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_RANKS: Final = {"T": "10"}


def card_text(code: str) -> str:
    """Return a card of the interface's, `Th`, as `10♥`. What is no card stays as it is."""
    rank, suit = code[:1], code[1:]
    return f"{_RANKS.get(rank, rank)}{_SUITS[suit]}" if suit in _SUITS else code


def cards_text(codes: Sequence[str]) -> str:
    """Return cards in their order."""
    return "  ".join(map(card_text, codes)) or NOTHING
