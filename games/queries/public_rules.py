"""The rules of every game that anybody may read about, on offer or not."""

from dataclasses import dataclass

from games.core.sheet import RuleSheet
from games.core.variants import variant
from games.queries.sheets import GameNotFound, current_sheet


@dataclass(frozen=True, slots=True)
class PublicRules:
    """A game's sheet, and the leaf of the record that holds it; None while the game is not on offer."""

    sheet: RuleSheet
    leaf: bytes | None


def public_rules(game: str) -> PublicRules:
    """Return the sheet that the log holds, or else the one that is written and not on offer.

    Raises:
        GameNotFound: there is no such game.
    """
    try:
        offer = current_sheet(game)
    except GameNotFound:
        unpublished = variant(game)
        if unpublished is None:
            raise
        return PublicRules(unpublished, None)
    return PublicRules(offer.sheet, offer.leaf)
