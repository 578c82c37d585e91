"""Playing cards as numbers.

Source: docs/formats/shuffle.md, rule 5.
"""

from typing import Final, NewType

from kernel.refusals import Refusal, RefusalKind

Card = NewType("Card", int)
"""0 to 52 * decks - 1: rank is card % 13 (0 is the 2, 12 the ace), suit card // 13 % 4, pack card // 52."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
PACK: Final = len(RANKS) * len(SUITS)

_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARDS: Final = {text: Card(card) for card, text in enumerate(_TEXTS)}


class MalformedCard(Refusal):
    """The text is not a card."""

    code, kind = "malformed-card", RefusalKind.MALFORMED


def card_text(card: Card) -> str:
    """Write a card as rank and suit, such as `7s` or `Td`; cards of different packs read alike."""
    return _TEXTS[card % PACK]


def parse_card(text: str) -> Card:
    """Read rank and suit as a card of the first pack.

    Raises:
        MalformedCard: for anything but one of `23456789TJQKA` followed by one of `cdhs`.
    """
    card = _CARDS.get(text)
    if card is None:
        raise MalformedCard(f"A card is one of {RANKS} and one of {SUITS}, such as 7s or Td.")
    return card
