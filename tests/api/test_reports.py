"""Regulators' reports over HTTP: what there is, an order's way, what was filed, and every no."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import pytest
import time_machine
from django.test import override_settings

from audit.queries.events import events
from audit.queries.records import record_entry
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import to_epoch_ms
from reports.catalogue import BY_KIND, CATALOGUE
from reports.formats import BY_NAME, FORMATS
from reports.operations.deliver import deliver
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from tests import world
from tests.api.caller import Auditor, Caller, Operator, problem
from tests.reports.way import KIND, OVER, brought_on, drop_folder, evening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from audit.queries.events import EventRow

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F37"), pytest.mark.clause("F60")]

REPORTS: Final = "/ops/reports"
ORDERS: Final = f"{REPORTS}/orders"
NOTHING: Final = "0" * 32
NO_IDS: Final = (
    "x",
    "0" * 31,
    "0" * 33,
    "A" * 32,
    "{" + "0" * 30 + "}",
    "urn:uuid:" + "0" * 32,
    "0" * 8 + "-0" * 12,
    "٣" * 32,
)


OF_TWO_DAYS: Final = {"first": "2026-11-20"}
"""No report of the schedule has this interval."""


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Have the house open, a round played on the 21st, and the clock stand where that day can be reported on."""
    with time_machine.travel(OVER, tick=False) as traveller:
        world.open_house()
        evening()
        yield traveller


@pytest.fixture
def operator() -> Operator:
    return Operator()


def wanted(kind: str = KIND, first: str = "2026-11-21", until: str = "2026-11-22", **more: Any) -> dict[str, Any]:
    return {"report": kind, "first_day": first, "until_day": until, **more}


def told(caller: Caller, path: str, status: int = 200, *, method: str = "GET", body: Any = None) -> Any:
    answer = caller.send(method, path, body)
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def ordered(caller: Caller, kind: str = KIND, **more: Any) -> str:
    return str(told(caller, ORDERS, 201, method="POST", body=wanted(kind, **more))["id"])


def filed(caller: Caller, kind: str = KIND, *, now: datetime = OVER, **more: Any) -> str:
    found = ordered(caller, kind, **more)
    brought_on(UUID(found), now=now)
    assert told(caller, f"{ORDERS}/{found}")["status"] == "filed", told(caller, f"{ORDERS}/{found}")["problem"]
    return found


def newest_event() -> EventRow:
    return events(subject=None, before=None, limit=1)[0]


# --- What there is ------------------------------------------------------------------------------------------


def test_every_report_is_listed_with_the_meaning_of_each_of_its_columns() -> None:
    answer = told(Auditor("aud"), f"{REPORTS}/definitions")

    assert answer["formats"] == [format_.name for format_ in FORMATS]
    assert [item["report"] for item in answer["items"]] == [definition.kind for definition in CATALOGUE]
    parameters = {item["report"]: item["parameters"] for item in answer["items"] if item["parameters"]}
    assert parameters == {
        "taxable-revenue": {"rate_from_2020_01_01": 1500, "bonus_deducted_from_2020_01_01": 0},
        "large-transactions": {
            f"{name}_{currency}": minor
            for currency in ("usd", "eur", "gbp", "jpy")
            for name, minor in (
                ("single_play_minor", 100_000),
                ("day_play_minor", 500_000),
                ("single_payment_minor", 1_000_000),
                ("day_payments_minor", 1_000_000),
            )
        },
    }
    for item in answer["items"]:
        names = [column["name"] for column in item["columns"]]
        assert len(names) == len(set(names))
        assert set(item["filters"]) <= set(names)
        assert item["regulation"]
        assert (item["version"], item["from_log"]) == (
            BY_KIND[item["report"]].version,
            BY_KIND[item["report"]].from_log,
        )
        for column in item["columns"]:
            assert column["meaning"].endswith("."), column
            assert column["type"] in {"text", "integer", "money", "ratio", "instant", "day"}


# --- An order's way -----------------------------------------------------------------------------------------


