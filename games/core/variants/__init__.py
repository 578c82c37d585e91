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

PLAYED_ALONE: Final[tuple[RuleSheet, ...]] = (
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
"""Games of one seat: a player is dealt a round of them by asking for it."""

AT_TABLES: Final[tuple[RuleSheet, ...]] = (
    red_dog_table.SHEET,
    montana_red_dog_table.SHEET,
    montana_red_dog_3_card.SHEET,
    pot_red_dog.SHEET,
)
"""Games of several seats: they are played at tables, which an operator opens."""

OFFERED: Final[tuple[RuleSheet, ...]] = (*PLAYED_ALONE, *AT_TABLES)
"""The games whose sheets are published. The cards of each are shuffled for every round."""

VARIANTS: Final[tuple[RuleSheet, ...]] = (*OFFERED, insert.SHEET)
"""Every game: those on offer, and the one that nobody knows all the rules of."""


def variant(game: str) -> RuleSheet | None:
    """Return the sheet of this name, None where there is none."""
    return next((sheet for sheet in VARIANTS if sheet.game == game), None)
