"""A gaming day in euros and in yen: Saturday, 21 November 2026, in New York, and what led up to it.

It stands on the same ground as the day in dollars: known cards, readable accounts, instants that are passed in. What it
comes to is worked out in test_gaming_day_abroad.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cashier.core.payment import Status
from games.core.action import Action
from games.core.montana.poker import Category
from games.operations.void import void_round
from kernel.ids import RoundId
from kernel.money import MAX_MINOR
from players.operations.set_pin import set_pin
from tests import world
from tests.approving import approval
from tests.reports.gaming_day_ground import ABE, ADA, ATLANTIC_CITY, BEA, FAE, MONTANA, TWO_DECKS, Played, at, opened
from tests.reports.known_cards import montana, ranks
from tests.world import LONG_SESSIONS
from wallet.operations.grant_play_money import GrantRequest, grant_play_money

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId

_DOLLARS: Final = LONG_SESSIONS.amounts["USD"]

# From here on everything is large: 10 and 20 euros, 50 and 80; 1,500 and 2,500 yen, 6,000 and 9,000.
ABROAD: Final = replace(
    LONG_SESSIONS,
    amounts={
        "EUR": replace(
            _DOLLARS,
            large_round_minor=1_000,
            large_rounds_day_minor=2_000,
            large_payment_minor=5_000,
            large_payments_day_minor=8_000,
        ),
        "JPY": replace(
            _DOLLARS,
            large_round_minor=1_500,
            large_rounds_day_minor=2_500,
            large_payment_minor=6_000,
            large_payments_day_minor=9_000,
        ),
    },
)


def play() -> Played:
    """Let the day happen, and the first half hour of the next; all of it is in the log, under a checkpoint."""
    played = Played(profile=ABROAD)
    _house()
    _evening_before(played)
    _night(played)
    _test_account(played)
    _cashier(played)
    _evening(played)
    _next_day(played)
    world.run_sequencer(now=at(24, 30))
    return played


def _house() -> None:
    world.open_house(now=at(-36))
    opened("abe", 10_000, currency="EUR", now=at(-36))
    opened("ada", 10_000, currency="JPY", now=at(-36))
    opened("bea", 20_000, currency="JPY", now=at(-36))
    opened("fae", 5_000, currency="EUR", now=at(-36), test=True)
    for chain in (ABE, ADA, BEA, FAE):
        set_pin(chain, proof=world.proof(), new_pin=world.PIN, now=at(-36))


def _evening_before(played: Played) -> None:
    """Leave two rounds open over midnight."""
    played.log_in("fae", "fae-expired", now=at(-4))
    played.log_in("ada", "ada-night", now=at(-1, 30))
    played.log_in("bea", "bea-night", now=at(-1, 32))
    played.log_in("abe", "abe-night", now=at(-1, 34))
    played.deal("raised", "ada", TWO_DECKS, 400, ranks("4 9 6"), now=at(-1, 50))
    played.deal("voided", "bea", ATLANTIC_CITY, 701, ranks("3 J"), now=at(-1, 51))


def _night(played: Played) -> None:
    played.act("raised", "ada", Action.RAISE, now=at(0, 5))
    voided = RoundId.parse(played.rounds["voided"].round_id)
    void_round(voided, by=approval("a torn card", by=("ann", "ben")), now=at(0, 10))
    played.deal("spread-of-one", "abe", ATLANTIC_CITY, 500, ranks("5 7 6"), now=at(0, 20))
    played.act("spread-of-one", "abe", Action.RAISE, now=at(0, 21))
    played.deal("lost", "abe", ATLANTIC_CITY, 600, ranks("2 K 2"), now=at(0, 25))
    played.act("lost", "abe", Action.STAND, now=at(0, 26))
    played.deal("pair", "ada", TWO_DECKS, 250, ranks("Q Q 4"), now=at(0, 30))
    played.deal("trips", "ada", TWO_DECKS, 150, ranks("7 7 7"), now=at(0, 35))

    cards = montana(wins=True, best=Category.PAIR)
    played.deal("won", "bea", MONTANA, 600, cards, side_bet_minor=300, now=at(0, 45))
    played.act("won", "bea", Action.PLAY, now=at(0, 46))
    cards = montana(wins=False, best=Category.TWO_PAIR)
    played.deal("surrendered", "bea", MONTANA, 400, cards, side_bet_minor=200, now=at(0, 50))
    played.act("surrendered", "bea", Action.SURRENDER, now=at(0, 51))


def _test_account(played: Played) -> None:
    played.deal("tried", "fae", TWO_DECKS, 500, ranks("3 J K"), now=at(2))
    played.act("tried", "fae", Action.RAISE, now=at(2, 1))
    played.deal("tried-and-left", "fae", TWO_DECKS, 250, ranks("2 Q"), now=at(2, 20))


def _cashier(played: Played) -> None:
    """Pay in and out, from nine on."""
    for username in ("abe", "ada"):
        played.log_in(username, f"{username}-day", single_device=True, now=at(9))
    paid = world.make_deposit(ABE, 5_000, jurisdiction=ABROAD, now=at(9, 5))
    played.keep(paid, "abe-paid", Status.SETTLED)
    declined = world.make_deposit(ABE, 1_200, method="card-declined", jurisdiction=ABROAD, now=at(9, 10))
    played.keep(declined, "abe-declined", Status.REFUSED)
    paid = world.make_deposit(ADA, 6_500, jurisdiction=ABROAD, now=at(9, 15))
    played.keep(paid, "ada-paid", Status.SETTLED)
    pending = world.make_deposit(ADA, 3_000, method="bank-transfer", jurisdiction=ABROAD, now=at(9, 20))
    played.keep(pending, "ada-pending", Status.PENDING)
    paid = world.make_withdrawal(BEA, 5_500, jurisdiction=ABROAD, now=at(10))
    played.keep(paid, "bea-paid", Status.SETTLED)
    pending = world.make_withdrawal(BEA, 4_000, method="bank-transfer", jurisdiction=ABROAD, now=at(10, 5))
    played.keep(pending, "bea-pending", Status.PENDING)
    _granted(ABE, 1_500, "EUR", now=at(11))
    _granted(ADA, 77, "JPY", now=at(11, 1))


def _evening(played: Played) -> None:
    played.deal("over-midnight", "abe", ATLANTIC_CITY, 800, ranks("3 8"), now=at(23, 50))
    played.deal("yen-over-midnight", "ada", TWO_DECKS, 1_001, ranks("2 9"), now=at(23, 55))


def _next_day(played: Played) -> None:
    played.act("over-midnight", "abe", Action.STAND, now=at(24, 5))
    played.act("yen-over-midnight", "ada", Action.STAND, now=at(24, 6))


def _granted(chain: ChainId, amount_minor: int, currency: str, *, now: datetime) -> None:
    asked = GrantRequest(
        chain=chain,
        amount_minor=amount_minor,
        currency=currency,
        reason="a gift",
        actor="operator:ann",
        idempotency=world.fresh_request(),
    )
    grant_play_money(asked, lone_max_minor=MAX_MINOR, now=now)
