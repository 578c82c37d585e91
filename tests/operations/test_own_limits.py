"""Setting limits: what is stored, what binds, what is refused, and what is kept of it."""

from __future__ import annotations

import json
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

from audit.core.records import parse_entry
from audit.queries.events import events
from audit.queries.records import entries
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal
from players.operations.set_pin import WrongPin, set_pin
from players.queries.accounts import PlayerNotFound
from reddog_platform.soundness import faults
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.definition import LimitDefinition, LimitName, LimitOwner
from responsible_gaming.core.limits.in_force import Limits, OutdatedLimits
from responsible_gaming.core.limits.limit_setting import LimitSetElsewhere, LimitSetting, LimitUnchanged
from responsible_gaming.core.limits.limit_values import Amounts, LimitOutOfRange
from responsible_gaming.core.limits.loosening import LooseningPending, LooseningTooEarly, is_tighter
from responsible_gaming.core.limits.windows import WindowKind
from responsible_gaming.core.rules import LIMITS
from responsible_gaming.core.rules.daily_time import DAILY_TIME
from responsible_gaming.core.rules.losses import LOSS_DAY, LOSS_WEEK
from responsible_gaming.core.rules.reality_check import REALITY_CHECK
from responsible_gaming.core.rules.session_time import SESSION_TIME
from responsible_gaming.core.rules.single_stake import STAKE_MAX
from responsible_gaming.core.rules.wagers import WAGER_DAY, WAGER_WEEK
from responsible_gaming.models import StoredLimitSetting
from responsible_gaming.operations.adopt_jurisdiction import adopt_counting
from responsible_gaming.operations.change_bet_limit import change_bet_limit
from responsible_gaming.operations.change_player_limit import (
    cancel_player_limit_loosening,
    change_player_limit,
    confirm_player_limit,
)
from responsible_gaming.operations.exclude import exclude
from responsible_gaming.queries.limit_settings import bet_limit, limit_settings
from responsible_gaming.queries.limit_views import limit_view
from responsible_gaming.queries.limits import chains_with_outdated_limits, limits_in_table
from tests import world
from tests.api.caller import Player, now, problem
from tests.approving import ANN_AND_BEN
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F26"), pytest.mark.clause("F27"), pytest.mark.django_db]

PIN = "2580"
DAY = timedelta(days=1)
MILLISECOND = timedelta(milliseconds=1)
ROLLING = replace(DEMO, window_kind=WindowKind.ROLLING)
# Registered nowhere here.
OF_ANOTHER_RELEASE = LimitDefinition(
    name=LimitName("wager_year"), api_name="wager_year", bounds="stakes of a year", values=Amounts(minimum_minor=1)
)


@pytest.fixture
def ada() -> ChainId:
    return registered()


def registered(username: str = "ada") -> ChainId:
    chain = world.sign_up(username)
    set_pin(chain, proof=world.proof(), new_pin=PIN, now=NOW)
    return chain


def want(chain: ChainId, limit: LimitDefinition, value: int | None, *, at: datetime = NOW, pin: str = PIN) -> None:
    change_player_limit(chain, limit, value, pin=pin, jurisdiction=DEMO, now=at)


def confirm(chain: ChainId, limit: LimitDefinition, *, at: datetime) -> None:
    confirm_player_limit(chain, limit, pin=PIN, jurisdiction=DEMO, now=at)


def impose(chain: ChainId, limit: LimitDefinition, value: int | None, *, at: datetime = NOW) -> None:
    world.impose_limit(chain, limit, value, reason="a talk with the player", now=at)


def binding(chain: ChainId, limit: LimitDefinition) -> int | None:
    return limits_in_table(chain).current.get(limit.name)


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
    want(ada, LOSS_DAY, 5_000)
    want(ada, LOSS_DAY, 4_000)

    records: list[Any] = [parse_entry(entry) for entry in entries(ada, from_seq=0, to_seq=99)]
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
    want(ada, WAGER_DAY, 1_000)
    want(ada, WAGER_DAY, 2_000, at=NOW + MILLISECOND)

    with pytest.raises(LooseningPending):
        want(ada, WAGER_DAY, 3_000, at=NOW + DAY)
    assert binding(ada, WAGER_DAY) == 1_000
    with pytest.raises(LooseningTooEarly):
        confirm(ada, WAGER_DAY, at=NOW + DAY)
    assert binding(ada, WAGER_DAY) == 1_000
    confirm(ada, WAGER_DAY, at=NOW + DAY + MILLISECOND)
    assert binding(ada, WAGER_DAY) == 2_000