def test_an_order_is_taken_once_however_often_it_is_given() -> None:
    auditor = Auditor("aud")
    first = told(auditor, ORDERS, 201, method="POST", body=wanted())

    assert first == {
        "id": first["id"],
        "report": KIND,
        "first_day": "2026-11-21",
        "until_day": "2026-11-22",
        "zone": "America/New_York",
        "starts": "00:00",
        "filters": {},
        "revision": 1,
        "status": "waiting",
        "requested_at": "2026-11-22T05:01:00.000Z",
        "actor": "staff:aud",
        "next_attempt_at": "2026-11-22T05:01:00.000Z",
        "attempts": 0,
        "problem": "",
        "pages": 0,
        "rows": 0,
    }
    before = world.everything_stored()
    assert told(auditor, ORDERS, 201, method="POST", body=wanted(filters={})) == first
    assert told(Operator(), ORDERS, 201, method="POST", body=wanted())["id"] == first["id"]
    assert told(auditor, f"{ORDERS}/{first['id']}") == first
    assert world.everything_stored()["reports_order"] == before["reports_order"]
    problem(auditor.get(f"{REPORTS}/{first['id']}"), 404, "report-not-found")


def test_an_order_tells_its_pages_and_rows_while_it_is_under_way(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.core.paging.PAGE_ROWS", 1)
    for name in ("ann", "ben", "cyd"):
        world.create_staff(name)
    turns = iter([True, True, False])
    order_id = ordered(operator, "significant-events")
    brought_on(UUID(order_id), should_continue=lambda: next(turns))

    under_way = told(operator, f"{ORDERS}/{order_id}")
    assert (under_way["status"], under_way["pages"], under_way["rows"]) == ("running", 2, 2)

    brought_on(UUID(order_id))
    ended = told(operator, f"{ORDERS}/{order_id}")
    rows = json.loads(operator.get(f"{REPORTS}/{order_id}/files/json").getvalue())["rows"]
    assert len(rows) > 2
    assert (ended["status"], ended["pages"], ended["rows"]) == ("filed", len(rows), len(rows))


def test_an_order_says_what_it_waits_for(operator: Operator) -> None:
    world.play_round(world.seat_player("bea"), 500)
    order_id = ordered(operator)
    brought_on(UUID(order_id))

    waiting = told(operator, f"{ORDERS}/{order_id}")
    assert (waiting["status"], waiting["attempts"], waiting["problem"]) == (
        "waiting",
        0,
        "the log has not settled yet",
    )
    # Ten seconds after it was looked at.
    assert waiting["next_attempt_at"] == "2026-11-22T05:01:10.000Z"


def test_orders_are_listed_from_the_newest_and_by_state(operator: Operator) -> None:
    done, gone, waits = filed(operator), ordered(operator, **OF_TWO_DAYS), ordered(operator, "variance")
    told(operator, f"{ORDERS}/{gone}/cancellation", 201, method="POST", body={"reason": "a test"})

    assert [item["id"] for item in told(operator, ORDERS)["items"]] == [waits, gone, done]
    for state, ids in (("filed", [done]), ("cancelled", [gone]), ("waiting", [waits]), ("running", []), ("failed", [])):
        assert [item["id"] for item in told(operator, f"{ORDERS}?status={state}")["items"]] == ids
    problem(operator.get(f"{ORDERS}?status=late"), 400, "invalid-request")


@pytest.mark.parametrize("path", [ORDERS, REPORTS])
def test_lists_page_from_the_newest_without_gap_or_repetition(operator: Operator, path: str) -> None:
    kinds = [KIND, "wagering-summary", "operator-liability"]
    ids = [filed(operator, kind) for kind in kinds]
    page = told(operator, f"{path}?limit=2")
    found = [[item["id"] for item in page["items"]]]
    while page["next"] is not None:
        page = told(operator, f"{path}?limit=2&cursor={page['next']}")
        found.append([item["id"] for item in page["items"]])

    assert found == [[ids[2], ids[1]], [ids[0]]]
    for query in ("limit=0", "limit=x", "cursor=x", "cursor=MS4yLjM=", "cursor=NDI5NDk2NzI5Ni4xLjEuMQ=="):
        problem(operator.get(f"{path}?{query}"), 400, "malformed-page")


def test_a_cancelled_order_is_noted_with_who_why_and_how_it_stood_and_may_be_given_again(operator: Operator) -> None:
    order_id = ordered(operator, **OF_TWO_DAYS)
    answer = told(operator, f"{ORDERS}/{order_id}/cancellation", 201, method="POST", body={"reason": "the wrong day"})

    assert (answer["id"], answer["status"]) == (order_id, "cancelled")
    noted = newest_event()
    assert (noted.kind, noted.actor, noted.reason) == ("report-cancelled", "operator:op", "the wrong day")
    assert (noted.before, noted.after["state"], noted.after["report"]) == ({"state": "waiting"}, "cancelled", KIND)
    again = operator.post(f"{ORDERS}/{order_id}/cancellation", {"reason": "again"})
    assert problem(again, 409, "report-order-over")["order_status"] == "cancelled"
    assert ordered(operator, **OF_TWO_DAYS) != order_id


def test_nobody_takes_back_what_the_schedule_asks_for(operator: Operator) -> None:
    order_id = ordered(operator, "account-adjustments")
    before = world.everything_stored()

    answer = operator.post(f"{ORDERS}/{order_id}/cancellation", {"reason": "nobody need know"})

    problem(answer, 409, "report-due")
    assert world.everything_stored() == before


def test_a_filed_order_cannot_be_taken_back(operator: Operator) -> None:
    order_id = filed(operator)
    before = world.everything_stored()

    answer = operator.post(f"{ORDERS}/{order_id}/cancellation", {"reason": "too late"})

    assert problem(answer, 409, "report-order-over")["order_status"] == "filed"
    assert world.everything_stored() == before


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "  "}, {"reason": 1}, {"reason": "x" * 201}])
def test_an_order_is_not_taken_back_without_a_reason(operator: Operator, body: Any) -> None:
    order_id = ordered(operator)
    before = world.everything_stored()

    problem(operator.post(f"{ORDERS}/{order_id}/cancellation", body), 400, "invalid-request")

    assert world.everything_stored() == before


