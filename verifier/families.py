"""The families of games that can be judged: one file and one line each.

Source: docs/formats/rule-sheet.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from verifier import montana, pot, red_dog
from verifier.game import Game
from verifier.pot import Pot
from verifier.predicates import Check
from verifier.records import Sheet
from verifier.verdict import Code, Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The fields that a family adds to the form of a sheet, and the function that makes a game of such a sheet.

    `game` raises `E_FORM` for a sheet whose fields contradict each other.
    """

    fields: Mapping[str, Check]
    game: Callable[[Sheet], Game | Pot]


FAMILIES: Final[Mapping[str, Family]] = {
    "montana": Family(fields=montana.FIELDS, game=montana.game),
    "pot": Family(fields=pot.FIELDS, game=pot.game),
    "red-dog": Family(fields=red_dog.FIELDS, game=red_dog.game),
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
    return FAMILIES[sheet["family"]].game(sheet)
