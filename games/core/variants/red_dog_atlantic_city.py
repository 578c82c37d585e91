"""Red Dog by the rules of Atlantic City, as InterCasino and Safari dealt it.

Source: docs/rules/red-dog.md.
"""

from fractions import Fraction
from typing import Final

from games.core.action import Action
from games.core.red_dog.terms import RaiseMode, RedDogTerms
from games.core.sheet import Rtp, RuleSheet
from games.core.stake_limits import StakeLimits

SHEET: Final = RuleSheet(
    game="red-dog-atlantic-city",
    version=2,
    currency="USD",
    decks=1,
    seats=1,
    stake_min_minor=500,
    stake_max_minor=30_000,
    timeout_ms=86_400_000,
    timeout_action=Action.STAND,
    mmd_ms=10_000,
    labels={Action.RAISE: "RAISE", Action.STAND: "STAND"},
    rtp=Rtp(first_bet=Fraction(16052, 16575), total_wagered=Fraction(19052, 19575)),
    authority="New Jersey Casino Control Commission",
    source=("000_2728883558f54906.txt", "002_1b49f01b9a663bd9.txt"),
    terms=RedDogTerms(pay_spread=(5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1), pay_trips=11, raise_mode=RaiseMode.EQUAL),
    stakes=dict.fromkeys(
        ("EUR", "GBP", "JPY"),
        StakeLimits(stake_min_minor=500, stake_max_minor=30_000),
    ),
)
