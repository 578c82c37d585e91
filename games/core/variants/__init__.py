"""The games on offer, one file a game.

To add one: write its file beside these, name it in `VARIANTS`, and add its hands to `tests/vectors/games/`.
"""

from typing import Final

from games.core.sheet import RuleSheet
from games.core.variants import red_dog_atlantic_city, red_dog_old_west

VARIANTS: Final[tuple[RuleSheet, ...]] = (red_dog_atlantic_city.SHEET, red_dog_old_west.SHEET)
"""What live play offers: games of one seat, whose cards are shuffled for every round."""
