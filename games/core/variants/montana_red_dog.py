"""Montana Red Dog with five cards, and side bets paid by scale A.

Source: docs/rules/montana-red-dog.md.
"""

from fractions import Fraction
from typing import Final

from games.core.action import Action
from games.core.montana.terms import MontanaTerms
from games.core.sheet import Rtp, RuleSheet
from games.core.stake_limits import StakeLimits

SHEET: Final = RuleSheet(
    game="montana-red-dog",
    version=2,
    currency="USD",
    decks=1,
    seats=1,
    stake_min_minor=100,
    stake_max_minor=30_000,
    timeout_ms=86_400_000,
    timeout_action=Action.PLAY,
    mmd_ms=10_000,
    labels={Action.PLAY: "PLAY", Action.RAISE: "RAISE", Action.SURRENDER: "SURRENDER"},
    rtp=Rtp(
        first_bet=Fraction(4_504_597, 4_698_120),
        total_wagered=Fraction(6_064_057, 6_257_580),
        side_bet=Fraction(2_434_171, 2_544_815),
    ),
    authority="Washington State Gambling Commission",
    source=("004_3c19194bdac87ded.txt",),
    terms=MontanaTerms(
        hand=5,
        side_bet_scale="A",
        pay_side_bet=(2, 4, 6, 8, 15, 50, 200, 500),
        side_bet_min_minor=100,
        side_bet_max_minor=30_000,
    ),
    stakes=dict.fromkeys(
        ("EUR", "GBP", "JPY"),
        StakeLimits(stake_min_minor=100, stake_max_minor=30_000, side_bet_min_minor=100, side_bet_max_minor=30_000),
    ),
)
