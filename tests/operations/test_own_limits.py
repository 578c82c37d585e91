"""Setting limits: what is stored, what binds, what is refused, and what is kept of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from io import StringIO
from threading import Barrier
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from django.db import connections, transaction
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from responsible_gaming.core.limits.limit_range import LimitOutOfRange, LimitSetElsewhere
from responsible_gaming.core.limits.names import Name

from audit.core.records import read
from audit.queries import entries, events
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal
from players.operations.set_pin import WrongPin, set_pin
from players.operations.set_status import PlayerNotFound
from reddog_platform.soundness import faults
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.in_force import Limits, LimitsOutdated
from responsible_gaming.core.limits.limit_setting import LimitOwner, LimitSetting, LimitUnchanged
from responsible_gaming.core.limits.loosening import LooseningPending, LooseningTooEarly, is_tighter
from responsible_gaming.core.limits.windows import WindowKind
from responsible_gaming.models import StoredLimitSetting
from responsible_gaming.operations.adopt_jurisdiction import adopt_counting
from responsible_gaming.operations.change_bet_limit import change_bet_limit
from responsible_gaming.operations.change_player_limit import (
    cancel_player_limit_loosening,
    change_player_limit,
    confirm_player_limit,
)
from responsible_gaming.operations.exclude import exclude
from responsible_gaming.operations.set_operator_limit import set_operator_limit
from responsible_gaming.queries.limit_settings import bet_limit, limit_settings
from responsible_gaming.queries.limit_views import limit_view
from responsible_gaming.queries.limits import chains_with_outdated_limits, limits_in_table
from tests import world
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from collections.abc import Callable

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F26"), pytest.mark.clause("F27"), pytest.mark.django_db]

PIN = "2580"
DAY = timedelta(days=1)
MILLISECOND = timedelta(milliseconds=1)
ROLLING = replace(DEMO, window_kind=WindowKind.ROLLING)


@pytest.fixture
def ada() -> ChainId:
    return registered()


def registered(username: str = "ada") -> ChainId:
    chain = world.player_registered(username)
    set_pin(chain, proof=world.proof(), new_pin=PIN, now=NOW)
    return chain


def want(chain: ChainId, name: Name, value: int | None, *, at: datetime = NOW, pin: str = PIN) -> None:
    change_player_limit(chain, name, value, pin=pin, jurisdiction=DEMO, now=at)


def confirm(chain: ChainId, name: Name, *, at: datetime) -> None:
    confirm_player_limit(chain, name, pin=PIN, jurisdiction=DEMO, now=at)


def impose(chain: ChainId, name: Name, value: int | None, *, at: datetime = NOW) -> None:
    set_operator_limit(
        chain, name, value, reason="a talk with the player", actor="operator:eve", jurisdiction=DEMO, now=at
    )


def binding(chain: ChainId, name: Name) -> int | None:
    return limits_in_table(chain).now.get(name)


def refused(kind: type[Refusal], step: Callable[[], object]) -> Refusal:
    """Take a step that must be refused, and show that it changed nothing at all."""
    before = world.everything_stored()
    with pytest.raises(kind) as caught:
        step()
    assert world.everything_stored() == before
    return caught.value


def told(chain: ChainId) -> list[tuple[str, str, Any, Any]]:
    """Return a player's events of limits, oldest first."""
    found = [event for event in reversed(events(subject=chain, before=None, limit=50)) if "limit" in event.kind]
    return [(event.kind, event.actor, event.before, event.after) for event in found]


# --- The player's own ---------------------------------------------------------------------------------------


def test_a_tighter_limit_binds_at_once_and_is_in_the_log(ada: ChainId) -> None:
    want(ada, Name.LOSS_DAY, 5_000)
    want(ada, Name.LOSS_DAY, 4_000)

    records: list[Any] = [read(entry) for entry in entries(ada, from_seq=0, to_seq=99)]
    assert [record["rg"]["now"] for record in records if record["type"] == "limits"] == [
        {},
        {"loss_day": 5_000, "windows": "calendar", "zone": "America/New_York"},
        {"loss_day": 4_000, "windows": "calendar", "zone": "America/New_York"},
    ]
    assert told(ada) == [
        ("limit-tightened", "player", {"limit": "loss_day", "value": None}, {"limit": "loss_day", "value": 5_000}),
        ("limit-tightened", "player", {"limit": "loss_day", "value": 5_000}, {"limit": "loss_day", "value": 4_000}),
    ]


