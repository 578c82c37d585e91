"""Program errors, a database that takes nothing and a wrong clock become events, and make no request worse."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.db import Error, connection
from django.test import Client, RequestFactory

from audit import clock
from audit.clock import ClockWrong
from audit.queries.events import events
from reddog_platform import incidents, problems
from reddog_platform.incidents import CLOCK_WRONG, DATABASE_AWAY, PROGRAM_ERROR, Incidents
from tests import world
from tests.api.caller import Player, problem

if TYPE_CHECKING:
    from audit.queries.events import EventRow

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F34")]


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> Incidents:
    """Have what this process has noted, and nothing of the tests before."""
    own = Incidents()
    monkeypatch.setattr(problems, "INCIDENTS", own)
    world.open_house(now=datetime.now(UTC))
    return own


def saved(kind: str) -> list[EventRow]:
    return events(subject=None, before=None, limit=50, kinds=[kind])


def _break(*_: object, **__: object) -> None:
    raise ZeroDivisionError("Mr Miller's secret")


def test_a_defect_is_an_event_that_names_error_and_route_and_nothing_else(
    noted: Incidents, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("players.api.documents.DocumentsView.get", _break)
    client = Client(raise_request_exception=False)
    for _ in range(3):
        assert client.get("/api/v1/documents").status_code == 500
    assert saved(PROGRAM_ERROR) == [], "no request waits for it"

    assert noted.save() == 1

    (event,) = saved(PROGRAM_ERROR)
    assert (event.actor, event.subject) == ("platform", None)
    assert {name: event.after[name] for name in ("count", "error", "where")} == {
        "count": 3,
        "error": "ZeroDivisionError",
        "where": "api/v1/documents",
    }
    assert "Miller" not in json.dumps([event.reason, dict(event.after)])


def test_what_goes_on_is_one_event_a_minute(noted: Incidents, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [1000.0]
    monkeypatch.setattr("reddog_platform.incidents.time.monotonic", lambda: seconds[0])
    for _ in range(121):
        noted.note(PROGRAM_ERROR, error="KeyError", where="api/v1/games")
        noted.save()
        seconds[0] += 1

    # At 0, 60 and 120 seconds: the first alone, then 60 each.
    assert [event.after["count"] for event in reversed(saved(PROGRAM_ERROR))] == [1, 60, 60]


def test_another_error_does_not_wait_for_the_minute_of_the_first(noted: Incidents) -> None:
    noted.note(PROGRAM_ERROR, error="KeyError", where="a")
    assert noted.save() == 1
    noted.note(PROGRAM_ERROR, error="KeyError", where="a")
    noted.note(PROGRAM_ERROR, error="KeyError", where="b")

    assert noted.save() == 1
    assert [event.after["where"] for event in saved(PROGRAM_ERROR)] == ["b", "a"]


def test_a_flood_of_different_troubles_is_remembered_in_little_room(noted: Incidents) -> None:
    for number in range(1000):
        noted.note(PROGRAM_ERROR, error="KeyError", where=str(number))

    # 100 different ones, and all others as one.
    assert noted.save() == 101
    assert (
        sum(
            int(str(event.after["count"]))
            for event in events(subject=None, before=None, limit=200, kinds=[PROGRAM_ERROR])
        )
        == 1000
    )


def test_a_database_that_takes_nothing_is_an_event_when_it_takes_something_again(noted: Incidents) -> None:
    player = Player("ada")
    for _ in range(2):
        # It is a setting of the connection, which the platform replaces when it meets it.
        _take_no_changes()
        problem(player.bet(), 503, "database-read-only")
    _take_no_changes()
    with pytest.raises(Error):
        noted.save()
    connection.close()
    assert saved(DATABASE_AWAY) == []

    assert noted.save() == 1

    (event,) = saved(DATABASE_AWAY)
    assert (event.after["count"], event.after["error"]) == (2, "database-read-only")


def _take_no_changes() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")


def test_a_wrong_clock_is_an_event_when_it_is_right_again(noted: Incidents) -> None:
    clock.require_right_clock()
    request = RequestFactory().post("/api/v1/games/red-dog-atlantic-city/rounds")
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=5)):
        with pytest.raises(ClockWrong) as refused:
            clock.require_clock_still_right()
        answer = problems.handle(refused.value, {"request": request})
        assert answer is not None
        assert answer.status_code == 503
        with pytest.raises(ClockWrong):
            noted.save()
    clock.forget()

    assert noted.save() == 1
    (event,) = saved(CLOCK_WRONG)
    assert event.after["count"] == 1


def test_a_task_that_fails_is_an_event(noted: Incidents, monkeypatch: pytest.MonkeyPatch) -> None:
    from reddog_platform import celery

    monkeypatch.setattr(incidents, "INCIDENTS", noted)
    monkeypatch.setattr("games.tasks.expire_rounds", _break)

    celery.app.tasks["games.expire_rounds"].apply()

    assert noted.save() == 1
    (event,) = saved(PROGRAM_ERROR)
    assert (event.after["error"], event.after["where"]) == ("ZeroDivisionError", "games.expire_rounds")
