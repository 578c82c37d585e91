"""What the parts of the gaming day stand on: its accounts, its clock, its thresholds, and what became of it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID

import pytest

from kernel.ids import ChainId
from kernel.instants import from_epoch_ms
from players.queries.sessions import session_references
from players.tokens import session_id_of
from reports.core.day_zone import DayZone
from reports.core.period import Period
from responsible_gaming.core.limits.wager import LimitExceeded
from tests import world
from tests.amounts import with_amounts
from tests.reports.asking import opened_for_tests
from tests.reports.known_cards import know_next_cards
from tests.world import LONG_SESSIONS, SeatedPlayer
from wallet.queries.balances import currency_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from cashier.core.payment import Payment, Status
    from games.core.action import Action
    from games.core.round_view import RoundView
    from responsible_gaming.core.jurisdiction import Jurisdiction
    from tests.reports.known_cards import Wanted

DAY: Final = Period(date(2026, 11, 21), date(2026, 11, 22), DayZone("America/New_York"))
# 05:00 UTC, as New York is five hours behind in winter.
_MIDNIGHT: Final = from_epoch_ms(DAY.start_ms)

# From here on everything is large: 10.00 and 20.00, 50.00 and 80.00.
PROFILE: Final = with_amounts(
    LONG_SESSIONS,
    large_round_minor=1_000,
    large_rounds_day_minor=2_000,
    large_payment_minor=5_000,
    large_payments_day_minor=8_000,
)

ABE, ADA, BEA, DEE, FAE = (ChainId(UUID(hex=name.ljust(32, "0"))) for name in ("abe", "ada", "bea", "dee", "fae"))
_CHAINS: Final = {"abe": ABE, "ada": ADA, "bea": BEA, "dee": DEE, "fae": FAE}

ATLANTIC_CITY, TWO_DECKS, MONTANA = "red-dog-atlantic-city", "red-dog-2-decks", "montana-red-dog"
_DECKS: Final = {ATLANTIC_CITY: 1, TWO_DECKS: 2, MONTANA: 1}


def at(hour: int, minute: int = 0) -> datetime:
    """Return an instant of the day by New York's wall; hours below 0 are of the days before, from 24 on of the next."""
    return _MIDNIGHT + timedelta(hours=hour, minutes=minute)


OPENED: Final = at(-400 * 24)


@dataclass(slots=True)
class Played:
    """The day so far. `names` has, by numbers that nobody chose, what a reader calls a session or a payment."""

    profile: Jurisdiction = PROFILE
    names: dict[str, str] = field(default_factory=dict)
    seats: dict[str, SeatedPlayer] = field(default_factory=dict)
    rounds: dict[str, RoundView] = field(default_factory=dict)
    payments: dict[str, Payment] = field(default_factory=dict)

    def log_in(self, username: str, session: str, *, single_device: bool = False, now: datetime) -> None:
        """Begin a session; the player's rounds are played in her newest."""
        begun = world.log_in_player(username, rules=replace(world.SESSIONS, single_device=single_device), now=now)
        session_id = session_id_of(begun.token)
        self.names[session_id.hex] = session
        self.names[session_references(_CHAINS[username])[session_id]] = f"{session}-reference"
        self.seats[username] = self.seats[session] = SeatedPlayer(
            chain=_CHAINS[username],
            session_id=session_id,
            token=begun.token,
            jurisdiction=self.profile,
            currency=currency_of(_CHAINS[username]),
        )

    def deal(
        self,
        name: str,
        username: str,
        game: str,
        stake_minor: int,
        cards: Wanted,
        *,
        side_bet_minor: int = 0,
        now: datetime,
    ) -> None:
        """Bet on cards that are known."""
        seat = self.seats[username]
        know_next_cards(seat, cards, decks=_DECKS[game], now=now)
        self.rounds[name] = world.deal(seat, stake_minor, side_bet_minor=side_bet_minor, game=game, now=now)

    def refuse(self, username: str, game: str, stake_minor: int, *, now: datetime) -> None:
        """Ask for a bet that a limit refuses."""
        with pytest.raises(LimitExceeded):
            world.deal(self.seats[username], stake_minor, game=game, now=now)

    def act(self, name: str, username: str, action: Action, *, now: datetime) -> None:
        """Decide a round that waits."""
        self.rounds[name] = world.decide(self.seats[username], self.rounds[name], action, now=now)

    def keep(self, payment: Payment, name: str, status: Status) -> None:
        """Keep a payment under a name; this is how it has to stand."""
        assert payment.status is status, f"{name} is {payment.status}"
        self.names[payment.id.hex] = name
        self.payments[name] = payment


def opened(username: str, amount_minor: int, *, currency: str = "USD", now: datetime, test: bool = False) -> None:
    """Open an account with a PIN and some money, whose chain, drawn from the operating system, reads like its name."""
    chain = _CHAINS[username]
    with _next_sixteen_bytes(chain.bytes):
        found = (
            opened_for_tests(username, currency=currency, now=now)
            if test
            else world.sign_up(username, currency=currency, now=now)
        )
    assert found == chain, "a chain is named before anything else of its size is drawn"
    world.fund(chain, amount_minor, now=now)


@contextmanager
def _next_sixteen_bytes(wanted: bytes) -> Iterator[None]:
    drawn, kept = os.urandom, [wanted]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "urandom", lambda count: kept.pop() if kept and count == len(wanted) else drawn(count))
        yield