def test_of_two_raises_within_a_day_the_second_is_refused_and_the_first_limit_still_binds(ada: ChainId) -> None:
    want(ada, Name.WAGER_DAY, 1_000)
    want(ada, Name.WAGER_DAY, 2_000, at=NOW + MILLISECOND)

    with pytest.raises(LooseningPending):
        want(ada, Name.WAGER_DAY, 3_000, at=NOW + DAY)
    assert binding(ada, Name.WAGER_DAY) == 1_000
    with pytest.raises(LooseningTooEarly):
        confirm(ada, Name.WAGER_DAY, at=NOW + DAY)
    assert binding(ada, Name.WAGER_DAY) == 1_000
    confirm(ada, Name.WAGER_DAY, at=NOW + DAY + MILLISECOND)
    assert binding(ada, Name.WAGER_DAY) == 2_000


def test_what_was_asked_for_before_its_time_is_kept_although_it_was_refused(ada: ChainId) -> None:
    want(ada, Name.SESSION, 3_600_000)
    want(ada, Name.SESSION, None)
    with pytest.raises(LooseningPending):
        want(ada, Name.SESSION, 7_200_000)
    with pytest.raises(LooseningTooEarly):
        confirm(ada, Name.SESSION, at=NOW)

    assert [(kind, after.get("refused")) for kind, _, _, after in told(ada)] == [
        ("limit-tightened", None),
        ("limit-loosening-asked", None),
        ("limit-loosening-refused", "loosening-waits"),
        ("limit-loosening-refused", "loosening-too-early"),
    ]


def test_a_loosening_leaves_the_log_alone_until_it_is_confirmed(ada: ChainId) -> None:
    want(ada, Name.DAY, 3_600_000)
    before = limits_in_table(ada)
    want(ada, Name.DAY, 7_200_000)
    cancel_player_limit_loosening(ada, Name.DAY, jurisdiction=DEMO, now=NOW)
    want(ada, Name.DAY, None)

    assert limits_in_table(ada) == before
    assert limit_settings(ada)[Name.DAY, LimitOwner.PLAYER].loosening is not None
    waits = {"value": None, "from_ms": to_epoch_ms(NOW + DAY), "lapses_ms": to_epoch_ms(NOW + 8 * DAY)}
    assert told(ada)[-2:] == [
        (
            "limit-loosening-cancelled",
            "player",
            {"limit": "day_ms", "value": 3_600_000, "loosening": waits | {"value": 7_200_000}},
            {"limit": "day_ms", "value": 3_600_000},
        ),
        (
            "limit-loosening-asked",
            "player",
            {"limit": "day_ms", "value": 3_600_000},
            {"limit": "day_ms", "value": 3_600_000, "loosening": waits},
        ),
    ]
    confirm(ada, Name.DAY, at=NOW + DAY)
    assert limits_in_table(ada).now == {}


def test_a_clock_that_went_back_puts_off_no_loosening_and_brings_none_forward(ada: ChainId) -> None:
    want(ada, Name.LOSS_DAY, 1_000, at=NOW + DAY)
    # The chain's newest record is of a day later, and so is whatever comes after it.
    want(ada, Name.LOSS_DAY, 2_000, at=NOW)

    with pytest.raises(LooseningTooEarly):
        confirm(ada, Name.LOSS_DAY, at=NOW + 2 * DAY - MILLISECOND)
    confirm(ada, Name.LOSS_DAY, at=NOW + 2 * DAY)


