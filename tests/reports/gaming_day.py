"""A gaming day with every kind of event: Saturday, 21 November 2026, in New York, and what led up to it.

Only operations build it. Instants are passed in; cards are known (known_cards.py); accounts have names that can be
read.
What it comes to is worked out in test_gaming_day.py.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.action import Action
from games.core.montana.poker import Category
from games.core.red_dog.rules import terms_of
from games.core.variants import OFFERED, red_dog_atlantic_city
from games.laboratory.exact_math import exact_rtp
from games.operations import publish_rules as publishing
from games.operations.void import void_round
from kernel.ids import RoundId
from players.operations.dormancy import mark_dormant
from players.operations.set_pin import set_pin
from responsible_gaming.operations.assess_players import assess_players
from tests import world
from tests.approving import approval
from tests.reports import gaming_day_care as care, gaming_day_cashier as cashier
from tests.reports.gaming_day_ground import (
    ABE,
    ADA,
    ATLANTIC_CITY,
    BEA,
    FAE,
    MONTANA,
    OPENED,
    PROFILE,
    TWO_DECKS,
    Played,
    at,
    opened,
)
from tests.reports.known_cards import montana, ranks


def play() -> Played:
    """Let the day happen, and the first half hour of the next; all of it is in the log, under a checkpoint."""
    played = Played()
    _house()
    care.days_before()
    _evening_before(played)
    _night(played)
    care.night(played)
    _test_account(played)
    care.morning(played)
    _new_rules(played)
    care.lost_password(played)
    cashier.morning(played)
    care.limits()
    care.exclusions()
    care.staff()
    assess_players(jurisdiction=PROFILE, now=at(21))
    _evening(played)
    cashier.midnight()
    _next_day(played)
    cashier.next_day(played)
    world.run_sequencer(now=at(24, 30))
    return played


def _house() -> None:
    """Open the house more than a year ago, with an account that nobody will use, and all others two days before."""
    world.open_house(now=OPENED)
    opened("dee", 4_000, now=OPENED)
    for username, amount_minor in (("abe", 3_000), ("ada", 10_000), ("bea", 20_000)):
        opened(username, amount_minor, now=at(-36))
    opened("fae", 5_000, now=at(-36), test=True)
    for chain in (ABE, ADA, BEA, FAE):
        set_pin(chain, proof=world.proof(), new_pin=world.PIN, now=at(-36))


def _evening_before(played: Played) -> None:
    """Leave a round open over midnight for each of three players."""
    played.log_in("fae", "fae-expired", now=at(-4))
    played.log_in("ada", "ada-night", now=at(-1, 30))
    played.log_in("bea", "bea-night", now=at(-1, 32))
    played.log_in("abe", "abe-night", now=at(-1, 34))
    played.deal("raised", "ada", TWO_DECKS, 400, ranks("4 9 6"), now=at(-1, 50))
    played.deal("voided", "bea", ATLANTIC_CITY, 700, ranks("3 J"), now=at(-1, 51))
    played.deal("old-rules", "abe", ATLANTIC_CITY, 500, ranks("3 8 5"), now=at(-1, 52))


def _night(played: Played) -> None:
    """Play every kind of round there is, from five past midnight on."""
    played.act("raised", "ada", Action.RAISE, now=at(0, 5))
    voided = RoundId.parse(played.rounds["voided"].round_id)
    void_round(voided, by=approval("a torn card", by=("ann", "ben")), now=at(0, 10))
    played.deal("spread-of-one", "ada", TWO_DECKS, 500, ranks("5 7 6"), now=at(0, 20))
    played.act("spread-of-one", "ada", Action.RAISE, now=at(0, 21))
    played.deal("lost", "ada", TWO_DECKS, 300, ranks("2 K 2"), now=at(0, 25))
    played.act("lost", "ada", Action.STAND, now=at(0, 26))
    played.deal("consecutive", "ada", TWO_DECKS, 200, ranks("8 9"), now=at(0, 30))
    played.deal("trips", "ada", TWO_DECKS, 100, ranks("7 7 7"), now=at(0, 35))
    played.deal("pair", "bea", TWO_DECKS, 250, ranks("Q Q 4"), now=at(0, 40))

    cards = montana(wins=True, best=Category.PAIR)
    played.deal("won", "bea", MONTANA, 600, cards, side_bet_minor=300, now=at(0, 45))
    played.act("won", "bea", Action.PLAY, now=at(0, 46))
    cards = montana(wins=False, best=Category.TWO_PAIR)
    played.deal("surrendered", "bea", MONTANA, 400, cards, side_bet_minor=200, now=at(0, 50))
    played.act("surrendered", "bea", Action.SURRENDER, now=at(0, 51))
    played.deal("raised-and-lost", "bea", MONTANA, 500, montana(wins=False, best=Category.HIGH_CARD), now=at(0, 55))
    played.act("raised-and-lost", "bea", Action.RAISE, now=at(0, 56))


def _test_account(played: Played) -> None:
    """Let the house try its own games, and leave one round open."""
    played.deal("tried", "fae", TWO_DECKS, 500, ranks("3 J K"), now=at(2))
    played.act("tried", "fae", Action.RAISE, now=at(2, 1))
    cards = montana(wins=False, best=Category.TWO_PAIR)
    played.deal("tried-side", "fae", MONTANA, 200, cards, side_bet_minor=100, now=at(2, 10))
    played.act("tried-side", "fae", Action.PLAY, now=at(2, 11))
    played.deal("tried-and-left", "fae", TWO_DECKS, 250, ranks("2 Q"), now=at(2, 20))


def _new_rules(played: Played) -> None:
    """Find the accounts that nobody uses, give a game new rules, and end a round that was dealt by the old ones."""
    mark_dormant(rules=PROFILE.accounts, clock=lambda: at(6))
    sheet = red_dog_atlantic_city.SHEET
    second = replace(sheet, version=3, terms=replace(terms_of(sheet), pay_trips=10))
    second = replace(second, rtp=exact_rtp(second))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publishing, "OFFERED", tuple(second if one is sheet else one for one in OFFERED))
        assert publishing.publish_rules(now=at(7)) == [ATLANTIC_CITY]
    played.act("old-rules", "abe", Action.STAND, now=at(8))


def _evening(played: Played) -> None:
    """Leave two players' rounds open over the other midnight, one of them by the new rules."""
    played.log_in("bea", "bea-replaced", now=at(22))
    played.log_in("bea", "bea-goes-on", single_device=True, now=at(22, 30))
    played.refuse("bea", MONTANA, 25_000, now=at(23, 45))
    cards = montana(wins=True, best=Category.HIGH_CARD)
    played.deal("over-midnight", "bea", MONTANA, 800, cards, side_bet_minor=100, now=at(23, 45))
    played.deal("by-new-rules", "ada", ATLANTIC_CITY, 1_000, ranks("2 7 9"), now=at(23, 50))


def _next_day(played: Played) -> None:
    """End what was open at midnight, which the day's reports know nothing of."""
    played.act("over-midnight", "bea", Action.PLAY, now=at(24, 5))
    played.act("by-new-rules", "ada", Action.STAND, now=at(24, 6))
