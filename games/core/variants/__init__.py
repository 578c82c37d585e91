"""The games that the platform knows, one file a game.

To add one: write its file beside these, name it in one of the tuples, and add its hands to `tests/vectors/games/`.
"""

from typing import Final

from games.core.sheet import RuleSheet
from games.core.variants import (
    insert,
    montana_red_dog,
    montana_red_dog_3_card,
    montana_red_dog_b,
    montana_red_dog_c,
    montana_red_dog_table,
    pot_red_dog,
    red_dog_1_deck,
    red_dog_2_decks,
    red_dog_4_decks,
    red_dog_6_decks,
    red_dog_8_decks,
    red_dog_atlantic_city,
    red_dog_old_west,
    red_dog_table,
    yablon,
)

OFFERED: Final[tuple[RuleSheet, ...]] = (
    red_dog_atlantic_city.SHEET,
    red_dog_old_west.SHEET,
    red_dog_1_deck.SHEET,
    red_dog_2_decks.SHEET,
    red_dog_4_decks.SHEET,
    red_dog_6_decks.SHEET,
    red_dog_8_decks.SHEET,
    yablon.SHEET,
    montana_red_dog.SHEET,
    montana_red_dog_b.SHEET,
    montana_red_dog_c.SHEET,
)
"""What live play offers: games of one seat, whose cards are shuffled for every round."""

VARIANTS: Final[tuple[RuleSheet, ...]] = (
    *OFFERED,
    red_dog_table.SHEET,
    montana_red_dog_table.SHEET,
    montana_red_dog_3_card.SHEET,
    pot_red_dog.SHEET,
    insert.SHEET,
)
"""Every game: those on offer, those that wait for tables of several players, and those that are off by default."""


def variant(game: str) -> RuleSheet | None:
    """Return the sheet of this name, None where there is none."""
    return next((sheet for sheet in VARIANTS if sheet.game == game), None)
