"""Red Dog around a pot, for two to ten players who play against each other.

Source: docs/rules/pot-red-dog.md.
"""

from fractions import Fraction
from typing import Final

from games.core.action import Action
from games.core.pot.terms import PotTerms
from games.core.sheet import Rtp, RuleSheet

_CHIP_MINOR: Final = 100

SHEET: Final = RuleSheet(
    game="pot-red-dog",
    version=1,
    currency="USD",
    decks=1,
    seats=10,
    stake_min_minor=50 * _CHIP_MINOR,
    stake_max_minor=500 * _CHIP_MINOR,
    timeout_ms=20_000,
    timeout_action=Action.DOWN,
    mmd_ms=10_000,
    labels={Action.TAKE: "TAKE", Action.CALL: "CALL", Action.RAISE: "RAISE", Action.DOWN: "DOWN"},
    rtp=Rtp(first_bet=Fraction(1), total_wagered=Fraction(1)),
    authority="House rules",
    source=("003_7a37cf4c7fa0d4ba.txt",),
    terms=PotTerms(
        chip_minor=_CHIP_MINOR,
        unit_minor=5 * _CHIP_MINOR,
        ante_minor=10 * _CHIP_MINOR,
        take_minor=10 * _CHIP_MINOR,
        down_minor=5 * _CHIP_MINOR,
        raise_min_minor=10 * _CHIP_MINOR,
        refill_minor=5 * _CHIP_MINOR,
        refill_empty_minor=10 * _CHIP_MINOR,
        pay_spread=(10, 5, 2, 1, 1, 1, 1, 1, 1, 1, 1),
        second_pack_from=6,
    ),
)