# --- What was filed -----------------------------------------------------------------------------------------


@pytest.mark.every_format
def test_a_filed_report_comes_with_its_files_and_the_note_that_signs_them(operator: Operator) -> None:
    filing_id = filed(operator)
    found = told(operator, f"{REPORTS}/{filing_id}")

    assert [name for name in found if name not in {"files", "deliveries", "note"}] == list(
        told(operator, REPORTS)["items"][0]
    )
    assert (found["report"], found["revision"], found["has_activity"], found["outdated"]) == (KIND, 1, True, False)
    assert found["deliveries"] == []
    signed = json.loads(found["note"].partition("\n")[0])
    assert signed["files"] == {file["format"]: file["sha256"] for file in found["files"]}
    assert found["note"] == record_entry(SYSTEM_CHAIN, found["record_seq"])
    assert [file["name"] for file in found["files"]] == [
        f"{KIND}_2026-11-21_2026-11-21_r1.{name}" for name in sorted(BY_NAME)
    ]


def test_filed_reports_are_listed_by_kind(operator: Operator) -> None:
    first, second = filed(operator), filed(operator, "wagering-summary")

    assert [item["id"] for item in told(operator, f"{REPORTS}?report={KIND}")["items"]] == [first]
    assert [item["id"] for item in told(operator, f"{REPORTS}?report=wagering-summary")["items"]] == [second]
    assert told(operator, f"{REPORTS}?report=variance")["items"] == []
    problem(operator.get(f"{REPORTS}?report=profit"), 400, "invalid-request")
    problem(operator.get(f"{REPORTS}?report="), 400, "invalid-request")


def test_a_filtered_report_says_what_was_let_through(operator: Operator) -> None:
    whole, part = filed(operator), filed(operator, filters={"currency": "EUR"})

    assert (told(operator, f"{REPORTS}/{part}")["filters"], whole != part) == ({"currency": "EUR"}, True)
    assert told(operator, f"{REPORTS}/{part}")["has_activity"] is False


MEDIA_TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "parquet": "application/vnd.apache.parquet",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "note": "text/plain; charset=utf-8",
}


