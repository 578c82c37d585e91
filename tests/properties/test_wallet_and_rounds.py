"""Whatever happens in whatever order, the money is right and the log tells of it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from audit.operations.open_epoch import CommitmentNotCovered, RoundStillOpen, open_epoch
from games.core.action import Action
from games.operations.deal_preconditions import EpochExhausted
from games.operations.expire import expire_rounds
from games.operations.open_round import RoundClosed
from games.queries.rounds import history, open_round_id
from players.operations.log_in import log_out
from players.tokens import NotAuthenticated, session_id_of
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.wager import LimitExceeded
from tests import world
from wallet.core.ledger import Balance, InsufficientFunds
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from games.core.round_view import RoundView
    from tests.world import SeatedPlayer
    from wallet.core.idempotency import IdempotentRequest

stakes = st.sampled_from([500, 501, 5_000, 30_000])
places = st.integers(0, 99)
# What a process remembers of one session says nothing of the other, and is out of date whenever the other has acted.
devices = st.booleans()


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A step that was taken: how it was asked, and what it answered."""

    view: RoundView
    asked: IdempotentRequest
    stake_minor: int | None = None
    decided: tuple[RoundView, Action] | None = None


class Evening(RuleBasedStateMachine):
    """One player's evening, beside a model of two numbers: the player's cash, and what is at stake.

    The cards are truly random, so what is drawn must never depend on how a round went: a rule that has nothing to do
    does nothing, and takes its object by number.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rollback = transaction.atomic()
        self.rollback.__enter__()
        self.now = world.NOW
        self.model = Balance()
        self.open: RoundView | None = None
        self.limit_minor: int | None = None
        self.done: list[Done] = []
        self.player: SeatedPlayer
        self.elsewhere: SeatedPlayer

    @initialize()
    def sit_down(self) -> None:
        world.open_house()
        self.player = world.seat_player(amount_minor=0)
        self._log_in()

    @rule(amount_minor=st.integers(1, 40_000))
    def be_granted(self, amount_minor: int) -> None:
        world.fund(self.player.chain, amount_minor, now=self.now)
        self.model = replace(self.model, cash_minor=self.model.cash_minor + amount_minor)

    @rule(stake_minor=stakes, elsewhere=devices)
    def bet(self, stake_minor: int, *, elsewhere: bool) -> None:
        asked = world.fresh_request("bet")
        try:
            view = world.deal(self._at(elsewhere=elsewhere), stake_minor, asked=asked, now=self.now)
        except InsufficientFunds:
            assert self.model.cash_minor < stake_minor
        except LimitExceeded:
            assert self.limit_minor is not None
            assert self.limit_minor < stake_minor
        except RoundStillOpen:
            assert self.open is not None
        except EpochExhausted:
            self.open_epoch()
        else:
            assert self.open is None
            self.done.append(Done(view=view, asked=asked, stake_minor=stake_minor))
            self.model = Balance(self.model.cash_minor - stake_minor, stake_minor)
            self.open = view
            self._settled(view)

    @rule(action=st.sampled_from([Action.RAISE, Action.STAND]), elsewhere=devices)
    def decide(self, action: Action, *, elsewhere: bool) -> None:
        if self.open is None:
            return
        asked, waiting = world.fresh_request("act"), self.open
        try:
            view = world.decide(self._at(elsewhere=elsewhere), waiting, action, asked=asked, now=self.now)
        except InsufficientFunds:
            assert action is Action.RAISE
            assert self.model.cash_minor < waiting.bet.stake_minor
            return
        raised_minor = view.staked_minor - waiting.bet.stake_minor
        assert raised_minor == (waiting.bet.stake_minor if action is Action.RAISE else 0)
        self.done.append(Done(view=view, asked=asked, decided=(waiting, action)))
        self.model = Balance(self.model.cash_minor - raised_minor, self.model.in_play_minor + raised_minor)
        self._settled(view)

    @rule(which=places)
    def repeat(self, which: int) -> None:
        if not self.done:
            return
        step = self.done[which % len(self.done)]
        if step.decided is None:
            assert step.stake_minor is not None
            again = world.deal(self.player, step.stake_minor, asked=step.asked, now=self.now)
        else:
            waiting, action = step.decided
            again = world.decide(self.player, waiting, action, asked=step.asked, now=self.now)
        assert again == step.view

    @rule(which=places)
    def decide_what_is_closed(self, which: int) -> None:
        closed = [step.view for step in self.done if step.view.outcome is not None]
        if closed:
            with pytest.raises(RoundClosed):
                world.decide(self.player, closed[which % len(closed)], now=self.now)

    @rule()
    def log_out_and_in(self) -> None:
        log_out(self.player.session_id, now=self.now)
        with pytest.raises(NotAuthenticated):
            world.deal(self.player, now=self.now)
        self._log_in()

    @rule(hours=st.sampled_from([1, 12, 24]))
    def wait(self, hours: int) -> None:
        self.now += timedelta(hours=hours)
        waiting = self.open
        expired = expire_rounds(clock=lambda: self.now)
        if waiting is not None and expired:
            (line,) = history(self.player.chain, before=None, limit=1)
            assert line.staked_minor == waiting.bet.stake_minor
            assert line.returned_minor is not None
            self.model = Balance(self.model.cash_minor + line.returned_minor, 0)
            self.open = None
        assert expired == (waiting is not None and self.open is None)
        self._log_in()

    @rule(maximum_minor=st.sampled_from([500, 5_000, None]))
    def limit(self, maximum_minor: int | None) -> None:
        world.set_limits(
            self.player.chain,
            Limits(current={} if maximum_minor is None else {"stake_max": maximum_minor}),
            now=self.now,
        )
        self.limit_minor = maximum_minor

    @rule()
    def open_epoch(self) -> None:
        client = secrets.token_bytes(32)
        try:
            open_epoch(self.player.chain, client_seed=client, now=self.now)
        except RoundStillOpen:
            assert self.open is not None
        except CommitmentNotCovered:
            assert self.open is None
            world.run_sequencer(now=self.now)
            first = open_epoch(self.player.chain, client_seed=client, now=self.now)
            assert open_epoch(self.player.chain, client_seed=client, now=self.now) == first

    @rule()
    def sequence(self) -> None:
        world.run_sequencer(now=self.now)

    @invariant()
    def the_money_is_what_the_model_says(self) -> None:
        if hasattr(self, "player"):
            assert balance(self.player.chain) == self.model
            assert (open_round_id(self.player.chain) is None) == (self.open is None)

    def teardown(self) -> None:
        try:
            world.assert_world_sound()
        finally:
            transaction.set_rollback(True)
            self.rollback.__exit__(None, None, None)

    def _settled(self, view: RoundView) -> None:
        if view.outcome is not None:
            assert view.returned_minor is not None
            self.model = Balance(self.model.cash_minor + view.returned_minor, 0)
            self.open = None

    def _log_in(self) -> None:
        self.player, self.elsewhere = (
            replace(self.player, session_id=session_id_of(world.log_in_player(now=self.now).token)) for _ in range(2)
        )

    def _at(self, *, elsewhere: bool) -> SeatedPlayer:
        return self.elsewhere if elsewhere else self.player


@pytest.mark.clause("F01")
@pytest.mark.clause("F36")
@pytest.mark.django_db
def test_money_is_conserved_over_any_evening() -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=25,
            stateful_step_count=25,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