def test_what_is_refused_changes_nothing(ada: ChainId) -> None:
    want(ada, Name.LOSS_DAY, 1_000)

    refused(LimitUnchanged, lambda: want(ada, Name.LOSS_DAY, 1_000))
    refused(LimitSetElsewhere, lambda: want(ada, Name.STAKE_MAX, 500))
    # No try at the PIN is counted for what could not be done with the right one.
    refused(LimitOutOfRange, lambda: want(ada, Name.WAGER_DAY, 0, pin="1379"))


@pytest.mark.clause("F23")
def test_every_change_but_taking_one_back_needs_the_pin(ada: ChainId) -> None:
    want(ada, Name.LOSS_DAY, 1_000)
    want(ada, Name.LOSS_DAY, 2_000)

    for value in (500, 3_000, None):
        with pytest.raises(WrongPin):
            want(ada, Name.LOSS_DAY, value, pin="1379")
    with pytest.raises(WrongPin):
        confirm_player_limit(ada, Name.LOSS_DAY, pin="1379", jurisdiction=DEMO, now=NOW + DAY)
    assert binding(ada, Name.LOSS_DAY) == 1_000
    assert {kind for kind, *_ in told(ada)} == {"limit-tightened", "limit-loosening-asked"}


# --- The operator's -----------------------------------------------------------------------------------------


def test_the_strictest_of_player_and_operator_binds_and_neither_touches_the_other(ada: ChainId) -> None:
    want(ada, Name.LOSS_WEEK, 5_000)
    impose(ada, Name.LOSS_WEEK, 3_000)
    assert binding(ada, Name.LOSS_WEEK) == 3_000
    impose(ada, Name.LOSS_WEEK, 9_000)
    assert binding(ada, Name.LOSS_WEEK) == 5_000
    impose(ada, Name.LOSS_WEEK, None)
    assert binding(ada, Name.LOSS_WEEK) == 5_000

    assert limit_settings(ada) == {
        (Name.LOSS_WEEK, LimitOwner.PLAYER): LimitSetting(value=5_000),
        (Name.LOSS_WEEK, LimitOwner.OPERATOR): LimitSetting(value=None),
    }
    assert [(actor, after["value"]) for _, actor, _, after in told(ada)] == [
        ("player", 5_000),
        ("operator:eve", 3_000),
        ("operator:eve", 9_000),
        ("operator:eve", None),
    ]
    assert events(subject=ada, before=None, limit=1)[0].reason == "a talk with the player"


def test_an_operators_loosening_leaves_what_the_player_waits_for_as_it_is(ada: ChainId) -> None:
    impose(ada, Name.LOSS_DAY, 500)
    want(ada, Name.LOSS_DAY, 1_000)
    want(ada, Name.LOSS_DAY, 2_000)
    impose(ada, Name.LOSS_DAY, None)

    assert binding(ada, Name.LOSS_DAY) == 1_000
    confirm(ada, Name.LOSS_DAY, at=NOW + DAY)
    assert binding(ada, Name.LOSS_DAY) == 2_000


@pytest.mark.clause("F31")
def test_an_operators_limit_for_one_bet_binds_beside_the_players_own(ada: ChainId) -> None:
    change_bet_limit(ada, 700, pin=PIN, jurisdiction=DEMO, now=NOW)
    impose(ada, Name.STAKE_MAX, 600)
    assert (binding(ada, Name.STAKE_MAX), bet_limit(ada).maximum_minor) == (600, 700)

    change_bet_limit(ada, 500, pin=PIN, jurisdiction=replace(DEMO, extra_tightening=True), now=NOW)
    assert binding(ada, Name.STAKE_MAX) == 500
    # As loose as the operator's, and still a loosening of the player's own.
    change_bet_limit(ada, 600, pin=PIN, jurisdiction=DEMO, now=NOW + 7 * DAY)
    assert (binding(ada, Name.STAKE_MAX), bet_limit(ada).maximum_minor) == (500, 500)
    view = limit_view(ada, Name.STAKE_MAX, DEMO.window_rule, now=NOW + 7 * DAY)
    assert (view.own, view.operators, view.binding) == (500, 600, 500)
    assert view.loosening is not None
    assert view.loosening.value == 600