@pytest.mark.clause("F38")
@pytest.mark.every_format
def test_every_file_is_handed_out_to_the_byte_and_who_got_it_is_noted() -> None:
    auditor = Auditor("aud")
    filing_id = filed(auditor)
    found = told(auditor, f"{REPORTS}/{filing_id}")
    digests = {file["format"]: file["sha256"] for file in found["files"]}
    digests["note"] = hashlib.sha256(found["note"].encode()).hexdigest()
    assert set(digests) == set(MEDIA_TYPES)

    for name, media_type in MEDIA_TYPES.items():
        answer = auditor.get(f"{REPORTS}/{filing_id}/files/{name}")
        called = f"{KIND}_2026-11-21_2026-11-21_r1.{name}"

        content = answer.getvalue()
        assert (answer.status_code, hashlib.sha256(content).hexdigest()) == (200, digests[name])
        assert answer.headers["Content-Type"] == media_type
        assert answer.headers["Content-Disposition"] == f'attachment; filename="{called}"'
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Content-Length"] == str(len(content))
        noted = newest_event()
        assert (noted.kind, noted.actor) == ("report-released", "staff:aud")
        assert noted.after == {"filing": filing_id, "file": called}


@pytest.mark.every_format
def test_a_format_that_was_not_filed_is_not_handed_out(operator: Operator) -> None:
    filing_id = filed(operator)
    before = world.everything_stored()

    for name in ("xml", "CSV", "csv.exe", "x" * 500):
        refused = problem(operator.get(f"{REPORTS}/{filing_id}/files/{name}"), 404, "report-file-not-found")
        assert refused["formats"] == sorted(BY_NAME)
    problem(operator.get(f"{REPORTS}/{filing_id}/files/..%2F..%2Fkeys"), 404, "not-found")
    assert world.everything_stored() == before


def test_a_late_entry_makes_a_filing_outdated_and_the_same_order_its_revision(
    operator: Operator, clock: time_machine.Traveller
) -> None:
    first = filed(operator)
    world.play_round(world.seat_player("bea"), 500)
    world.run_sequencer()
    # The fold that comes with another report finds it.
    brought_on(UUID(ordered(operator, "wagering-summary")))
    assert told(operator, f"{REPORTS}/{first}")["outdated"] is True

    clock.shift(timedelta(minutes=1))
    second = filed(operator, now=OVER + timedelta(minutes=1))

    assert second != first
    assert told(operator, f"{REPORTS}/{second}")["revision"] == 2
    assert [item["revision"] for item in told(operator, f"{REPORTS}?report={KIND}")["items"]] == [2, 1]


def test_a_delivery_that_was_given_up_is_tried_again_and_it_is_noted_by_whom(
    operator: Operator, tmp_path: Path
) -> None:
    places = drop_folder(tmp_path)
    filing_id = ordered(operator)
    brought_on(UUID(filing_id), destinations=places)
    disturbing = tmp_path / "in" / f"{KIND}_2026-11-21_2026-11-21_r1.csv"
    disturbing.write_text("something else")
    deliver(UUID(filing_id), "regulator", destinations=places, now=OVER)
    (failed,) = told(operator, f"{REPORTS}/{filing_id}")["deliveries"]
    assert (failed["status"], failed["attempts"], failed["delivered_at"], failed["receipt"]) == (
        "failed",
        1,
        None,
        None,
    )
    assert "another content" in failed["problem"]

    again = told(operator, f"{REPORTS}/{filing_id}/deliveries/regulator", 202, method="POST")
    noted = newest_event()
    assert (again["status"], again["attempts"]) == ("waiting", 0)
    assert (noted.kind, noted.actor) == ("report-delivered-again", "operator:op")
    assert noted.after == {"filing": filing_id, "place": "regulator"}

    disturbing.unlink()
    deliver(UUID(filing_id), "regulator", destinations=places, now=OVER)
    (done,) = told(operator, f"{REPORTS}/{filing_id}")["deliveries"]
    assert (done["status"], done["delivered_at"]) == ("delivered", "2026-11-22T05:01:00.000Z")
    assert done["receipt"]
    before = world.everything_stored()
    problem(operator.post(f"{REPORTS}/{filing_id}/deliveries/regulator"), 409, "report-delivered")
    for place in ("nowhere", "Regulator", "x" * 500):
        problem(operator.post(f"{REPORTS}/{filing_id}/deliveries/{place}"), 404, "report-delivery-not-found")
    assert world.everything_stored() == before


