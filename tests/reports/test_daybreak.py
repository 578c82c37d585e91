"""Gaming days that begin at another hour: right when clocks are set, and no instant in two days or in none at a change.

New York is five hours behind UTC in winter. Days are those of November 2026.
"""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from audit.operations.export import export_log
from audit.queries.events import events
from kernel.instants import from_epoch_ms, to_epoch_ms
from reports.catalogue import CATALOGUE
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.core.schedule import GRACE, PLATFORM
from reports.core.statuses import OrderStatus
from reports.models.orders import ReportOrder, Schedule
from reports.operations.aggregate_log import RollupsInAnotherZone, update_rollups
from reports.operations.notice_large_days import notice_large_days
from reports.operations.order_report import ReportRequest, order_report
from reports.operations.rebuild_rollups import Rebuilt, rebuild_rollups
from reports.operations.recheck import order_rechecks
from reports.operations.scheduler import order_due_reports, order_revisions
from reports.queries import rollups
from reports.queries.day_zones import day_zone
from reports.queries.filings import get_file
from reports.queries.orders import get_order
from reports.soundness import faults
from tests import world
from tests.reports.making import back, seated
from tests.reports.way import KIND, brought_on, document, outdated
from tests.world import LONG_SESSIONS
from verifier.audit import AuditRequest
from verifier.export import Export
from verifier.filed.proof import prove
from verifier.judge import Depth

if TYPE_CHECKING:
    from pathlib import Path
    from uuid import UUID

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F36")]

NAME = "America/New_York"
MIDNIGHT, SIX = DayZone(NAME), DayZone(NAME, time(6))
DAY = timedelta(days=1)
FIRST, SECOND, THIRD = (date(2026, 11, day) for day in (20, 21, 22))


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """Return an instant on New York's wall in November."""
    return datetime(2026, 11, day, tzinfo=UTC) + timedelta(hours=5 + hour, minutes=minute)


def played(*instants: datetime) -> world.SeatedPlayer:
    """Let Ada stake five dollars, once at each instant."""
    world.open_house(now=instants[0] - DAY)
    return played_on(seated("ada", now=instants[0] - timedelta(minutes=1)), *instants)


def played_on(ada: world.SeatedPlayer, *instants: datetime) -> world.SeatedPlayer:
    for instant in instants:
        ada = back(ada, now=instant)
        world.play_round(ada, 500, jurisdiction=LONG_SESSIONS, now=instant)
    world.run_sequencer()
    return ada


def ordered(zone: DayZone, first: date, until: date, *, kind: str = KIND, actor: str = "operator:test") -> UUID:
    over = from_epoch_ms(Period(first, until, zone).end_ms) + GRACE
    return order_report(ReportRequest(kind=kind, first=first, until=until, actor=actor), zone=zone, now=over)


def filed(zone: DayZone, first: date, until: date) -> UUID:
    order_id = ordered(zone, first, until)
    # The records of what was filed before.
    world.run_sequencer()
    brought_on(order_id, now=from_epoch_ms(Period(first, until, zone).end_ms) + GRACE)
    assert get_order(order_id).status == OrderStatus.FILED, get_order(order_id).problem
    return order_id


def games_by_day(told: Any) -> list[tuple[str, int]]:
    names = [column["name"] for column in told["columns"]]
    rows = [dict(zip(names, row, strict=True)) for row in told["rows"]]
    return [(row["day"], row["games"]) for row in rows]


def changed(starts: time, *, now: datetime, name: str = NAME) -> Rebuilt:
    return rebuild_rollups(name, starts, actor="console:test", now=now)


def assert_proved(tmp_path: Path, *filings: UUID) -> None:
    world.run_sequencer()
    export_log(tmp_path / "log")
    request = AuditRequest(export=Export(folder=tmp_path / "log"), depth=Depth.FULL, jobs=1)
    for filing in filings:
        for form in ("json", "csv"):
            proof = prove(get_file(filing, form).content, request)
            assert (proof.fault, proof.exit_status) == (None, 0)