def test_an_operators_limit_of_no_player_or_without_a_change_is_refused(ada: ChainId) -> None:
    refused(LimitUnchanged, lambda: impose(ada, Name.LOSS_DAY, None))
    refused(LimitOutOfRange, lambda: impose(ada, Name.CHECK, 1))
    refused(PlayerNotFound, lambda: impose(SYSTEM_CHAIN, Name.LOSS_DAY, 5))


@pytest.mark.clause("F28")
def test_limits_and_an_exclusion_leave_each_other_alone(ada: ChainId) -> None:
    want(ada, Name.LOSS_DAY, 1_000)
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
    want(ada, Name.LOSS_DAY, 900)

    limits = limits_in_table(ada)
    assert limits.in_force(to_epoch_ms(NOW)) == {"loss_day": 900, "excluded": 1}
    assert limits.in_force(to_epoch_ms(NOW + DAY)) == {"loss_day": 900}


AT_ONCE: dict[str, tuple[Callable[[ChainId], object], ...]] = {
    "an operator's": (
        lambda chain: impose(chain, Name.LOSS_DAY, 400),
        lambda chain: impose(chain, Name.WAGER_DAY, 600),
        lambda chain: impose(chain, Name.STAKE_MAX, 700),
    ),
    "a player's": (
        lambda chain: want(chain, Name.LOSS_DAY, 400),
        lambda chain: want(chain, Name.WAGER_DAY, 600),
        lambda chain: change_bet_limit(chain, 700, pin=PIN, jurisdiction=DEMO, now=NOW),
    ),
}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("steps", AT_ONCE.values(), ids=AT_ONCE)
def test_of_limits_set_at_the_same_moment_none_is_lost(steps: tuple[Callable[[ChainId], object], ...]) -> None:
    chains = [registered(f"player{number}") for number in range(8)]
    all_at_once = Barrier(len(steps))

    def do(step: Callable[[ChainId], object], chain: ChainId) -> None:
        try:
            all_at_once.wait()
            step(chain)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(steps)) as pool:
        for chain in chains:
            for done in [pool.submit(do, step, chain) for step in steps]:
                done.result()
            assert limits_in_table(chain).now == {"loss_day": 400, "wager_day": 600, "stake_max": 700}


# --- Another jurisdiction's days ----------------------------------------------------------------------------


