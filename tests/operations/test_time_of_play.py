"""Time counts from bet to bet, over all log-ins and devices: nobody gains by logging in.

The reality check of `demo` is due after 60 minutes, and a pause is 30 minutes long.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django.db import connection

from audit.queries.chains import load_head
from games.core.action import Action
from games.operations.expire import expire_rounds
from kernel.instants import from_epoch_ms, to_epoch_ms
from kernel.play_time import PlayTime
from players.operations.log_in import log_out
from players.operations.save_activity import save_activity
from players.tokens import session_id_of
from responsible_gaming.core.limits.in_force import NO_LIMITS
from responsible_gaming.core.rules.daily_time import DailyTimeOver
from responsible_gaming.core.rules.longer_time import LongerTimeOver
from responsible_gaming.core.rules.reality_check import RealityCheckDue
from responsible_gaming.core.rules.session_time import SessionTimeOver
from responsible_gaming.operations.acknowledge_reality_check import acknowledge_reality_check
from responsible_gaming.player_in_session import session_summary
from responsible_gaming.soundness import faults
from tables.queries.table_states import table_state
from tests import house_table, world
from tests.world import DEMO, NOW, SeatedPlayer

if TYPE_CHECKING:
    from kernel.ids import ChainId
    from responsible_gaming.core.session_summary import SessionSummary

pytestmark = [pytest.mark.clause("F29"), pytest.mark.clause("F30"), pytest.mark.django_db]

MINUTE: Final = timedelta(minutes=1)


@pytest.fixture
def player() -> SeatedPlayer:
    world.open_house()
    return world.seat_player()


def at(minutes: float) -> datetime:
    return NOW + minutes * MINUTE


def limited(player: SeatedPlayer, **values: int) -> None:
    world.set_limits(player.chain, NO_LIMITS.with_values(values, DEMO.window_rule))


def on_another_device(player: SeatedPlayer, *, now: datetime) -> SeatedPlayer:
    """Log in, and leave the session before open."""
    return replace(player, session_id=session_id_of(world.log_in_player(now=now).token))


def on_another_day(player: SeatedPlayer, *, now: datetime) -> SeatedPlayer:
    """Log in when the epoch of the day before is over, and open the next one."""
    world.open_next_epoch(player.chain, now=now)
    return on_another_device(player, now=now)


def logged_in_again(player: SeatedPlayer, *, now: datetime) -> SeatedPlayer:
    log_out(player.session_id, now=now)
    return on_another_device(player, now=now)


def summary(player: SeatedPlayer, *, now: datetime) -> SessionSummary:
    return session_summary(player.session_id, jurisdiction=DEMO, now=now)


def kept(player: SeatedPlayer) -> PlayTime:
    return load_head(player.chain).play


# --- The reality check --------------------------------------------------------------------------------------


def test_a_log_in_every_25_minutes_does_not_escape_the_reality_check(player: SeatedPlayer) -> None:
    world.play_round(player)
    for minutes in (25, 50):
        player = on_another_device(player, now=at(minutes))
        world.play_round(player, now=at(minutes))
    player = on_another_device(player, now=at(75))

    with pytest.raises(RealityCheckDue) as refused:
        world.deal(player, now=at(75))

    assert refused.value.members == {"due_at": "2026-11-21T13:00:00.000Z", "since": "2026-11-21T12:00:00.000Z"}
    assert "since 2026-11-21T12:00:00.000Z, over all log-ins and devices" in refused.value.detail
    told = summary(player, now=at(75))
    assert (told.started_ms, told.check_due, told.playing_since_ms) == (to_epoch_ms(NOW), True, to_epoch_ms(NOW))
    # What three rounds cost is shown too, and not only what this log-in did.
    assert told.play.staked_minor >= 3 * world.STAKE_MINOR


def test_logging_out_before_the_check_does_not_escape_it(player: SeatedPlayer) -> None:
    for minutes in range(0, 60, 10):
        world.play_round(player, now=at(minutes))
    player = logged_in_again(player, now=at(59))
    world.play_round(player, now=at(59.5))
    player = logged_in_again(player, now=at(59.9))

    with pytest.raises(RealityCheckDue):
        world.deal(player, now=at(60))


def test_an_acknowledged_check_holds_in_the_next_session_and_no_longer(player: SeatedPlayer) -> None:
    for minutes in (0, 25, 50):
        world.play_round(player, now=at(minutes))
    acknowledge_reality_check(player.session_id, player.chain, jurisdiction=DEMO, now=at(60))
    player = logged_in_again(player, now=at(61))
    for minutes in (61, 90, 119):
        world.play_round(player, now=at(minutes))

    with pytest.raises(RealityCheckDue) as refused:
        world.deal(player, now=at(120))

    assert refused.value.members["since"] == "2026-11-21T13:00:00.000Z"


def test_what_was_acknowledged_on_one_device_holds_on_the_other(player: SeatedPlayer) -> None:
    other = on_another_device(player, now=NOW)
    for minutes in (0, 25, 50):
        world.play_round(player, now=at(minutes))
        world.play_round(other, now=at(minutes + 1))
    for device in (player, other):
        with pytest.raises(RealityCheckDue):
            world.deal(device, now=at(60))

    acknowledge_reality_check(other.session_id, other.chain, jurisdiction=DEMO, now=at(60))

    world.play_round(player, now=at(61))
    world.play_round(other, now=at(62))
    assert summary(player, now=at(62)).check_due_ms == to_epoch_ms(at(120))


def test_a_pause_begins_a_new_count_and_a_minute_less_does_not(player: SeatedPlayer) -> None:
    for minutes in (0, 20, 40):
        world.play_round(player, now=at(minutes))
    log_out(player.session_id, now=at(40))

    early = on_another_device(player, now=at(69))
    with pytest.raises(RealityCheckDue):
        world.deal(early, now=at(69))
    log_out(early.session_id, now=at(69))
    late = on_another_device(player, now=at(99))
    world.play_round(late, now=at(99))

    told = summary(late, now=at(99))
    assert (told.started_ms, told.check_due_ms) == (to_epoch_ms(at(99)), to_epoch_ms(at(159)))
    # 40 minutes, and the 29 that were no pause because the player came back.
    assert told.played_today_duration_ms == 69 * 60_000


def test_the_open_round_concludes_when_the_check_is_due(player: SeatedPlayer) -> None:
    world.play_round(player)
    world.play_round(player, now=at(29))
    view = world.deal_open_round(player, now=at(55))
    player = on_another_device(player, now=at(61))

    settled = world.decide(player, view, Action.RAISE, now=at(61))

    assert settled.outcome is not None
    with pytest.raises(RealityCheckDue):
        world.deal(player, now=at(61))


# --- The time of a session and of a day ---------------------------------------------------------------------


def test_a_log_in_every_minute_does_not_escape_the_days_time(player: SeatedPlayer) -> None:
    limited(player, day_ms=30 * 60_000)
    world.play_round(player)
    for minutes in range(1, 30):
        player = on_another_device(player, now=at(minutes))
        world.play_round(player, now=at(minutes))
    player = on_another_device(player, now=at(30))

    with pytest.raises(DailyTimeOver) as refused:
        world.deal(player, now=at(30))

    assert refused.value.members == {"maximum_seconds": 1800, "since": "2026-11-21T05:00:00.000Z"}
    assert summary(player, now=at(30)).played_today_duration_ms == 30 * 60_000


def test_a_log_in_does_not_lengthen_a_session(player: SeatedPlayer) -> None:
    limited(player, session_ms=60 * 60_000)
    for minutes in (0, 20, 40):
        player = logged_in_again(player, now=at(minutes))
        world.play_round(player, now=at(minutes))
    player = logged_in_again(player, now=at(60))

    with pytest.raises(SessionTimeOver) as refused:
        world.deal(player, now=at(60))

    assert refused.value.members == {
        "ended_at": "2026-11-21T13:00:00.000Z",
        "since": "2026-11-21T12:00:00.000Z",
        "pause_seconds": 1800,
    }
    assert "at least 30 minutes" in refused.value.detail
    log_out(player.session_id, now=at(60))
    player = on_another_device(player, now=at(90))
    world.play_round(player, now=at(90))


def test_two_devices_at_the_same_time_count_once(player: SeatedPlayer) -> None:
    limited(player, day_ms=30 * 60_000)
    other = on_another_device(player, now=NOW)
    for minutes in range(0, 30, 2):
        world.play_round(player, now=at(minutes))
        world.play_round(other, now=at(minutes + 1))

    assert summary(player, now=at(29.9)).played_today_duration_ms == round(29.9 * 60_000)
    for device in (player, other):
        with pytest.raises(DailyTimeOver):
            world.deal(device, now=at(30))


def test_a_stretch_over_midnight_is_split_and_the_session_goes_on() -> None:
    # New York's midnight is 05:00 of UTC.
    midnight = datetime(2026, 11, 22, 5, tzinfo=UTC)
    evening = midnight - 25 * MINUTE
    world.open_house(now=evening - 120 * MINUTE)
    player = world.seat_player(now=evening - 120 * MINUTE)
    limited(player, day_ms=45 * 60_000)
    # 20 minutes that ended with a pause belong to the day before, and so do 25 of the next stretch.
    world.play_round(player, now=evening - 120 * MINUTE)
    world.play_round(player, now=evening - 100 * MINUTE)
    log_out(player.session_id, now=evening - 100 * MINUTE)
    player = on_another_device(player, now=evening)
    world.play_round(player, now=evening)
    world.play_round(player, now=midnight - MINUTE)
    assert summary(player, now=midnight - MINUTE).played_today_duration_ms == 44 * 60_000

    player = logged_in_again(player, now=midnight)
    world.play_round(player, now=midnight)
    assert summary(player, now=midnight).played_today_duration_ms == 0
    world.play_round(player, now=midnight + 29 * MINUTE)

    told = summary(player, now=midnight + 30 * MINUTE)
    assert told.played_today_duration_ms == 30 * 60_000
    assert told.started_ms == to_epoch_ms(evening)
    assert told.check_due_ms == to_epoch_ms(midnight + 35 * MINUTE)


def test_a_clock_that_goes_back_gives_no_time_back(player: SeatedPlayer) -> None:
    for minutes in (0, 25, 50):
        world.play_round(player, now=at(minutes))
    player = on_another_device(player, now=at(20))
    world.play_round(player, now=at(20))
    world.play_round(player, now=at(40))

    assert kept(player) == PlayTime(to_epoch_ms(NOW), to_epoch_ms(at(50)), 0)
    with pytest.raises(RealityCheckDue):
        world.deal(player, now=at(60))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_log_ins_are_put_between_the_bets_every_figure_stays(seed: int) -> None:
    chance = random.Random(seed)
    world.open_house()
    stays, comes = world.seat_player("ada"), world.seat_player("bob")
    for player in (stays, comes):
        limited(player, session_ms=10 * 3_600_000, day_ms=10 * 3_600_000)
    devices, now = [comes.session_id], NOW
    for _ in range(12):
        world.play_round(stays, now=now, jurisdiction=world.LONG_SESSIONS)
        world.play_round(replace(comes, session_id=chance.choice(devices)), now=now, jurisdiction=world.LONG_SESSIONS)
        now += timedelta(milliseconds=chance.randrange(90_000, 28 * 60_000))
        match chance.choice(["stay", "log in", "log out and in"]):
            case "log in":
                devices.append(session_id_of(world.log_in_player("bob", now=now).token))
            case "log out and in":
                log_out(devices.pop(chance.randrange(len(devices))), now=now)
                devices.append(session_id_of(world.log_in_player("bob", now=now).token))
        one = summary(stays, now=now)
        for device in devices:
            other = summary(replace(comes, session_id=device), now=now)
            assert (other.started_ms, other.check_due_ms) == (one.started_ms, one.check_due_ms)
            assert (other.ends_ms, other.played_today_duration_ms) == (one.ends_ms, one.played_today_duration_ms)
    assert kept(stays) == kept(comes)


def test_the_time_of_one_evening_is_as_the_rules_page_says(player: SeatedPlayer) -> None:
    """Play docs/rules/sessions.md, "Worked instants", with its 20:00 at NOW."""

    def told(device: SeatedPlayer, minutes: int) -> tuple[float, float, float]:
        now = summary(device, now=at(minutes))
        times = now.started_ms, now.check_due_ms, now.played_today_duration_ms + to_epoch_ms(NOW)
        return tuple((time_ms - to_epoch_ms(NOW)) / 60_000 for time_ms in times)  # type: ignore[return-value]  # three

    world.play_round(player)
    assert told(player, 0) == (0, 60, 0)
    first = logged_in_again(player, now=at(25))
    world.play_round(first, now=at(25))
    assert told(first, 25) == (0, 60, 25)
    second = on_another_device(first, now=at(50))
    world.play_round(second, now=at(50))
    assert told(second, 50) == (0, 60, 50)
    with pytest.raises(RealityCheckDue):
        world.deal(second, now=at(70))
    acknowledge_reality_check(second.session_id, second.chain, jurisdiction=DEMO, now=at(70))
    world.play_round(second, now=at(70))
    assert told(second, 70) == (0, 130, 70)
    assert told(first, 80) == (0, 130, 80)
    for device in (first, second):
        # As every request does.
        save_activity(device.session_id, now=at(80))
        log_out(device.session_id, now=at(80))
    third = on_another_device(player, now=at(109))
    assert told(third, 109) == (0, 130, 109)
    log_out(third.session_id, now=at(109))
    fourth = on_another_device(player, now=at(139))
    world.play_round(fourth, now=at(139))
    assert told(fourth, 139) == (139, 199, 109)


def test_sitting_logged_in_without_a_bet_is_counted_over_log_ins_too(player: SeatedPlayer) -> None:
    limited(player, session_ms=60 * 60_000, day_ms=60 * 60_000)
    for minutes in (20, 40):
        save_activity(player.session_id, now=at(minutes))
        player = logged_in_again(player, now=at(minutes + 5))

    told = summary(player, now=at(60))

    assert (told.started_ms, told.playing_since_ms, told.check_due) == (to_epoch_ms(NOW), None, True)
    assert (told.ends_ms, told.played_today_duration_ms) == (to_epoch_ms(at(60)), 60 * 60_000)
    with pytest.raises(SessionTimeOver):
        world.deal(player, now=at(60))


# --- What is play, and what is kept of it -------------------------------------------------------------------


def test_bets_at_a_table_and_alone_are_one_stretch(player: SeatedPlayer) -> None:
    table = house_table.announced_table(house_table.table_of(seats=1))
    house_table.play_hand(table, player, now=at(5))
    world.play_round(player, now=at(29))
    player = logged_in_again(player, now=at(55))
    world.play_round(player, now=at(55))

    assert kept(player).began_ms == to_epoch_ms(at(5))
    assert summary(player, now=at(55)).playing_since_ms == to_epoch_ms(at(5))
    assert not list(faults())


def hand_that_waits(player: SeatedPlayer, table: ChainId, *, minutes: float = 1) -> tuple[house_table.Placed, datetime]:
    """Play at a table from 1 minute on, or another, until a hand wants a decision, which one of five does not."""
    now = at(minutes)
    while True:
        placed = house_table.place(player, table, 0, now=now)
        now = house_table.begin_epoch(placed, now=now)
        if table_state(table).running is not None:
            return placed, now
        house_table.end_all_stakes(now=now)


def test_a_stake_at_a_table_is_play_until_it_ends_whoever_is_logged_in(player: SeatedPlayer) -> None:
    table = house_table.announced_table(house_table.table_of(seats=1))
    placed, later = hand_that_waits(player, table)
    house_table.act(placed, Action.STAND, 0, now=later)
    log_out(player.session_id, now=at(2))
    # The hand stands for 40 minutes. The log-in after it comes a pause after the last request.
    player = on_another_device(player, now=at(41))
    assert summary(player, now=at(41)).playing_since_ms == to_epoch_ms(at(1))
    house_table.step(table, now=at(41))
    assert house_table.end_all_stakes(now=at(41)) == 1
    world.play_round(player, now=at(55))

    assert kept(player) == PlayTime(to_epoch_ms(at(1)), to_epoch_ms(at(55)), 0)
    with pytest.raises(RealityCheckDue) as refused:
        world.deal(player, now=at(61))
    assert refused.value.members["since"] == "2026-11-21T12:01:00.000Z"
    assert not list(faults())


def test_a_stake_that_was_open_for_days_is_counted_from_its_beginning(player: SeatedPlayer) -> None:
    """Nobody attended the tables for four days: the stake ends then, and was play all the while.

    So was the hand before it, and what came a pause before both was play of the same day.
    """
    world.play_round(player, now=at(1))
    world.play_round(player, now=at(6))
    table = house_table.announced_table(house_table.table_of(seats=1), now=at(100))
    for minutes, end in ((100, 102), (105, 4 * 1440)):
        placed, dealt = hand_that_waits(player, table, minutes=minutes)
        house_table.act(placed, Action.STAND, 0, now=dealt)
        house_table.step(table, now=at(end))
        assert house_table.end_all_stakes(now=at(end)) == 1

    assert kept(player) == PlayTime(to_epoch_ms(at(100)), to_epoch_ms(at(4 * 1440)), 5 * 60_000)
    assert not list(faults())


def test_a_round_that_times_out_is_no_play_of_the_player(player: SeatedPlayer) -> None:
    world.deal_open_round(player, now=at(5))
    before = kept(player)

    assert expire_rounds(clock=lambda: NOW + timedelta(days=2)) == 1

    assert kept(player) == before == PlayTime(to_epoch_ms(at(5)), to_epoch_ms(at(5)), 0)
    assert not list(faults())


def test_what_is_kept_is_what_the_ledger_comes_to(player: SeatedPlayer) -> None:
    for minutes in (0, 10, 50, 55, 100, 129, 160):
        player = on_another_device(player, now=at(minutes))
        view = world.deal_open_round(player, now=at(minutes))
        world.decide(player, view, now=at(minutes + 1))

    # 11 minutes, 6, and 30 until 130; the bet at 160 comes a pause later.
    assert kept(player) == PlayTime(to_epoch_ms(at(160)), to_epoch_ms(at(161)), (11 + 6 + 30) * 60_000)
    assert not list(faults())
    for column in ("play_began_ms", "play_last_ms", "play_earlier_duration_ms"):
        with connection.cursor() as cursor:
            cursor.execute(f"UPDATE audit_chain SET {column} = {column} - 1 WHERE chain = %s", [player.chain])
            assert list(faults()) == [f"The time of play of chain {player.chain.hex} is not that of its bets."]
            cursor.execute(f"UPDATE audit_chain SET {column} = {column} + 1 WHERE chain = %s", [player.chain])
    assert not list(faults())
    assert from_epoch_ms(kept(player).last_ms) == at(161)


@pytest.mark.clause("F26")
def test_the_time_of_a_week_and_of_a_month_adds_up_over_days(player: SeatedPlayer) -> None:
    # 40 minutes of Saturday, 20 of Sunday, each before a log-out.
    for minutes in (20, 39.5):
        world.play_round(player, now=at(minutes))
    log_out(player.session_id, now=at(40))
    sunday, monday, friday = (timedelta(days=days) for days in (1, 2, 6))
    player = on_another_day(player, now=NOW + sunday)
    world.play_round(player, now=at(19.5) + sunday)
    log_out(player.session_id, now=at(20) + sunday)
    limited(player, week_ms=90 * 60_000)
    player = on_another_day(player, now=NOW + monday)

    assert summary(player, now=NOW + monday).ends_ms == to_epoch_ms(at(30) + monday)
    world.play_round(player, now=at(29.9) + monday)
    with pytest.raises(LongerTimeOver) as refused:
        world.deal(player, now=at(30) + monday)
    assert refused.value.members == {
        "limit": "weekly_time",
        "maximum_seconds": 90 * 60,
        # Friday 12:00 AM in New York.
        "since": "2026-11-20T05:00:00.000Z",
    }

    # Another week, and the same month: 60 minutes, and 30 and a half of Monday.
    log_out(player.session_id, now=at(30.5) + monday)
    player = on_another_day(player, now=NOW + friday)
    limited(player, week_ms=90 * 60_000, month_ms=92 * 60_000)
    world.play_round(player, now=at(1.4) + friday)
    with pytest.raises(LongerTimeOver) as refused:
        world.deal(player, now=at(1.5) + friday)
    assert refused.value.members["limit"] == "monthly_time"
