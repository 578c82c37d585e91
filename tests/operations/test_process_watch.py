"""A process that falls silent is an event once, whoever saw it first, and so is its return."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import pytest
import redis
from django.core.cache import cache
from django.db import connection

from audit.queries.events import events
from audit.queries.log import SEQUENCER_LOCK
from reddog_platform.beat_schedule import ROUTES, SCHEDULE
from reddog_platform.celery import BATCH_HEARTBEAT_KEY, HEARTBEAT_KEY, batch_heartbeat
from reddog_platform.process_watch import PROCESS_BACK, PROCESS_SILENT, WATCHED, ProcessWatch
from tests import world

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

    from audit.queries.events import EventRow

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F34")]

NOW: Final = datetime(2026, 7, 27, 12, tzinfo=UTC)
ALONE: Final = {name: WATCHED[name] for name in ("sequencer",)}


@pytest.fixture(autouse=True)
def _house() -> None:
    world.open_house(now=NOW)


def said() -> list[EventRow]:
    """Return the events of silence and return, in order."""
    return events(subject=None, before=None, limit=50, kinds=(PROCESS_SILENT, PROCESS_BACK))[::-1]


def summary() -> list[tuple[str, object]]:
    return [(event.kind, event.after["process"]) for event in said()]


def look_twice(watch: ProcessWatch, *, at: datetime = NOW) -> None:
    watch.look(now=at)
    watch.look(now=at + timedelta(seconds=30))


def hold_lock_of_sequencer(*, held: bool) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_{'lock' if held else 'unlock'}(%s)", (SEQUENCER_LOCK,))


def test_one_look_is_not_enough_and_two_are_one_event_for_all_who_look() -> None:
    watch, another = ProcessWatch(ALONE), ProcessWatch(ALONE)
    watch.look(now=NOW)
    assert said() == [], "it may be just starting"

    for turn in range(1, 4):
        watch.look(now=NOW + timedelta(seconds=30 * turn))
        another.look(now=NOW + timedelta(seconds=30 * turn))

    (event,) = said()
    assert (event.kind, event.actor, event.subject) == (PROCESS_SILENT, "platform", None)
    assert event.at == NOW + timedelta(seconds=30)
    assert event.after == {"process": "sequencer"}


def test_a_return_is_said_with_its_length_also_by_a_server_that_did_not_see_the_silence() -> None:
    look_twice(ProcessWatch(ALONE))
    hold_lock_of_sequencer(held=True)
    try:
        for _ in range(2):
            look_twice(ProcessWatch(ALONE), at=NOW + timedelta(minutes=10))
    finally:
        hold_lock_of_sequencer(held=False)

    assert summary() == [(PROCESS_SILENT, "sequencer"), (PROCESS_BACK, "sequencer")]
    assert said()[1].after["seconds"] == 600, "from the look that said it to the look that found it back"


def test_what_comes_and_goes_between_two_looks_is_not_said() -> None:
    watch = ProcessWatch(ALONE)
    for turn in range(6):
        if turn % 2:
            hold_lock_of_sequencer(held=True)
        watch.look(now=NOW + timedelta(seconds=30 * turn))
        if turn % 2:
            hold_lock_of_sequencer(held=False)
    assert said() == []


def test_whoever_is_heard_of_through_redis_is_unknown_while_redis_is_silent(settings: Settings) -> None:
    cache.set(HEARTBEAT_KEY, "alive", timeout=60)
    through_redis = ProcessWatch({name: WATCHED[name] for name in ("redis", "beat")})
    look_twice(through_redis)
    assert said() == []

    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}}
    look_twice(through_redis, at=NOW + timedelta(minutes=1))

    assert summary() == [(PROCESS_SILENT, "redis")]


def test_beat_is_silent_when_its_heartbeat_has_gone() -> None:
    cache.delete(HEARTBEAT_KEY)
    look_twice(ProcessWatch({"beat": WATCHED["beat"]}))
    assert summary() == [(PROCESS_SILENT, "beat")]


def test_the_worker_of_the_queue_batch_is_silent_when_it_carries_out_nothing_for_a_quarter_of_an_hour(
    settings: Settings,
) -> None:
    entry = SCHEDULE["record-batch-heartbeat"]
    assert (entry["task"], ROUTES[batch_heartbeat.name]) == (batch_heartbeat.name, {"queue": "batch"})
    watch = ProcessWatch({"batch": WATCHED["batch"]})

    batch_heartbeat()
    look_twice(watch)
    assert said() == []
    assert 890 < redis.Redis.from_url(settings.REDIS_URL).ttl(cache.make_key(BATCH_HEARTBEAT_KEY)) <= 900

    cache.delete(BATCH_HEARTBEAT_KEY)
    look_twice(watch, at=NOW + timedelta(minutes=15))
    batch_heartbeat()
    look_twice(watch, at=NOW + timedelta(minutes=20))

    assert summary() == [(PROCESS_SILENT, "batch"), (PROCESS_BACK, "batch")]


def test_where_there_is_no_table_neither_croupier_nor_stream_is_missed() -> None:
    look_twice(ProcessWatch({name: WATCHED[name] for name in ("croupier", "stream")}))
    assert said() == []


def test_records_that_wait_longer_than_promised_are_an_alarm_until_they_have_their_place() -> None:
    watch = ProcessWatch({"log": WATCHED["log"]})
    world.run_sequencer(now=NOW)
    look_twice(watch)
    assert said() == [], "nothing waits"

    world.sign_up("ada", now=NOW)
    look_twice(watch)
    world.run_sequencer(now=NOW)
    look_twice(watch)

    assert summary() == [(PROCESS_SILENT, "log"), (PROCESS_BACK, "log")]
