"""Whatever is deposited, played, withdrawn and decided in whatever order: no money is lost, and no limit is passed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from cashier.core.payment import Direction, ProviderOutcome, Status
from cashier.operations.cancel_withdrawal import cancel_withdrawal
from cashier.operations.resume_payments import resume_payments
from cashier.operations.review_payment import ReviewDecision
from cashier.queries.payments import get_payment as stored, list_payments
from cashier.queries.unfinished_payments import reserved_minor
from players.queries.accounts import player
from players.tokens import session_id_of
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.excluded import PlayerExcluded
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.rules.deposits import DepositLimitExceeded
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.bank import Bank
from tests.world import LONG_SESSIONS
from wallet.core.ledger import InsufficientFunds
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from cashier.core.payment import Payment
    from tests.world import SeatedPlayer

amounts = st.sampled_from([1, 400, 500, 700, 2_000])
places = st.integers(0, 99)
_names = count()


@dataclass(slots=True)
class Model:
    """What the money must be: in and out by this account of the test's own, apart from ledger and payments."""

    deposited_minor: int = 0
    withdrawn_minor: int = 0
    won_minor: int = 0
    deposits_of_a_day: Counter[object] = field(default_factory=Counter)

    @property
    def cash_minor(self) -> int:
        return self.deposited_minor - self.withdrawn_minor + self.won_minor


class Weeks(RuleBasedStateMachine):
    """One player, one bank that answers at once, later, never or not at all, and an operator."""

    def __init__(self) -> None:
        super().__init__()
        self.now = world.NOW
        self.bank = Bank()
        self.model = Model()
        self.limit_minor: int | None = None
        self.made: list[Payment] = []
        self.player: SeatedPlayer

    @initialize()
    def open_an_account(self) -> None:
        self.player = world.seat_player(f"player{next(_names)}", amount_minor=0, now=self.now)
        world.give_pin(self.player.chain)

    @rule(outcome=st.sampled_from(ProviderOutcome), cancels=st.booleans(), silent=st.booleans())
    def turn_the_banks_mood(self, outcome: ProviderOutcome, *, cancels: bool, silent: bool) -> None:
        self.bank.begins, self.bank.cancels, self.bank.silent = outcome, cancels, silent

    @rule(maximum_minor=st.sampled_from([None, 500, 1_000, 2_500]))
    def limit(self, maximum_minor: int | None) -> None:
        window_rule = None if maximum_minor is None else LONG_SESSIONS.window_rule
        now = {} if maximum_minor is None else {"deposit_day": maximum_minor}
        world.set_limits(self.player.chain, Limits(current=now, window_rule=window_rule), now=self.now)
        self.limit_minor = maximum_minor

    @rule()
    def stay_away_for_a_day(self) -> None:
        exclude(self.player.chain, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=self.now)
        self.wait(24)

    @rule(amount_minor=amounts)
    def deposit(self, amount_minor: int) -> None:
        try:
            made = world.make_deposit(
                self.player.chain,
                amount_minor,
                method="wire",
                provider=self.bank,
                jurisdiction=LONG_SESSIONS,
                now=self.now,
            )
        except DepositLimitExceeded:
            assert self.limit_minor is not None
            today_minor = self.model.deposits_of_a_day[self._day()]
            assert today_minor + reserved_minor(self.player.chain) + amount_minor > self.limit_minor
        else:
            self.made.append(made)
            self._take_in()

    @rule(amount_minor=amounts)
    def withdraw(self, amount_minor: int) -> None:
        try:
            made = world.make_withdrawal(
                self.player.chain,
                amount_minor,
                method="wire",
                provider=self.bank,
                jurisdiction=LONG_SESSIONS,
                now=self.now,
            )
        except InsufficientFunds:
            assert amount_minor > self.model.cash_minor
        else:
            self.made.append(made)
            self._take_in()

    @rule(which=places)
    def cancel(self, which: int) -> None:
        waiting = self._waiting(Direction.WITHDRAWAL)
        if waiting:
            chosen = waiting[which % len(waiting)]
            banks = {self.bank.name: self.bank}
            cancel_withdrawal(self.player.chain, chosen.id, providers=banks, jurisdiction=LONG_SESSIONS, now=self.now)
            self._take_in()

    @rule(which=places, decision=st.sampled_from(ReviewDecision))
    def decide(self, which: int, decision: ReviewDecision) -> None:
        waiting = self._waiting(Direction.DEPOSIT) + self._waiting(Direction.WITHDRAWAL)
        if waiting:
            chosen = waiting[which % len(waiting)]
            world.review_by_hand(
                chosen, decision=decision, provider=self.bank, jurisdiction=LONG_SESSIONS, now=self.now
            )
            self._take_in()

    @rule()
    def play(self) -> None:
        try:
            world.open_next_epoch(self.player.chain, now=self.now)
            view = world.deal(self.player, jurisdiction=LONG_SESSIONS, now=self.now)
        except (InsufficientFunds, PlayerExcluded):
            return
        if view.outcome is None:
            view = world.decide(self.player, view, jurisdiction=LONG_SESSIONS, now=self.now)
        assert view.returned_minor is not None
        self.model.won_minor += view.returned_minor - view.staked_minor

    @rule(hours=st.sampled_from([1, 24]))
    def wait(self, hours: int) -> None:
        self.now += timedelta(hours=hours)
        resume_payments({self.bank.name: self.bank}, jurisdiction=LONG_SESSIONS, clock=lambda: self.now)
        self._take_in()
        begun = world.log_in_player(player(self.player.chain).username, now=self.now)
        self.player = replace(self.player, session_id=session_id_of(begun.token))

    @invariant()
    def the_money_is_what_came_in_less_what_went_out(self) -> None:
        if hasattr(self, "player"):
            assert balance(self.player.chain).cash_minor == self.model.cash_minor
            assert balance(self.player.chain).totals.deposited_minor == self.model.deposited_minor

    def _take_in(self) -> None:
        """Bring the model up to what became of the payments since, by their statuses alone."""
        now = [stored(payment.id) for payment in self.made]
        settled = [p for p in now if p.direction is Direction.DEPOSIT and p.status is Status.SETTLED]
        new_minor = sum(payment.amount_minor for payment in settled) - self.model.deposited_minor
        if new_minor:
            self.model.deposits_of_a_day[self._day()] += new_minor
            assert self.limit_minor is None or self.model.deposits_of_a_day[self._day()] <= self.limit_minor
        self.model.deposited_minor += new_minor
        gone = [
            payment.amount_minor
            for payment in now
            if payment.direction is Direction.WITHDRAWAL and payment.status not in {Status.REFUSED, Status.CANCELLED}
        ]
        self.model.withdrawn_minor = sum(gone)
        for payment in now:
            if payment.status is Status.REFUSED:
                assert self.bank.outcomes.get(payment.id) in {None, ProviderOutcome.NOT_DONE}, "money that nobody has"

    def _waiting(self, direction: Direction) -> list[Payment]:
        return list_payments(
            chain=self.player.chain, direction=direction, status=Status.PENDING, before=None, limit=200
        )

    def _day(self) -> object:
        return self.now.astimezone(ZoneInfo(LONG_SESSIONS.zone)).date()


@pytest.mark.clause("F01")
@pytest.mark.clause("F26")
@pytest.mark.django_db
def test_no_money_is_lost_and_no_limit_passed_over_any_weeks() -> None:
    world.open_house()
    run_state_machine_as_test(
        Weeks,
        settings=settings(
            max_examples=20,
            stateful_step_count=25,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