# --- Every no -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [NOTHING, *NO_IDS])
def test_an_id_that_is_none_is_not_found(operator: Operator, wrong: str) -> None:
    before = world.everything_stored()

    problem(operator.get(f"{ORDERS}/{wrong}"), 404, "report-order-not-found")
    problem(operator.post(f"{ORDERS}/{wrong}/cancellation", {"reason": "r"}), 404, "report-order-not-found")
    problem(operator.get(f"{REPORTS}/{wrong}"), 404, "report-not-found")
    problem(operator.get(f"{REPORTS}/{wrong}/files/csv"), 404, "report-not-found")
    problem(operator.get(f"{REPORTS}/{wrong}/files/note"), 404, "report-not-found")
    code = "report-delivery-not-found" if wrong == NOTHING else "report-not-found"
    problem(operator.post(f"{REPORTS}/{wrong}/deliveries/regulator"), 404, code)
    assert world.everything_stored() == before


def test_an_order_that_is_under_way_is_no_filing(operator: Operator) -> None:
    order_id = ordered(operator)

    refused = problem(operator.get(f"{REPORTS}/{order_id}"), 404, "report-not-found")

    assert f"{ORDERS}/" in refused["detail"]
    problem(operator.get(f"{REPORTS}/{order_id}/files/csv"), 404, "report-not-found")


REFUSED_ORDERS: Final[dict[str, tuple[Any, int, str]]] = {
    "no body": (b"", 400, "invalid-request"),
    "no JSON": (b"{", 400, "malformed-body"),
    "an array": ([wanted()], 400, "invalid-request"),
    "no report": ({"first_day": "2026-11-21", "until_day": "2026-11-22"}, 400, "invalid-request"),
    "a report that is none": (wanted("profit"), 404, "unknown-report"),
    "a report in capitals": (wanted("Taxable-Revenue"), 404, "unknown-report"),
    "a report that is a number": (wanted() | {"report": 1}, 400, "invalid-request"),
    "a report with a NUL": (wanted("\0"), 400, "invalid-request"),
    "a report of a long name": (wanted("x" * 61), 400, "invalid-request"),
    "no first day": ({"report": KIND, "until_day": "2026-11-22"}, 400, "invalid-request"),
    "a day that was not": (wanted(first="2026-02-30"), 400, "invalid-request"),
    "a day without hyphens": (wanted(first="20261121"), 400, "invalid-request"),
    "a day of a week": (wanted(first="2026-W47-6"), 400, "invalid-request"),
    "a day of one digit": (wanted(first="2026-11-1"), 400, "invalid-request"),
    "a day in other digits": (wanted(first="\uff12\uff10\uff12\uff16-11-21"), 400, "invalid-request"),
    "an instant": (wanted(first="2026-11-21T00:00:00Z"), 400, "invalid-request"),
    "a day that is a number": (wanted() | {"first_day": 20261121}, 400, "invalid-request"),
    "a day that is null": (wanted() | {"until_day": None}, 400, "invalid-request"),
    "the year 0": (wanted(first="0000-01-01"), 400, "invalid-request"),
    "the year 10000": (wanted(until="10000-01-01"), 400, "invalid-request"),
    "no day at all": (wanted(until="2026-11-21"), 400, "malformed-period"),
    "backwards": (wanted(until="2026-11-20"), 400, "malformed-period"),
    "the first day of all": (wanted(first="0001-01-01", until="0001-01-02"), 400, "malformed-period"),
    "all days of all": (wanted(first="0001-01-01", until="9999-12-31"), 400, "malformed-period"),
    "before anything was written": (wanted(first="1970-01-01"), 400, "malformed-period"),
    "today": (wanted(first="2026-11-22", until="2026-11-23"), 409, "period-not-over"),
    "the last day of all": (wanted(first="9999-12-30", until="9999-12-31"), 409, "period-not-over"),
    "until the end of time": (wanted(first="1970-01-02", until="9999-12-31"), 409, "period-not-over"),
    "a filter on what is no column": (wanted(filters={"profit": "1"}), 422, "unknown-report-filter"),
    "one game's tax": (wanted(filters={"game": "yablon"}), 422, "unknown-report-filter"),
    "a filter on a figure": (wanted(filters={"handle": "500"}), 422, "unknown-report-filter"),
    "a filter of nothing": (wanted(filters={"": "1"}), 422, "unknown-report-filter"),
    "a filter with a NUL": (wanted(filters={"\0": "1"}), 422, "unknown-report-filter"),
    "a filter for nothing": (wanted(filters={"game": ""}), 400, "invalid-request"),
    "a filter for a NUL": (wanted(filters={"game": "\0"}), 400, "invalid-request"),
    "a filter for a number": (wanted(filters={"game": 5}), 400, "invalid-request"),
    "a filter for several": (wanted(filters={"game": ["a", "b"]}), 400, "invalid-request"),
    "a filter for a long text": (wanted(filters={"game": "x" * 101}), 400, "invalid-request"),
    "filters that are a list": (wanted(filters=["game"]), 400, "invalid-request"),
    "filters that are null": (wanted(filters=None), 400, "invalid-request"),
    "a member that is not known": (wanted(format="csv"), 400, "invalid-request"),
}


