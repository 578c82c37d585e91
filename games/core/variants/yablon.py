"""Yablon: Red Dog under its other name, from a shoe of six packs that is shuffled for every round.

Source: docs/rules/red-dog.md.
"""

from fractions import Fraction
from typing import Final

from games.core.action import Action
from games.core.red_dog.terms import RaiseMode, RedDogTerms
from games.core.sheet import Rtp, RuleSheet
from games.core.stake_limits import StakeLimits

SHEET: Final = RuleSheet(
    game="yablon",
    version=2,
    currency="USD",
    decks=6,
    seats=1,
    stake_min_minor=100,
    stake_max_minor=50_000,
    timeout_ms=86_400_000,
    timeout_action=Action.STAND,
    mmd_ms=10_000,
    labels={Action.RAISE: "RAISE", Action.STAND: "STAND"},
    rtp=Rtp(first_bet=Fraction(609_132, 626_665), total_wagered=Fraction(720_732, 738_265)),
    authority="House rules",
    source=("003_7a37cf4c7fa0d4ba.txt",),
    terms=RedDogTerms(pay_spread=(5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1), pay_trips=11, raise_mode=RaiseMode.EQUAL),
    stakes=dict.fromkeys(
        ("EUR", "GBP", "JPY"),
        StakeLimits(stake_min_minor=100, stake_max_minor=50_000),
    ),
)
