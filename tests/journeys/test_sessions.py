"""A player's time over real HTTP: the reality check, limits on a session and a day, the pace, nobody there."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from django.test import override_settings

from kernel.instants import to_epoch_ms
from reddog_platform.demo.client import Client
from reddog_platform.demo.logins import LoginRequest
from responsible_gaming.core.limits.in_force import NO_LIMITS
from responsible_gaming.models import RealityCheck
from tests import world
from tests.journeys.evening import Evening, evening
from tests.world import DEMO

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

__all__ = ("evening",)

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NOON = datetime(2026, 11, 18, 17, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
FORBIDDEN = httpx.codes.FORBIDDEN


def limited(player: world.SeatedPlayer, **values: int) -> None:
    world.set_limits(player.chain, NO_LIMITS.with_values(values, DEMO.window_rule), now=NOON)


def refusal(answered: tuple[int, Any]) -> tuple[int, str]:
    return answered[0], answered[1]["code"]


@pytest.mark.clause("F29")
def test_the_next_round_waits_for_the_reality_check_and_the_open_one_does_not(evening: Evening) -> None:
    evening.begin(NOON)
    for _ in range(2):
        evening.pass_time(29 * MINUTE)
        assert evening.bet(500)[0] == 201
    waiting = evening.wait()
    evening.pass_time(2 * MINUTE)

    assert evening.ask("POST", f"/rounds/{waiting['id']}/actions", {"action": "stand"})[0] == 201
    status, told = evening.bet(500)
    assert (status, told["code"], told["due_at"]) == (FORBIDDEN, "reality-check-due", "2026-11-18T18:00:00.000Z")
    summary = evening.ask("GET", "/me/session")[1]
    assert (summary["elapsed_seconds"], summary["reality_check"]["due"]) == (3600, True)
    assert summary["net"]["amount"] == summary["returned"]["amount"] - summary["staked"]["amount"]
    assert summary["staked"]["amount"] % 500 == 0
    assert summary["staked"]["amount"] >= 500

    acknowledged = evening.ask("POST", "/me/session/reality-check")[1]
    assert acknowledged["reality_check"] == {"due": False, "due_at": "2026-11-18T19:00:00.000Z"}
    assert evening.bet(500)[0] == 201


@pytest.mark.clause("F29")
def test_a_log_in_every_25_minutes_sees_the_reality_check_and_is_told_since_when(evening: Evening) -> None:
    evening.begin(NOON)
    for minutes in (0, 25, 50):
        evening.come(NOON + minutes * MINUTE)
        assert evening.bet(500)[0] == 201
    evening.come(NOON + 75 * MINUTE)

    status, told = evening.bet(500)

    assert (status, told["code"], told["since"]) == (FORBIDDEN, "reality-check-due", "2026-11-18T17:00:00.000Z")
    summary = evening.ask("GET", "/me/session")[1]
    assert (summary["started_at"], summary["elapsed_seconds"]) == ("2026-11-18T17:00:00.000Z", 75 * 60)
    assert (summary["playing_from"], summary["pause_seconds"]) == ("2026-11-18T17:00:00.000Z", 1800)
    assert summary["played_today_seconds"] == 75 * 60
    assert summary["staked"]["amount"] >= 1_500
    evening.ask("POST", "/me/session/reality-check")
    evening.come(NOON + 76 * MINUTE)
    assert evening.bet(500)[0] == 201


def test_the_demonstrations_players_acknowledge_what_is_due_and_play_on(
    evening: Evening, live_server: LiveServer
) -> None:
    evening.begin(NOON)
    played = 0
    for minutes in (0, 25, 50, 75):
        evening.wait_until(NOON + minutes * MINUTE)
        # As `make demo` does, whenever it is begun again.
        with Client(live_server.url) as client:
            client.log_in(LoginRequest(username="ada", password=world.PASSWORD))
            played += len(list(client.play(world.GAME, rounds=2)))

    assert played == 8
    checked_at = to_epoch_ms(NOON + 75 * MINUTE)
    assert RealityCheck.objects.values_list("checked_ms", "elapsed_ms").get() == (checked_at, 75 * 60_000)


@pytest.mark.clause("F30")
@pytest.mark.clause("F26")
def test_a_limit_on_the_session_warns_and_lets_the_open_round_finish(evening: Evening) -> None:
    player = evening.begin(NOON)
    limited(player, session_ms=20 * 60_000)
    warnings = []
    for minutes in (14, 1, 3, 1):
        evening.pass_time(minutes * MINUTE)
        warnings.append(evening.ask("GET", "/me/session")[1]["warning"])
    assert warnings == [None, "five-minutes", "five-minutes", "one-minute"]
    waiting = evening.wait()

    evening.pass_time(MINUTE)

    assert evening.ask("POST", f"/rounds/{waiting['id']}/actions", {"action": "raise"})[0] == 201
    status, told = evening.bet(500)
    assert (status, told["code"], told["ended_at"]) == (FORBIDDEN, "session-time-over", "2026-11-18T17:20:00.000Z")
    assert evening.ask("GET", "/me/session")[1]["warning"] == "over"


@pytest.mark.clause("F26")
def test_a_limit_on_the_day_counts_the_sessions_before(evening: Evening) -> None:
    player = evening.begin(NOON)
    limited(player, day_ms=30 * 60_000)
    evening.pass_time(20 * MINUTE)
    assert evening.ask("DELETE", "/sessions/current")[0] == 204
    evening.come(NOON + 60 * MINUTE)
    evening.pass_time(9 * MINUTE)
    assert evening.bet(500)[0] == 201

    evening.pass_time(MINUTE)

    assert refusal(evening.bet(500)) == (FORBIDDEN, "daily-time-over")
    # Midnight in New York.
    evening.come(datetime(2026, 11, 19, 5, tzinfo=UTC))
    world.open_next_epoch(player.chain, now=datetime(2026, 11, 19, 5, tzinfo=UTC))
    assert evening.bet(500)[0] == 201


@pytest.mark.clause("F53")
def test_rounds_begin_a_cycle_apart_where_the_jurisdiction_says_so(evening: Evening) -> None:
    with override_settings(REDDOG_JURISDICTION=replace(DEMO, game_cycle_ms=5_000)):
        evening.begin(NOON)
        assert evening.bet(500)[0] == 201
        evening.pass_time(timedelta(milliseconds=4_999))
        status, told = evening.bet(500)
        assert (status, told["code"], told["retry_after"]) == (429, "round-too-soon", 1)
        evening.pass_time(timedelta(milliseconds=1))
        assert evening.bet(500)[0] == 201


@pytest.mark.clause("F24")
def test_a_session_that_nobody_used_for_half_an_hour_neither_deals_nor_acts(evening: Evening) -> None:
    evening.begin(NOON)
    waiting = evening.wait()
    evening.pass_time(30 * MINUTE)

    assert refusal(evening.bet(500)) == (FORBIDDEN, "session-locked")
    answered = evening.ask("POST", f"/rounds/{waiting['id']}/actions", {"action": "stand"})
    assert refusal(answered) == (FORBIDDEN, "session-locked")
