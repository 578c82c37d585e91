"""The families that this engine plays, by the name a rule sheet gives them."""

from collections.abc import Mapping
from typing import Any, Final

from games.core.family import Family
from games.core.montana.rules import Montana
from games.core.montana.terms import MontanaTerms
from games.core.pot.rules import PotRedDog
from games.core.pot.terms import PotTerms
from games.core.red_dog.rules import RedDog
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import RuleSheet

FAMILIES: Final[Mapping[str, Family[Any]]] = {
    RedDogTerms.FAMILY: RedDog(),
    MontanaTerms.FAMILY: Montana(),
    PotTerms.FAMILY: PotRedDog(),
}
"""Any stands for the family's own state, which callers only hand back to the family it came from."""


def family_of(sheet: RuleSheet) -> Family[Any]:
    """Return the family that plays this sheet."""
    return FAMILIES[sheet.family]