def test_limits_that_were_counted_otherwise_are_written_anew_once_and_then_bind_again() -> None:
    world.house_opened()
    player, other = world.seated(), registered("bob")
    world.limited(player.chain, Limits(now={"wager_day": 1_000, "stake_max": 900}), jurisdiction=ROLLING)
    exclude(other, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
    impose(other, Name.SESSION, 3_600_000)
    refused(LimitsOutdated, lambda: world.dealt(player))
    before = len(entries(other, from_seq=0, to_seq=99))

    call_command("adopt_jurisdiction", stdout=StringIO())
    adopted = world.everything_stored()
    call_command("adopt_jurisdiction", stdout=StringIO())
    adopt_counting(other, DEMO.window_rule, now=NOW)

    assert world.everything_stored() == adopted
    assert limits_in_table(player.chain).window_rule == DEMO.window_rule
    assert limits_in_table(player.chain).now == {"wager_day": 1_000, "stake_max": 900}
    assert len(entries(other, from_seq=0, to_seq=99)) == before, "limits that do not add up are nobody's business"
    assert told(player.chain)[-1] == (
        "limits-recounted",
        "platform",
        {"windows": "rolling", "zone": "America/New_York"},
        {"windows": "calendar", "zone": "America/New_York"},
    )


def test_many_players_limits_are_written_anew_in_chunks() -> None:
    chains = sorted(world.player_registered(f"player{number}") for number in range(5))
    for chain in chains:
        world.limited(chain, Limits(now={"loss_month": 1_000}), jurisdiction=ROLLING)

    found = []
    for chain in chains_with_outdated_limits(DEMO.window_rule, chunk=2):
        found.append(chain)
        adopt_counting(chain, DEMO.window_rule, now=NOW)

    assert found == chains
    assert list(chains_with_outdated_limits(DEMO.window_rule)) == []


# --- The oracle ---------------------------------------------------------------------------------------------


@pytest.mark.clause("F36")
@pytest.mark.parametrize("tampering", [{"value": 999}, {"value": None}, {"owner": "operator", "name": "loss_week"}])
def test_a_stored_limit_that_is_not_what_binds_is_found(ada: ChainId, tampering: dict[str, Any]) -> None:
    want(ada, Name.LOSS_DAY, 1_000)

    with transaction.atomic():
        StoredLimitSetting.objects.filter(chain=ada).update(**tampering)
        assert list(faults()) == [f"The limits of chain {ada.hex} are not the strictest that were set."]
        transaction.set_rollback(True)


# --- Any sequence -------------------------------------------------------------------------------------------

values = st.sampled_from([None, 500, 1_000, 2_000, 3_000])
names = st.sampled_from([Name.LOSS_DAY, Name.WAGER_WEEK])


class Wishes(RuleBasedStateMachine):
    """What a player and an operator want of two limits over some weeks, beside what may bind at most."""

    def __init__(self) -> None:
        super().__init__()
        self.rollback = transaction.atomic()
        self.rollback.__enter__()
        self.now = NOW
        # By name: the player's own value, and a loosening's value and since when it was asked for.
        self.own: dict[Name, int | None] = {}
        self.asked: dict[Name, tuple[int | None, datetime]] = {}
        self.operators: dict[Name, int | None] = {}
        self.chain: ChainId

    @initialize()
    def register(self) -> None:
        self.chain = registered()

    @rule(name=names, value=values)
    def want(self, name: Name, value: int | None) -> None:
        try:
            want(self.chain, name, value, at=self.now)
        except LimitUnchanged:
            assert value == self.own.get(name)
        except LooseningPending:
            assert is_tighter(self.own.get(name), value)
            assert self.now < self.asked[name][1] + 8 * DAY
        else:
            if is_tighter(value, self.own.get(name)):
                self.own[name] = value
                self.asked.pop(name, None)
            else:
                self.asked[name] = (value, self.now)

    @rule(name=names)
    def confirm(self, name: Name) -> None:
        try:
            confirm(self.chain, name, at=self.now)
        except Refusal:
            assert name not in self.asked or not DAY <= self.now - self.asked[name][1] < 8 * DAY
        else:
            value, since = self.asked.pop(name)
            assert DAY <= self.now - since < 8 * DAY
            self.own[name] = value

    @rule(name=names)
    def cancel(self, name: Name) -> None:
        try:
            cancel_player_limit_loosening(self.chain, name, jurisdiction=DEMO, now=self.now)
        except Refusal:
            assert name not in self.asked or self.now >= self.asked[name][1] + 8 * DAY
        else:
            del self.asked[name]

    @rule(name=names, value=values)
    def impose(self, name: Name, value: int | None) -> None:
        try:
            impose(self.chain, name, value, at=self.now)
        except LimitUnchanged:
            assert value == self.operators.get(name)
        self.operators[name] = value

    @rule(hours=st.sampled_from([1, 12, 24, 8 * 24]))
    def wait(self, hours: int) -> None:
        self.now += timedelta(hours=hours)

    @precondition(lambda self: hasattr(self, "chain"))
    @invariant()
    def what_binds_is_the_strictest_of_both(self) -> None:
        for name in (Name.LOSS_DAY, Name.WAGER_WEEK):
            set_by = [value for value in (self.own.get(name), self.operators.get(name)) if value is not None]
            assert binding(self.chain, name) == min(set_by, default=None)

    def teardown(self) -> None:
        try:
            world.assert_world_sound()
        finally:
            transaction.set_rollback(True)
            self.rollback.__exit__(None, None, None)


def test_no_sequence_of_requests_makes_anything_else_bind_than_the_strictest_that_holds() -> None:
    run_state_machine_as_test(
        Wishes,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