@pytest.mark.parametrize("sent", REFUSED_ORDERS)
def test_an_order_that_is_none_is_refused_and_nothing_changes(operator: Operator, sent: str) -> None:
    body, status, code = REFUSED_ORDERS[sent]
    before = world.everything_stored()

    problem(operator.post(ORDERS, body), status, code)

    assert world.everything_stored() == before


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Malta", "UTC"])
@pytest.mark.parametrize("until", ["0001-01-02", "1970-01-02", "9999-12-31"])
def test_no_day_is_too_far_away_on_any_wall(operator: Operator, zone: str, until: str) -> None:
    with override_settings(REDDOG_JURISDICTION=_profile_of(zone)):
        for first in ("0001-01-01", "1970-01-01", "1970-01-02"):
            code = operator.post(ORDERS, wanted(first=first, until=until))
            assert (code.status_code, json.loads(code.content)["code"]) in {
                (400, "malformed-period"),
                (409, "period-not-over"),
            }


def test_a_refused_order_says_when_it_can_be_given_and_by_what_it_can_be_filtered(operator: Operator) -> None:
    early = problem(operator.post(ORDERS, wanted(until="2026-11-23")), 409, "period-not-over")
    unknown = problem(operator.post(ORDERS, wanted(filters={"profit": "1"})), 422, "unknown-report-filter")

    # Midnight in New York is 05:00 UTC in winter; a minute later what was decided before it has come.
    assert early["available_from"] == "2026-11-23T05:01:00.000Z"
    assert unknown["known_filters"] == list(BY_KIND[KIND].filters)
    assert all("Nothing was ordered" in refused["detail"] for refused in (early, unknown))


@pytest.mark.parametrize("kind", [KIND, "patron-account-summary", "player-sessions"])
def test_a_year_to_date_begins_with_its_year_and_no_report_long_before_the_log(operator: Operator, kind: str) -> None:
    filing_id = filed(operator, kind, first="2026-01-01")

    found = json.loads(operator.get(f"{REPORTS}/{filing_id}/files/json").getvalue())
    # New York is five hours behind in January.
    assert found["interval"]["from"] == to_epoch_ms(datetime(2026, 1, 1, 5, tzinfo=UTC))
    assert found["rows"]
    early = {"report": kind, "first_day": "2024-12-31", "until_day": "2026-11-22"}
    problem(operator.post(f"{REPORTS}/orders", early), 422, "period-before-log")


def test_the_longest_filters_that_are_taken_are_filed(operator: Operator) -> None:
    filing_id = filed(operator, filters=dict.fromkeys(BY_KIND[KIND].filters, "€" * 100))

    assert told(operator, f"{REPORTS}/{filing_id}")["has_activity"] is False


def test_where_the_profiles_zone_was_changed_nothing_is_ordered_and_the_repair_is_told(operator: Operator) -> None:
    known = filed(operator)
    before = world.everything_stored()

    with override_settings(REDDOG_JURISDICTION=_profile_of("Europe/Malta")):
        refused = problem(operator.post(ORDERS, wanted()), 503, "rollups-in-another-zone")
        # What was filed is handed out all the same.
        assert told(operator, f"{REPORTS}/{known}")["zone"] == "America/New_York"

    assert "manage.py rebuild_rollups" in refused["detail"]
    assert world.everything_stored() == before


def _profile_of(zone: str) -> Any:
    return replace(JURISDICTIONS["demo"], zone=zone)
