"""Events are listed with their severity, and those of one severity are found by an index."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from audit.operations.save_event import NewEvent, save_event
from tests import world
from tests.api.caller import Auditor, problem
from tests.api.test_filters import add_events_of_others, listed, plans, text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F34")]

BEGAN: Final = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE: Final = timedelta(minutes=1)


def saved(kind: str, minute: int, **fields: Any) -> None:
    save_event(NewEvent(kind=kind, actor="platform", **fields), now=BEGAN + minute * MINUTE)


def some_events() -> None:
    """Save alarms at 1, 4 and 5, warnings at 0 and 3, a notice at 2: minutes."""
    world.open_house(now=BEGAN - MINUTE)
    for minute, kind in enumerate(
        ("staff-locked", "report-late", "rules-published", "staff-made", "report-failed", "release-mismatch")
    ):
        saved(kind, minute)


def test_each_event_is_listed_with_its_severity() -> None:
    some_events()

    newest = listed(Auditor(), "/ops/events", limit=50)

    severities = {event["kind"]: event["severity"] for event in newest}
    assert severities["report-failed"] == "alarm"
    assert severities["staff-made"] == "warning"
    assert severities["rules-published"] == "notice"
    assert severities["staff-log-in"] == "info"


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_a_severity_has_its_events_newest_first_on_pages_of_any_length(limit: int) -> None:
    some_events()
    # The instant counts, not when it was written.
    saved("report-undelivered", -3, before={"number": 1}, after={"number": 2, "names": ["a"]})

    alarms = listed(Auditor(), "/ops/events", limit=limit, severity="alarm")

    assert [event["occurred_at"] for event in alarms] == [text_of(BEGAN + at * MINUTE) for at in (5, 4, 1, -3)]
    assert {event["severity"] for event in alarms} == {"alarm"}
    assert (alarms[-1]["before"], alarms[-1]["after"]) == ({"number": 1}, {"number": 2, "names": ["a"]})


def test_a_severity_goes_with_an_interval_and_with_a_player() -> None:
    some_events()
    staff, ada = Auditor(), world.sign_up("ada", now=BEGAN)
    saved("reset-token-issued", 7, subject=ada)
    saved("identity-viewed", 8, subject=ada)

    cut = {"from": text_of(BEGAN + MINUTE), "to": text_of(BEGAN + 5 * MINUTE)}
    assert [each["kind"] for each in listed(staff, "/ops/events", limit=1, severity="alarm", **cut)] == [
        "report-failed",
        "report-late",
    ]
    for path, filters in (("/ops/events", {"player_id": ada.hex}), (f"/ops/players/{ada.hex}/events", {})):
        warnings = listed(staff, path, limit=1, severity="warning", **filters)
        assert [each["kind"] for each in warnings] == ["reset-token-issued"]


def test_a_severity_that_there_is_not_is_refused() -> None:
    world.open_house(now=BEGAN)
    refused = problem(Auditor().get("/ops/events?severity=worst"), 400, "invalid-request")

    assert refused["errors"] == [{"field": "severity", "detail": "It is one of info, notice, warning, alarm."}]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_rare_severity_is_found_without_reading_the_others() -> None:
    some_events()
    add_events_of_others()
    staff = Auditor()

    with plans() as explained:
        assert staff.get("/ops/events?severity=alarm&limit=1").status_code == 200

    assert any("audit_event_by_kind" in plan for plan in explained), explained
    assert all("Seq Scan" not in plan for plan in explained), explained


def test_a_kind_has_its_events_alone_and_goes_with_a_severity() -> None:
    some_events()
    staff = Auditor()

    assert [each["kind"] for each in listed(staff, "/ops/events", limit=1, kind="report-late")] == ["report-late"]
    assert listed(staff, "/ops/events", limit=50, kind="report-late", severity="info") == []
    problem(staff.get("/ops/events?kind=no-such-kind"), 400, "invalid-request")
