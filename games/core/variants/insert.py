"""Insert, which Pot Red Dog comes from. Its payouts are not known, so that it cannot be played.

Source: docs/rules/pot-red-dog.md, "Its ancestor".
"""

from fractions import Fraction
from typing import Final

from games.core.action import Action
from games.core.pot.terms import OnConsecutive, OnPair, PotTerms
from games.core.sheet import Rtp, RuleSheet

_CHIP_MINOR: Final = 100

SHEET: Final = RuleSheet(
    game="insert",
    version=1,
    currency="USD",
    decks=1,
    seats=10,
    stake_min_minor=200 * _CHIP_MINOR,
    stake_max_minor=200 * _CHIP_MINOR,
    timeout_ms=20_000,
    timeout_action=Action.DOWN,
    mmd_ms=10_000,
    labels={Action.TAKE: "TAKE", Action.CALL: "CALL", Action.RAISE: "RAISE", Action.DOWN: "DOWN"},
    rtp=Rtp(first_bet=Fraction(1), total_wagered=Fraction(1)),
    authority="House rules",
    source=("003_7a37cf4c7fa0d4ba.txt",),
    terms=PotTerms(
        chip_minor=_CHIP_MINOR,
        ante_minor=2 * _CHIP_MINOR,
        take_minor=1 * _CHIP_MINOR,
        down_minor=1 * _CHIP_MINOR,
        on_pair=OnPair.TAKE_AND_REDRAW,
        on_consecutive=OnConsecutive.REDRAW,
    ),
)
