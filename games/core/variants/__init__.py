"""The games that the platform knows, one file a game.

To add one: write its file beside these, name it in one of the tuples, and add its hands to `tests/vectors/games/`.
"""

from typing import Final

from games.core.sheet import RuleSheet
from games.core.variants import red_dog_atlantic_city, red_dog_old_west, red_dog_table

OFFERED: Final[tuple[RuleSheet, ...]] = (
    red_dog_atlantic_city.SHEET,
    red_dog_old_west.SHEET,
)
"""What live play offers: games of one seat, whose cards are shuffled for every round."""

VARIANTS: Final[tuple[RuleSheet, ...]] = (
    *OFFERED,
    red_dog_table.SHEET,
)
"""Every game: those on offer, those that wait for tables of several players, and those that are off by default."""


def variant(game: str) -> RuleSheet | None:
    """Return the sheet of this name, None where there is none."""
    return next((sheet for sheet in VARIANTS if sheet.game == game), None)