def test_what_was_asked_for_before_its_time_is_kept_although_it_was_refused(ada: ChainId) -> None:
    want(ada, SESSION_TIME, 3_600_000)
    want(ada, SESSION_TIME, None)
    with pytest.raises(LooseningPending):
        want(ada, SESSION_TIME, 7_200_000)
    with pytest.raises(LooseningTooEarly):
        confirm(ada, SESSION_TIME, at=NOW)

    assert [(kind, after.get("refused")) for kind, _, _, after in told(ada)] == [
        ("limit-tightened", None),
        ("limit-loosening-asked", None),
        ("limit-loosening-refused", "loosening-waits"),
        ("limit-loosening-refused", "loosening-too-early"),
    ]


def test_a_loosening_leaves_the_log_alone_until_it_is_confirmed(ada: ChainId) -> None:
    want(ada, DAILY_TIME, 3_600_000)
    before = limits_in_table(ada)
    want(ada, DAILY_TIME, 7_200_000)
    cancel_player_limit_loosening(ada, DAILY_TIME, jurisdiction=DEMO, now=NOW)
    want(ada, DAILY_TIME, None)

    assert limits_in_table(ada) == before
    assert limit_settings(ada)[DAILY_TIME.name, LimitOwner.PLAYER].loosening is not None
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
    confirm(ada, DAILY_TIME, at=NOW + DAY)
    assert limits_in_table(ada).current == {}


def test_a_clock_that_went_back_puts_off_no_loosening_and_brings_none_forward(ada: ChainId) -> None:
    want(ada, LOSS_DAY, 1_000, at=NOW + DAY)
    # The chain's newest record is of a day later, and so is whatever comes after it.
    want(ada, LOSS_DAY, 2_000, at=NOW)

    with pytest.raises(LooseningTooEarly):
        confirm(ada, LOSS_DAY, at=NOW + 2 * DAY - MILLISECOND)
    confirm(ada, LOSS_DAY, at=NOW + 2 * DAY)


def test_what_is_refused_changes_nothing(ada: ChainId) -> None:
    want(ada, LOSS_DAY, 1_000)

    refused(LimitUnchanged, lambda: want(ada, LOSS_DAY, 1_000))
    refused(LimitSetElsewhere, lambda: want(ada, STAKE_MAX, 500))
    # No try at the PIN is counted for what could not be done with the right one.
    refused(LimitOutOfRange, lambda: want(ada, WAGER_DAY, 0, pin="1379"))


@pytest.mark.clause("F23")
def test_every_change_but_taking_one_back_needs_the_pin(ada: ChainId) -> None:
    want(ada, LOSS_DAY, 1_000)
    want(ada, LOSS_DAY, 2_000)

    for value in (500, 3_000, None):
        with pytest.raises(WrongPin):
            want(ada, LOSS_DAY, value, pin="1379")
    with pytest.raises(WrongPin):
        confirm_player_limit(ada, LOSS_DAY, pin="1379", jurisdiction=DEMO, now=NOW + DAY)
    assert binding(ada, LOSS_DAY) == 1_000
    assert {kind for kind, *_ in told(ada)} == {"limit-tightened", "limit-loosening-asked"}


# --- The operator's -----------------------------------------------------------------------------------------


def test_the_strictest_of_player_and_operator_binds_and_neither_touches_the_other(ada: ChainId) -> None:
    want(ada, LOSS_WEEK, 5_000)
    impose(ada, LOSS_WEEK, 3_000)
    assert binding(ada, LOSS_WEEK) == 3_000
    impose(ada, LOSS_WEEK, 9_000)
    assert binding(ada, LOSS_WEEK) == 5_000
    impose(ada, LOSS_WEEK, None)
    assert binding(ada, LOSS_WEEK) == 5_000

    assert limit_settings(ada) == {
        (LOSS_WEEK.name, LimitOwner.PLAYER): LimitSetting(value=5_000),
        (LOSS_WEEK.name, LimitOwner.OPERATOR): LimitSetting(value=None),
    }
    assert [(actor, after["value"]) for _, actor, _, after in told(ada)] == [
        ("player", 5_000),
        ("operator:test", 3_000),
        (ANN_AND_BEN, 9_000),
        (ANN_AND_BEN, None),
    ]
    assert events(subject=ada, before=None, limit=1)[0].reason == "a talk with the player"


def test_an_operators_loosening_leaves_what_the_player_waits_for_as_it_is(ada: ChainId) -> None:
    impose(ada, LOSS_DAY, 500)
    want(ada, LOSS_DAY, 1_000)
    want(ada, LOSS_DAY, 2_000)
    impose(ada, LOSS_DAY, None)

    assert binding(ada, LOSS_DAY) == 1_000
    confirm(ada, LOSS_DAY, at=NOW + DAY)
    assert binding(ada, LOSS_DAY) == 2_000


