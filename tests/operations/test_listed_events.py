"""Significant events in the log: every one is listed once, with the leaf that its row gives."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from audit.core.event_leaf import event_leaf, private_part, public_part, public_values
from audit.core.records import parse_entry
from audit.models import Event, ListedEvent, QueuedEvent
from audit.operations.list_events import LEAVES_MAX, list_events
from audit.operations.save_event import NewEvent, save_event, save_events
from audit.queries.listed_events import actor_key, facts_of
from audit.queries.records import system_entries
from kernel import canonical_json
from kernel.instants import to_epoch_ms
from tests import world
from tests.world import NOW

pytestmark = [pytest.mark.clause("F34"), pytest.mark.django_db]

SOON, DUE = NOW + timedelta(seconds=3), NOW + timedelta(seconds=5)
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def begun() -> Iterator[None]:
    """Have the record that begins the list, and find a sound world in the end."""
    world.open_house()
    assert list_events(now=NOW, at_once=True) == 1
    yield
    world.assert_world_sound()


def listings() -> list[Any]:
    return [record for record in map(parse_entry, system_entries()) if record["type"] == "events"]


def noted(kind: str, *, after: dict[str, object] | None = None, seconds: float = 0) -> Event:
    save_event(NewEvent(kind=kind, actor="operator:ann", after=after or {}), now=NOW + timedelta(seconds=seconds))
    return Event.objects.get(kind=kind)


def test_an_event_is_listed_after_some_seconds_with_those_that_came_meanwhile() -> None:
    before = ListedEvent.objects.count()
    late, early = noted("later-test", seconds=2), noted("earlier-test", seconds=1)

    assert list_events(now=SOON) == 0
    assert list_events(now=DUE) == 1

    record = listings()[-1]
    assert record["first"] == before + 1
    assert early.leaf is not None
    assert late.leaf is not None
    assert record["leaves"] == [bytes(early.leaf).hex(), bytes(late.leaf).hex()], "by instant"
    assert not QueuedEvent.objects.exists()


def test_an_event_that_commits_late_is_listed_behind_those_that_were_listed_meanwhile() -> None:
    noted("present-test", seconds=4)
    list_events(now=NOW + timedelta(seconds=9))
    newest = listings()[-1]

    overtaken = noted("overtaken-test", seconds=1)
    list_events(now=NOW + timedelta(seconds=10))

    assert overtaken.leaf is not None
    assert listings()[-1]["leaves"] == [bytes(overtaken.leaf).hex()]
    assert listings()[-1]["first"] == newest["first"] + 1


def test_a_record_is_written_each_hour_where_nothing_happened() -> None:
    written = len(listings())

    assert list_events(now=NOW + timedelta(minutes=58)) == 0
    assert list_events(now=NOW + timedelta(minutes=59)) == 1

    assert listings()[-1]["leaves"] == []
    assert listings()[-1]["first"] == ListedEvent.objects.count() + 1
    assert len(listings()) == written + 1


def test_many_events_need_more_records_than_one() -> None:
    first = ListedEvent.objects.count() + 1
    save_events([NewEvent(kind="many-test", actor="platform")] * (2 * LEAVES_MAX + 1), now=NOW)

    assert list_events(now=NOW) == 3

    assert [(record["first"] - first, len(record["leaves"])) for record in listings()[-3:]] == [
        (0, LEAVES_MAX),
        (LEAVES_MAX, LEAVES_MAX),
        (2 * LEAVES_MAX, 1),
    ]


def test_a_listing_that_fails_leaves_the_queue_as_it_was() -> None:
    noted("kept-test")
    with transaction.atomic():
        list_events(now=DUE)
        transaction.set_rollback(True)

    assert QueuedEvent.objects.count() == 1
    assert list_events(now=DUE) == 1


def test_a_rolled_back_event_is_not_listed() -> None:
    with transaction.atomic():
        noted("never-test")
        transaction.set_rollback(True)

    assert list_events(now=DUE) == 0


def test_numbers_are_told_and_texts_are_private() -> None:
    after: dict[str, object] = {
        "loss_day": 5000,
        "test": True,
        "address": "192.0.2.1",
        "value": None,
        "list": [1],
        "Loss": 3,
        "huge": 2**60,
    }
    event = facts_of(noted("told-test", after=after))

    assert public_values(after) == {"loss_day": 5000, "test": True}
    public = public_part(event, actor_key=actor_key())
    assert b"ann" not in canonical_json.encode(public)
    assert str(public["actor"]).startswith("operator:")
    assert public["at"] == to_epoch_ms(NOW)
    private: Any = private_part(event)
    assert (private["actor"], json.loads(private["after"])) == ("operator:ann", after)


def test_the_code_of_an_actor_is_the_same_for_the_same_name_alone() -> None:
    first, second = noted("first-test"), noted("second-test")
    save_event(NewEvent(kind="third-test", actor="operator:ben"), now=NOW)
    third = Event.objects.get(kind="third-test")

    codes = [public_part(facts_of(event), actor_key=actor_key())["actor"] for event in (first, second, third)]

    assert codes[0] == codes[1] != codes[2]


def test_a_leaf_is_the_same_computed_from_what_the_database_returns() -> None:
    event = noted(
        "stored-test", after={"b": [1, {"z": None, "a": "\u00e9\u2028\U0001f0a1"}], "a": -(2**53)}, seconds=0.123456
    )

    assert event.leaf is not None
    assert bytes(event.leaf) == event_leaf(facts_of(event), actor_key=actor_key())


def test_the_key_of_the_codes_is_32_random_bytes() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))")
        assert len(bytes(cursor.fetchone()[0])) == len(actor_key()) == 32


@pytest.mark.django_db(transaction=True)
def test_of_two_that_list_at_once_each_event_is_listed_once() -> None:
    save_events([NewEvent(kind="raced-test", actor="platform")] * 50, now=NOW)

    def listed() -> int:
        try:
            return list_events(now=DUE)
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=4) as pool:
        written = [future.result() for future in [pool.submit(listed) for _ in range(4)]]

    leaves = [leaf for record in listings() for leaf in record["leaves"]]
    assert sum(written) >= 1
    assert len(leaves) == len(set(leaves)) == ListedEvent.objects.count() == Event.objects.count()
