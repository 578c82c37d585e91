"""Red Dog at a shared table of up to seven seats, all of which play the same cards.

The casino shows 12, 6, 5, 3 and 2 times, stake included; the sheet has the odds that these come to.

Source: docs/rules/red-dog.md.
"""

from fractions import Fraction
from typing import Final

from games.core.action import Action
from games.core.red_dog.terms import Quotes, RaiseMode, RedDogTerms
from games.core.sheet import Rtp, RuleSheet
from games.core.stake_limits import StakeLimits

SHEET: Final = RuleSheet(
    game="red-dog-table",
    version=2,
    currency="USD",
    decks=1,
    seats=7,
    stake_min_minor=100,
    stake_max_minor=50_000,
    timeout_ms=20_000,
    timeout_action=Action.STAND,
    mmd_ms=10_000,
    labels={Action.RAISE: "RAISE", Action.STAND: "STAND"},
    rtp=Rtp(first_bet=Fraction(16052, 16575), total_wagered=Fraction(19052, 19575)),
    authority="House rules",
    source=("003_7a37cf4c7fa0d4ba.txt",),
    terms=RedDogTerms(
        pay_spread=(5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1),
        pay_trips=11,
        raise_mode=RaiseMode.EQUAL,
        quotes=Quotes.TOTALS,
    ),
    stakes=dict.fromkeys(
        ("EUR", "GBP", "JPY"),
        StakeLimits(stake_min_minor=100, stake_max_minor=50_000),
    ),
)