def test_what_is_played_before_six_belongs_to_the_day_before(tmp_path: Path) -> None:
    played(at(21, 5, 59), at(21, 6), at(21, 23), at(22, 3), at(22, 5, 59), at(22, 6))

    day, both = filed(SIX, SECOND, THIRD), filed(SIX, FIRST, THIRD)

    assert games_by_day(document(day)) == [("2026-11-21", 4)]
    assert games_by_day(document(both)) == [("2026-11-20", 1), ("2026-11-21", 4)]
    assert document(day)["interval"] == {
        "first": "2026-11-21",
        "until": "2026-11-22",
        "zone": NAME,
        "starts": "06:00",
        "from": to_epoch_ms(at(21, 6)),
        "to": to_epoch_ms(at(22, 6)),
    }
    assert_proved(tmp_path, day, both)
    assert list(faults()) == []


def test_the_night_that_clocks_are_set_back_is_in_the_day_of_25_hours(tmp_path: Path) -> None:
    # At 02:00 of 1 November it is 01:00 again; 06:00 of 31 October is 10:00 UTC, that of 1 November 11:00.
    begins, ends = datetime(2026, 10, 31, 10, tzinfo=UTC), datetime(2026, 11, 1, 11, tzinfo=UTC)
    minute = timedelta(minutes=1)
    played(begins - minute, begins, ends - minute, ends)

    day = filed(SIX, date(2026, 10, 31), date(2026, 11, 1))

    assert document(day)["interval"]["to"] - document(day)["interval"]["from"] == 25 * 3_600_000
    assert games_by_day(document(day)) == [("2026-10-31", 2)]
    assert_proved(tmp_path, day)


def test_another_hour_is_refused_until_it_is_put_into_force() -> None:
    played(at(20, 12))
    filed(MIDNIGHT, FIRST, SECOND)

    wanted = day_zone(NAME, time(6))
    with pytest.raises(
        RollupsInAnotherZone, match="begin at 00:00, and the request the days of America/New_York that begin at 06:00"
    ):
        update_rollups(wanted)
    with pytest.raises(RollupsInAnotherZone):
        order_due_reports(wanted, now=at(23, 12))

    changed(time(6), now=at(21, 12))
    update_rollups(day_zone(NAME, time(6)))
    # Whoever still has the hour of before is refused now.
    with pytest.raises(RollupsInAnotherZone):
        update_rollups(day_zone(NAME, time()))


