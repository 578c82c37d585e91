"""Montana Red Dog with three cards, at a table of up to seven seats as its layout has it.

There is no side bet, and a third of the stake is lost on average.

Source: docs/rules/montana-red-dog.md.
"""

from fractions import Fraction
from typing import Final

from games.core.action import Action
from games.core.montana.terms import MontanaTerms
from games.core.sheet import Rtp, RuleSheet
from games.core.stake_limits import StakeLimits

SHEET: Final = RuleSheet(
    game="montana-red-dog-3-card",
    version=2,
    currency="USD",
    decks=1,
    seats=7,
    stake_min_minor=100,
    stake_max_minor=30_000,
    timeout_ms=20_000,
    timeout_action=Action.PLAY,
    mmd_ms=10_000,
    labels={Action.PLAY: "PLAY", Action.RAISE: "RAISE", Action.SURRENDER: "SURRENDER"},
    rtp=Rtp(first_bet=Fraction(27_907, 41_650), total_wagered=Fraction(10_217, 14_798)),
    authority="Washington State Gambling Commission",
    source=("004_3c19194bdac87ded.txt",),
    terms=MontanaTerms(hand=3),
    stakes=dict.fromkeys(
        ("EUR", "GBP", "JPY"),
        StakeLimits(stake_min_minor=100, stake_max_minor=30_000),
    ),
)