@pytest.mark.clause("F31")
def test_an_operators_limit_for_one_bet_binds_beside_the_players_own(ada: ChainId) -> None:
    change_bet_limit(ada, 700, pin=PIN, jurisdiction=DEMO, now=NOW)
    impose(ada, STAKE_MAX, 600)
    assert (binding(ada, STAKE_MAX), bet_limit(ada).maximum_minor) == (600, 700)

    change_bet_limit(ada, 500, pin=PIN, jurisdiction=replace(DEMO, extra_tightening=True), now=NOW)
    assert binding(ada, STAKE_MAX) == 500
    # As loose as the operator's, and still a loosening of the player's own.
    change_bet_limit(ada, 600, pin=PIN, jurisdiction=DEMO, now=NOW + 7 * DAY)
    assert (binding(ada, STAKE_MAX), bet_limit(ada).maximum_minor) == (500, 500)
    view = limit_view(ada, STAKE_MAX, DEMO.window_rule, now=NOW + 7 * DAY)
    assert (view.player_value, view.operator_value, view.binding_value) == (500, 600, 500)
    assert view.loosening is not None
    assert view.loosening.value == 600


def test_an_operators_limit_of_no_player_or_without_a_change_is_refused(ada: ChainId) -> None:
    refused(LimitUnchanged, lambda: impose(ada, LOSS_DAY, None))
    refused(LimitOutOfRange, lambda: impose(ada, REALITY_CHECK, 1))
    refused(PlayerNotFound, lambda: impose(SYSTEM_CHAIN, LOSS_DAY, 5))


@pytest.mark.clause("F28")
def test_limits_and_an_exclusion_leave_each_other_alone(ada: ChainId) -> None:
    want(ada, LOSS_DAY, 1_000)
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
    want(ada, LOSS_DAY, 900)

    limits = limits_in_table(ada)
    assert limits.in_force(to_epoch_ms(NOW)) == {"loss_day": 900, "excluded": 1}
    assert limits.in_force(to_epoch_ms(NOW + DAY)) == {"loss_day": 900}