def test_at_a_change_the_day_that_runs_lasts_until_the_new_hour_and_no_hour_is_in_two_days_or_none(
    tmp_path: Path,
) -> None:
    ada = played(at(20, 12), at(21, 11))
    before = filed(MIDNIGHT, FIRST, SECOND)
    waits = ordered(MIDNIGHT, FIRST, SECOND, kind="wagering-summary")

    rebuilt = changed(time(6), now=at(21, 12))
    played_on(ada, at(21, 23), at(22, 3), at(22, 5, 59), at(22, 6), at(23, 5))

    assert (rebuilt.zone.text, rebuilt.cancelled) == ("00:00, from 2026-11-22 06:00", 0)
    zone = day_zone(NAME, time(6))
    whole = filed(zone, FIRST, date(2026, 11, 23))
    long, after = filed(zone, SECOND, THIRD), filed(zone, THIRD, date(2026, 11, 23))
    assert games_by_day(document(whole)) == [("2026-11-20", 1), ("2026-11-21", 4), ("2026-11-22", 2)]
    intervals = [document(one)["interval"] for one in (before, long, after)]
    assert [one["starts"] for one in intervals] == ["00:00", "00:00, from 2026-11-22 06:00", "06:00"]
    assert [(one["to"] - one["from"]) // 3_600_000 for one in intervals] == [24, 30, 24]
    assert [one["to"] for one in intervals[:-1]] == [one["from"] for one in intervals[1:]]

    # What was filed stays, and what was ordered is made: these days are what they were.
    assert ordered(zone, FIRST, SECOND) == before
    assert not outdated(before)
    world.run_sequencer()
    brought_on(waits, now=at(25, 0))
    assert get_order(waits).status == OrderStatus.FILED
    assert_proved(tmp_path, before, waits, long, after, whole)
    assert list(faults()) == []


def test_a_change_back_to_midnight_makes_a_day_of_18_hours() -> None:
    played(at(21, 7), at(21, 23), at(22, 2), at(22, 7))
    update_rollups(SIX)

    # At three in the night the day before still runs; it ends in retrospect.
    assert changed(time(), now=at(22, 3)).zone.text == "06:00, from 2026-11-22 00:00"

    zone = day_zone(NAME, time())
    days = rollups.daily_game_sums(Period(SECOND, date(2026, 11, 23), zone))
    assert [(each.day, each.sums.settled) for each in days] == [(SECOND, 2), (THIRD, 2)]
    assert Period(SECOND, THIRD, zone).end_ms == to_epoch_ms(at(22, 0))


def test_a_change_that_has_not_begun_is_replaced_by_the_next() -> None:
    played(at(20, 12))
    update_rollups(MIDNIGHT)

    assert changed(time(6), now=at(21, 12)).zone.text == "00:00, from 2026-11-22 06:00"
    assert changed(time(4, 30), now=at(21, 13)).zone.text == "00:00, from 2026-11-22 04:30"
    assert changed(time(), now=at(21, 14)).zone == MIDNIGHT
    # The same again is no change.
    changed(time(6), now=at(21, 15))
    assert changed(time(6), now=at(24, 12)).zone.text == "00:00, from 2026-11-22 06:00"


def test_the_schedule_goes_on_without_a_day_too_many_or_too_few() -> None:
    played(at(20, 12), at(22, 3))
    order_due_reports(MIDNIGHT, now=at(21, 12))
    changed(time(6), now=at(21, 12))
    zone = day_zone(NAME, time(6))

    # The long day is not over at three.
    order_due_reports(zone, now=at(22, 3))
    assert Schedule.objects.get(kind=KIND).ordered_until == SECOND
    order_due_reports(zone, now=at(23, 6, 2))

    days = ReportOrder.objects.filter(kind=KIND, requested_by=PLATFORM).order_by("first")
    intervals = [(order.first, order.until, order.starts) for order in days]
    assert intervals[-2:] == [
        (SECOND, THIRD, "00:00, from 2026-11-22 06:00"),
        (THIRD, date(2026, 11, 23), "06:00"),
    ]
    assert len(set(intervals)) == len(intervals)


def test_a_day_that_became_large_in_its_added_hours_is_told_once() -> None:
    world.open_house(now=at(20, 12))
    ada = world.sign_up("ada", now=at(20, 13))
    world.make_deposit(ada, 600_000, now=at(21, 20))
    world.run_sequencer()
    update_rollups(MIDNIGHT)
    changed(time(6), now=at(21, 21))
    zone = day_zone(NAME, time(6))
    world.make_deposit(ada, 500_000, now=at(22, 3))
    world.run_sequencer()
    update_rollups(zone)

    assert [notice_large_days(world.DEMO, zone=zone, now=at(22, hour)) for hour in (4, 5, 7)] == [1, 0, 0]

    (told,) = events(subject=ada, before=None, limit=9, kinds=("day-large-deposits",))
    assert (told.after["day"], told.after["amount_minor"]) == ("2026-11-21", 1_100_000)


def test_orders_of_another_zone_are_cancelled_and_the_scheduled_ones_ordered_again_by_its_days() -> None:
    played(at(20, 12), at(21, 12))
    order_due_reports(MIDNIGHT, now=at(22, 12))
    scheduled = ReportOrder.objects.filter(requested_by=PLATFORM, kind=KIND)
    failed, waiting = scheduled.order_by("-first")[:2]
    ReportOrder.objects.filter(id=failed.id).update(status=OrderStatus.FAILED)
    asked = ordered(MIDNIGHT, FIRST, SECOND, kind="voids")

    rebuilt = changed(time(), now=at(22, 13), name="Europe/Malta")

    assert rebuilt.cancelled == len(ReportOrder.objects.filter(status=OrderStatus.CANCELLED))
    assert {get_order(each).status for each in (failed.id, waiting.id, asked)} == {OrderStatus.CANCELLED}
    told = events(subject=None, before=None, limit=rebuilt.cancelled, kinds=("report-cancelled",))
    assert {event.actor for event in told} == {"console:test"}
    assert all("Europe/Malta now" in event.reason for event in told)
    malta = day_zone("Europe/Malta", time())
    order_due_reports(malta, now=at(22, 14))
    again = ReportOrder.objects.filter(requested_by=PLATFORM, kind=KIND, zone="Europe/Malta")
    # Malta is six hours ahead: the day in which the oldest unmade one began, and all since.
    assert {order.first for order in again} >= {waiting.first, failed.first}
    assert json.dumps([str(order.status) for order in again]).count("waiting") == len(again)


def test_what_the_schedule_asks_for_is_made_by_the_new_days_whoever_ordered_it() -> None:
    played(at(20, 12), at(21, 12))
    ordered(MIDNIGHT, SECOND, THIRD)
    order_due_reports(MIDNIGHT, now=at(22, 12))
    ReportOrder.objects.filter(requested_by=PLATFORM).update(status=OrderStatus.FILED)
    # No report of the schedule has this interval, so nothing waits for it.
    ordered(MIDNIGHT, FIRST, THIRD)

    changed(time(), now=at(22, 13), name="Europe/Malta")

    assert Schedule.objects.get(kind=KIND).ordered_until == SECOND
    # The others were filed, and go on where they were.
    assert Schedule.objects.get(kind="voids").ordered_until == THIRD


def test_what_came_late_for_the_days_of_another_zone_is_in_a_report_of_the_new_ones() -> None:
    played(at(20, 12))
    eve = seated("eve", now=at(20, 13))
    world.run_sequencer()
    filed(MIDNIGHT, FIRST, SECOND)
    order_due_reports(MIDNIGHT, now=at(22, 12))
    world.play_round(eve, 500, jurisdiction=LONG_SESSIONS, now=at(20, 14))
    world.run_sequencer()
    update_rollups(MIDNIGHT)
    assert order_revisions(MIDNIGHT, now=at(22, 12)) == 1
    ReportOrder.objects.filter(requested_by=PLATFORM, revision=1).update(status=OrderStatus.FILED)

    changed(time(), now=at(22, 13), name="Europe/Malta")

    assert Schedule.objects.get(kind=KIND).ordered_until == FIRST


def test_what_comes_late_after_the_zone_was_left_is_in_a_report_of_its_day() -> None:
    played(at(20, 12))
    eve = seated("eve", now=at(20, 13))
    world.run_sequencer()
    filed(MIDNIGHT, FIRST, SECOND)
    order_due_reports(MIDNIGHT, now=at(22, 12))
    order_revisions(MIDNIGHT, now=at(22, 12))
    ReportOrder.objects.filter(requested_by=PLATFORM).update(status=OrderStatus.FILED)
    changed(time(), now=at(22, 13), name="Europe/Malta")
    malta = day_zone("Europe/Malta", time())
    assert Schedule.objects.get(kind=KIND).ordered_until == THIRD

    world.play_round(eve, 500, jurisdiction=LONG_SESSIONS, now=at(20, 14))
    world.run_sequencer()
    update_rollups(malta)
    for _ in range(2):
        # A clock that was put back does not matter, and a second look orders nothing more.
        assert order_revisions(malta, now=at(19, 12)) == 0

    late = ReportOrder.objects.filter(zone="Europe/Malta")
    assert {(order.first, order.until) for order in late} == {(FIRST, SECOND)}
    assert sorted(order.kind for order in late) == sorted(each.kind for each in CATALOGUE if each.from_log)


def test_a_report_of_days_that_are_counted_no_more_is_not_called_outdated() -> None:
    played(at(20, 12), at(21, 1))
    eve = seated("eve", now=at(21, 2))
    world.run_sequencer()
    left, kept = filed(MIDNIGHT, FIRST, SECOND), filed(MIDNIGHT, SECOND, THIRD)
    changed(time(), now=at(22, 13), name="America/Los_Angeles")

    # In Los Angeles it is still the 20th, and of New York's report of that day nobody makes a revision.
    world.play_round(eve, 500, jurisdiction=LONG_SESSIONS, now=at(21, 2, 30))
    world.run_sequencer()
    update_rollups(day_zone("America/Los_Angeles", time()))
    assert (outdated(left), outdated(kept)) == (False, False)

    changed(time(), now=at(22, 13))
    assert (outdated(left), outdated(kept)) == (False, True)


def test_a_clock_that_is_behind_moves_no_end_of_a_day_that_was_reported_on() -> None:
    played(at(20, 12), at(22, 3))
    before = filed(MIDNIGHT, SECOND, THIRD)

    # Else the six hours before the new begin of the 22nd would be in no report: the day that they came to is filed.
    assert changed(time(6), now=at(21, 12)).zone.text == "00:00, from 2026-11-23 06:00"
    assert ordered(day_zone(NAME, time(6)), SECOND, THIRD) == before


def test_a_zone_that_comes_back_with_another_hour_has_reports_of_its_own() -> None:
    played(at(20, 12), at(21, 3))
    eve = seated("eve", now=at(20, 13))
    world.run_sequencer()
    at_midnight = filed(MIDNIGHT, FIRST, SECOND)
    changed(time(), now=at(21, 12), name="Europe/Malta")
    changed(time(6), now=at(21, 13))
    zone = day_zone(NAME, time(6))
    world.play_round(eve, 500, jurisdiction=LONG_SESSIONS, now=at(20, 14))
    world.run_sequencer()
    update_rollups(zone)

    # Nothing is counted by the days of before, and neither revisions nor second readings are ordered by them.
    assert order_revisions(zone, now=at(21, 14)) == 0
    at_six = filed(zone, FIRST, SECOND)
    order_due_reports(zone, now=at(24, 12))
    order_rechecks(zone, now=at(24, 12), at_most=9)
    assert set(ReportOrder.objects.filter(status=OrderStatus.WAITING).values_list("starts", flat=True)) == {"06:00"}
    assert games_by_day(document(at_midnight)) == [("2026-11-20", 1)]
    assert games_by_day(document(at_six)) == [("2026-11-20", 3)]
    assert [document(each)["revision"] for each in (at_midnight, at_six)] == [1, 1]


def test_an_event_says_who_changed_the_days_and_to_what() -> None:
    played(at(20, 12))
    update_rollups(MIDNIGHT)
    changed(time(6), now=at(21, 12))
    changed(time(6), now=at(21, 13))
    changed(time(), now=at(21, 14), name="Europe/Malta")

    told = events(subject=None, before=None, limit=9, kinds=("gaming-days-changed",))
    six = {"zone": NAME, "starts": "00:00, from 2026-11-22 06:00"}
    assert [(event.actor, event.before, event.after) for event in told] == [
        ("console:test", six, {"zone": "Europe/Malta", "starts": "00:00"}),
        ("console:test", {"zone": NAME, "starts": "00:00"}, six),
    ]
