"""The families of games that can be judged: one file and one line each.

Source: docs/formats/rule-sheet.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from verifier import montana, montana_returns, pot, pot_returns, red_dog, red_dog_returns, stake_currencies
from verifier.game import Game
from verifier.pot import Pot
from verifier.predicates import Check
from verifier.returns import Returns
from verifier.sheet_fields import Sheet
from verifier.verdict import Code, Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The fields that a family adds to the form of a sheet, and what can be made of such a sheet: a game, its returns.

    `optional` are fields that a sheet may have since the second version.

    `game` raises `E_FORM` for a sheet whose fields contradict each other.
    """

    fields: Mapping[str, Check]
    game: Callable[[Sheet], Game | Pot]
    returns: Callable[[Sheet], Returns]
    optional: Mapping[str, Check] = field(default_factory=dict)


FAMILIES: Final[Mapping[str, Family]] = {
    "montana": Family(
        fields=montana.FIELDS,
        game=montana.game,
        returns=montana_returns.returns,
        optional=stake_currencies.FIELDS,
    ),
    "pot": Family(fields=pot.FIELDS, game=pot.game, returns=pot_returns.returns),
    "red-dog": Family(
        fields=red_dog.FIELDS,
        game=red_dog.game,
        returns=red_dog_returns.returns,
        optional=stake_currencies.FIELDS,
    ),
}
"""Each family by its name, which a sheet has in `family`."""


OF_ONE_SEAT: Final = frozenset(("montana", "red-dog"))
"""The families that can be played by one player against the house."""


def game_of(sheet: Sheet) -> Game | Pot:
    """Return the game that a published sheet describes.

    Raises:
        Fault: `E_FORM` if its fields contradict each other.
    """
    if sheet["stake_min"] > sheet["stake_max"]:
        raise Fault(Code.E_FORM, "the field rules has a least stake above its greatest")
    stake_currencies.require(sheet)
    return FAMILIES[sheet["family"]].game(sheet)