AT_ONCE: dict[str, tuple[Callable[[ChainId], object], ...]] = {
    "an operator's": (
        lambda chain: impose(chain, LOSS_DAY, 400),
        lambda chain: impose(chain, WAGER_DAY, 600),
        lambda chain: impose(chain, STAKE_MAX, 700),
    ),
    "a player's": (
        lambda chain: want(chain, LOSS_DAY, 400),
        lambda chain: want(chain, WAGER_DAY, 600),
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
            assert limits_in_table(chain).current == {"loss_day": 400, "wager_day": 600, "stake_max": 700}


# --- A limit of another release -----------------------------------------------------------------------------


@pytest.fixture
def undone() -> Iterator[None]:
    """Undo what a test leaves behind that no release of this code would write."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.usefixtures("undone")
def test_a_limit_of_a_release_that_was_rolled_back_stops_bets_and_can_be_looked_at() -> None:
    world.open_house(now=now())
    player = Player()
    set_pin(player.seat.chain, proof=world.proof(), new_pin=PIN, now=now())
    change_player_limit(player.seat.chain, OF_ANOTHER_RELEASE, 10**9, pin=PIN, jurisdiction=DEMO, now=now())
    before = world.everything_stored()

    problem(player.bet(), 503, "outdated-limits")

    assert world.everything_stored() == before
    shown = json.loads(player.get("/me/limits").content)["items"]
    assert {limit["name"] for limit in shown} == {limit.api_name for limit in LIMITS.values()}
    assert player.get("/me/session").status_code == 200
    assert list(faults()) == ["The limit wager_year was set, and the registry does not have it."]


@pytest.mark.usefixtures("undone")
def test_another_change_keeps_the_limit_of_a_release_that_was_rolled_back(ada: ChainId) -> None:
    want(ada, OF_ANOTHER_RELEASE, 10**9)
    impose(ada, STAKE_MAX, 500)

    assert binding(ada, OF_ANOTHER_RELEASE) == 10**9


# --- Another jurisdiction's days ----------------------------------------------------------------------------


def test_limits_that_were_counted_otherwise_are_written_anew_once_and_then_bind_again() -> None:
    world.open_house()
    player, other = world.seat_player(), registered("bob")
    world.set_limits(player.chain, Limits(current={"wager_day": 1_000, "stake_max": 900}), jurisdiction=ROLLING)
    exclude(other, ExclusionKind.TIME_OUT, 1, rules=world.DEMO.exclusions, now=NOW)
    impose(other, SESSION_TIME, 3_600_000)
    refused(OutdatedLimits, lambda: world.deal(player))
    before = len(entries(other, from_seq=0, to_seq=99))

    call_command("adopt_jurisdiction", stdout=StringIO())
    adopted = world.everything_stored()
    call_command("adopt_jurisdiction", stdout=StringIO())
    adopt_counting(other, DEMO.window_rule, now=NOW)

    assert world.everything_stored() == adopted
    assert limits_in_table(player.chain).window_rule == DEMO.window_rule
    assert limits_in_table(player.chain).current == {"wager_day": 1_000, "stake_max": 900}
    assert len(entries(other, from_seq=0, to_seq=99)) == before, "limits that do not add up are nobody's business"
    assert told(player.chain)[-1] == (
        "limits-recounted",
        "platform",
        {"windows": "rolling", "zone": "America/New_York"},
        {"windows": "calendar", "zone": "America/New_York"},
    )


def test_many_players_limits_are_written_anew_in_chunks() -> None:
    chains = sorted(world.sign_up(f"player{number}") for number in range(5))
    for chain in chains:
        world.set_limits(chain, Limits(current={"loss_month": 1_000}), jurisdiction=ROLLING)

    found = []
    for chain in chains_with_outdated_limits(DEMO.window_rule, chunk=2):
        found.append(chain)
        adopt_counting(chain, DEMO.window_rule, now=NOW)

    assert found == chains
    assert list(chains_with_outdated_limits(DEMO.window_rule)) == []


# --- The oracle ---------------------------------------------------------------------------------------------


@pytest.mark.clause("F36")
# Whose limit it is, and which, the application's role cannot change.
@pytest.mark.parametrize("tampering", [{"value": 999}, {"value": None}])
def test_a_stored_limit_that_is_not_what_binds_is_found(ada: ChainId, tampering: dict[str, Any]) -> None:
    want(ada, LOSS_DAY, 1_000)

    with transaction.atomic():
        StoredLimitSetting.objects.filter(chain=ada).update(**tampering)
        assert list(faults()) == [f"The limits of chain {ada.hex} are not the strictest that were set."]
        transaction.set_rollback(True)


# --- Any sequence -------------------------------------------------------------------------------------------

values = st.sampled_from([None, 500, 1_000, 2_000, 3_000])
limits_drawn = st.sampled_from([LOSS_DAY, WAGER_WEEK])


class Wishes(RuleBasedStateMachine):
    """What a player and an operator want of two limits over some weeks, beside what may bind at most."""

    def __init__(self) -> None:
        super().__init__()
        self.rollback = transaction.atomic()
        self.rollback.__enter__()
        self.now = NOW
        # By name: the player's own value, and a loosening's value and since when it was asked for.
        self.own: dict[LimitDefinition, int | None] = {}
        self.asked: dict[LimitDefinition, tuple[int | None, datetime]] = {}
        self.operators: dict[LimitDefinition, int | None] = {}
        self.chain: ChainId

    @initialize()
    def register(self) -> None:
        self.chain = registered()

    @rule(limit=limits_drawn, value=values)
    def want(self, limit: LimitDefinition, value: int | None) -> None:
        try:
            want(self.chain, limit, value, at=self.now)
        except LimitUnchanged:
            assert value == self.own.get(limit)
        except LooseningPending:
            assert is_tighter(self.own.get(limit), value)
            assert self.now < self.asked[limit][1] + 8 * DAY
        else:
            if is_tighter(value, self.own.get(limit)):
                self.own[limit] = value
                self.asked.pop(limit, None)
            else:
                self.asked[limit] = (value, self.now)

    @rule(limit=limits_drawn)
    def confirm(self, limit: LimitDefinition) -> None:
        try:
            confirm(self.chain, limit, at=self.now)
        except Refusal:
            assert limit not in self.asked or not DAY <= self.now - self.asked[limit][1] < 8 * DAY
        else:
            value, since = self.asked.pop(limit)
            assert DAY <= self.now - since < 8 * DAY
            self.own[limit] = value

    @rule(limit=limits_drawn)
    def cancel(self, limit: LimitDefinition) -> None:
        try:
            cancel_player_limit_loosening(self.chain, limit, jurisdiction=DEMO, now=self.now)
        except Refusal:
            assert limit not in self.asked or self.now >= self.asked[limit][1] + 8 * DAY
        else:
            del self.asked[limit]

    @rule(limit=limits_drawn, value=values)
    def impose(self, limit: LimitDefinition, value: int | None) -> None:
        try:
            impose(self.chain, limit, value, at=self.now)
        except LimitUnchanged:
            assert value == self.operators.get(limit)
        self.operators[limit] = value

    @rule(hours=st.sampled_from([1, 12, 24, 8 * 24]))
    def wait(self, hours: int) -> None:
        self.now += timedelta(hours=hours)

    @precondition(lambda self: hasattr(self, "chain"))
    @invariant()
    def what_binds_is_the_strictest_of_both(self) -> None:
        for limit in (LOSS_DAY, WAGER_WEEK):
            set_by = [value for value in (self.own.get(limit), self.operators.get(limit)) if value is not None]
            assert binding(self.chain, limit) == min(set_by, default=None)

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
