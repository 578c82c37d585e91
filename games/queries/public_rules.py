"""The rules of every game that anybody may read about, on offer or not."""

from dataclasses import dataclass

from games.core.sheet import RuleSheet
from games.core.variants import variant
from games.queries.sheets import GameNotFound, current_sheet


@dataclass(frozen=True, slots=True)
class PublicRules:
    """The rules of a game, on offer or not."""

    sheet: RuleSheet
    leaf: bytes | None
    """The leaf of the record that holds the sheet; None while the game is not on offer."""


def public_rules(game: str) -> PublicRules:
    """Return the published sheet of a game, or else the one that the code has and nobody has published.

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
