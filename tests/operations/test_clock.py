"""A machine whose clock is wrong records nothing: it compares with the database's."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from celery import states
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction

from audit import clock
from audit.models import Event, StoredRecord
from audit.operations.save_event import NewEvent, save_event
from audit.queries.log import newest_checkpoint
from games.tasks import expire_rounds_task
from reddog_platform.celery import app as celery
from tests import world
from tests.journeys.conftest import environment
from tests.journeys.player import Player, done, fresh_key
from tests.journeys.running import WebServer, manage, sequencer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["environment"]

pytestmark = pytest.mark.django_db(transaction=True)

TWENTY_MINUTES: Final = 20 * 60


@pytest.fixture(autouse=True)
def _nothing_read_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    clock.forget()
    yield
    # What was read by a clock of this test's is forgotten with it.
    monkeypatch.undo()
    clock.forget()


def set_clock(monkeypatch: pytest.MonkeyPatch, *, ahead_seconds: float) -> None:
    """Let this process believe that it is later, as if somebody had set the clock. The monotonic one goes on."""
    right = time.time
    monkeypatch.setattr("audit.clock.time.time", lambda: right() + ahead_seconds)


@pytest.mark.parametrize("ahead_seconds", [-TWENTY_MINUTES, -3, 3, TWENTY_MINUTES])
def test_more_than_two_seconds_are_refused(monkeypatch: pytest.MonkeyPatch, ahead_seconds: float) -> None:
    set_clock(monkeypatch, ahead_seconds=ahead_seconds)

    with pytest.raises(clock.ClockWrong) as refused:
        clock.require_right_clock()

    assert refused.value.difference_seconds == pytest.approx(ahead_seconds, abs=1)
    assert "no money was moved" in refused.value.detail


@pytest.mark.parametrize("ahead_seconds", [-1, 0, 1])
def test_a_second_is_tolerated(monkeypatch: pytest.MonkeyPatch, ahead_seconds: float) -> None:
    set_clock(monkeypatch, ahead_seconds=ahead_seconds)

    clock.require_right_clock()


def test_a_clock_that_is_set_is_noticed_at_the_next_comparison_without_asking_the_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock.require_right_clock()
    monkeypatch.setattr(clock, "_read", lambda: pytest.fail("the database was asked"))
    clock.require_right_clock()

    set_clock(monkeypatch, ahead_seconds=TWENTY_MINUTES)

    with pytest.raises(clock.ClockWrong):
        clock.require_right_clock()


@pytest.mark.parametrize("ahead_seconds", [-TWENTY_MINUTES, TWENTY_MINUTES])
def test_a_clock_that_is_set_while_a_request_is_answered_records_nothing(
    monkeypatch: pytest.MonkeyPatch, ahead_seconds: float
) -> None:
    now = datetime.now(UTC)
    world.open_house(now=now)
    chain = world.sign_up(now=now)
    counted = StoredRecord.objects.count(), Event.objects.count()
    clock.require_right_clock()
    with monkeypatch.context() as patched:
        set_clock(patched, ahead_seconds=ahead_seconds)
        with pytest.raises(clock.ClockWrong):
            world.fund(chain, 100, now=now)
        with pytest.raises(clock.ClockWrong), transaction.atomic():
            save_event(NewEvent(kind="player-told", actor="platform", subject=chain), now=now)

    assert (StoredRecord.objects.count(), Event.objects.count()) == counted
    world.fund(chain, 100, now=now)
    assert StoredRecord.objects.count() > counted[0]


def test_a_process_that_did_not_compare_lately_is_not_held_to_an_old_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = clock._read()
    # As after a sleep of the whole machine, in which its monotonic clock stood still.
    slept = clock._Reading(reading.offset_seconds - TWENTY_MINUTES, 0, time.monotonic() - 11)
    monkeypatch.setattr(clock._clock(), "reading", slept)
    monkeypatch.setattr(clock._clock(), "compared_at", time.monotonic() - 11)

    clock.require_clock_still_right()


def test_a_clock_of_the_database_that_is_set_is_noticed_at_the_next_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = clock._read()
    shifted = clock._Reading(reading.offset_seconds - TWENTY_MINUTES, 0, time.monotonic() - 6)
    # As if it had been read before the database's clock was set right.
    monkeypatch.setattr(clock._clock(), "reading", shifted)

    clock.require_right_clock()

    assert clock._clock().reading is not shifted


def test_the_sequencer_signs_nothing_at_a_wrong_time(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house(now=datetime.now(UTC))
    world.sign_up()
    before = newest_checkpoint()
    with monkeypatch.context() as patched:
        set_clock(patched, ahead_seconds=TWENTY_MINUTES)
        with pytest.raises(CommandError, match="clock of this server is wrong"):
            call_command("sequencer", "--once")
    assert newest_checkpoint() == before

    call_command("sequencer", "--once")
    assert newest_checkpoint() != before


def test_a_worker_runs_no_task_at_a_wrong_time(monkeypatch: pytest.MonkeyPatch) -> None:
    task = celery.tasks[expire_rounds_task.name]
    assert task.apply().state == states.SUCCESS

    set_clock(monkeypatch, ahead_seconds=TWENTY_MINUTES)

    assert str(task.apply().state) == states.IGNORED


def test_a_web_server_plays_only_while_its_clock_is_right(environment: Mapping[str, str], tmp_path: Path) -> None:
    library = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)
    if library is None:
        pytest.skip("libfaketime is not installed: a process's clock cannot be set here")
    shown = tmp_path / "clock"
    shown.write_text("+0")
    faked = {
        **environment,
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(shown),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with WebServer(environment=faked, logs=tmp_path) as web, sequencer(environment=environment, logs=tmp_path):
        player = Player(web.url)
        player.fund(1_000_000)
        player.open_epoch()
        player.play()
        before, key = player.wallet(), fresh_key()
        for wrong in ("+1200", "-1200"):
            shown.write_text(wrong)

            # Both workers, the first step of each thread, and what the framework answers.
            answers = [player.deal(key=key) for _ in range(10)]
            answers.append(player.send("POST", "/epochs", json={"client_seed": "00" * 32}))

            assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(503, "wrong-clock")}
            assert {answer.headers["Retry-After"] for answer in answers} == {"5"}
        shown.write_text("+0")

        assert player.wallet() == before
        done(player.deal(key=key))


def shown_by_the_database() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (shown,) = cursor.fetchone()
    assert isinstance(shown, datetime)
    return shown


@pytest.mark.parametrize("ahead_seconds", [-TWENTY_MINUTES, 0, TWENTY_MINUTES])
def test_the_databases_time_is_told_whatever_the_machines_own_clock_shows(
    monkeypatch: pytest.MonkeyPatch, ahead_seconds: float
) -> None:
    set_clock(monkeypatch, ahead_seconds=ahead_seconds)

    for _ in range(2):
        before = shown_by_the_database()
        told = clock.database_now()
        after = shown_by_the_database()

        # A reading is uncertain by half the time that it took.
        assert before - timedelta(milliseconds=500) <= told <= after + timedelta(milliseconds=500)
        assert told.tzinfo is UTC


def test_the_databases_time_goes_on_for_five_seconds_without_asking_it(monkeypatch: pytest.MonkeyPatch) -> None:
    first = clock.database_now()
    with monkeypatch.context() as patched:
        patched.setattr(clock, "_read", lambda: pytest.fail("the database was asked"))
        time.sleep(0.05)
        assert clock.database_now() - first >= timedelta(milliseconds=50)

    reading = clock._read()
    old = clock._Reading(reading.offset_seconds - TWENTY_MINUTES, 0, time.monotonic() - 6)
    monkeypatch.setattr(clock._clock(), "reading", old)

    assert clock.database_now() - first < timedelta(minutes=1)


def test_a_process_whose_own_clock_is_wrong_tells_the_databases_time(environment: Mapping[str, str]) -> None:
    library = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)
    if library is None:
        pytest.skip("libfaketime is not installed: a process's clock cannot be set here")
    asked = (
        "import time; from audit import clock;"
        "print(time.time(), clock.database_now().timestamp()); clock.require_clock_still_right()"
    )
    ran = manage(
        "shell",
        "-v",
        "0",
        "-c",
        asked,
        environment={
            **environment,
            "LD_PRELOAD": str(library),
            "FAKETIME": "+1200",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        },
    )
    assert ran.returncode == 0, ran.stderr
    own, told = map(float, ran.stdout.split())

    assert told == pytest.approx(shown_by_the_database().timestamp(), abs=30)
    assert own - told == pytest.approx(TWENTY_MINUTES, abs=1)
