"""What no log tells is read again a day later."""

from datetime import date, datetime, timedelta

import pytest

from audit.operations.save_event import NewEvent, save_event
from kernel.instants import from_epoch_ms
from reports.core.schedule import GRACE
from reports.core.statuses import OrderStatus
from reports.models.filings import StoredFiling
from reports.models.orders import ReportOrder
from reports.operations.generate import ATTEMPTS_MAX
from reports.operations.scheduler import run_tick
from reports.queries.orders import get_order
from tests import world
from tests.reports.way import DAY, OVER, brought_on, came_late, document, evening, ordered, outdated

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F34")]

LIST = "significant-events"
SLOW = NewEvent(kind="player-status", actor="operator:test", reason="a slow one")


def test_what_no_log_tells_is_read_again_a_day_later_and_filed_anew_only_if_it_differs() -> None:
    world.open_house()
    world.run_sequencer()
    late, same = LIST, "dormant-accounts"
    run_tick(DAY.zone, now=OVER)
    for row in ReportOrder.objects.filter(kind__in=(late, same)):
        brought_on(row.id)
    # Decided within the day, and committed after it was filed.
    save_event(SLOW, now=from_epoch_ms(DAY.end_ms - 1))

    later = OVER + timedelta(days=1)
    run_tick(DAY.zone, now=OVER + timedelta(hours=1))
    assert not ReportOrder.objects.filter(recheck=True).exists()
    run_tick(DAY.zone, now=later)
    again = ReportOrder.objects.filter(kind__in=(late, same), recheck=True)
    assert again.count() == 2
    for row in again:
        brought_on(row.id, now=later)

    filed_again = StoredFiling.objects.get(revision=2)
    assert (filed_again.kind, filed_again.first) == (late, DAY.first)
    assert [row[3] for row in document(filed_again.id)["rows"]] == [
        "keys-announced",
        "limits-profile-published",
        "rules-published",
        "player-status",
    ]
    assert not ReportOrder.objects.filter(kind=same, revision=2).exists()
    run_tick(DAY.zone, now=later)
    assert not ReportOrder.objects.filter(recheck=True).exclude(status=OrderStatus.FILED).filter(kind=same).exists()


def test_the_list_of_a_month_is_read_again_with_that_of_its_last_day() -> None:
    world.open_house()
    world.run_sequencer()
    # The 30th of November in New York ends at 05:00 UTC.
    end = datetime.fromisoformat("2026-12-01T05:00:00Z")
    for _ in range(3):
        run_tick(DAY.zone, now=end + GRACE)
    for row in ReportOrder.objects.filter(kind=LIST):
        brought_on(row.id, now=end + GRACE)
    save_event(SLOW, now=end - timedelta(milliseconds=1))

    for _ in range(3):
        run_tick(DAY.zone, now=end + GRACE + timedelta(days=1))
    for row in ReportOrder.objects.filter(kind=LIST, recheck=True):
        brought_on(row.id, now=end + GRACE + timedelta(days=1))
    revised = StoredFiling.objects.filter(kind=LIST, revision=2).order_by("first")
    assert [(row.first, row.until) for row in revised] == [
        (date(2026, 11, 1), date(2026, 12, 1)),
        (date(2026, 11, 30), date(2026, 12, 1)),
    ]


def test_a_list_that_was_half_read_is_read_again_once_it_is_filed() -> None:
    world.open_house()
    world.run_sequencer()
    run_tick(DAY.zone, now=OVER)
    (first,) = ReportOrder.objects.filter(kind=LIST)
    brought_on(first.id, should_continue=lambda: False)

    later = OVER + timedelta(days=1)
    run_tick(DAY.zone, now=later)
    assert not ReportOrder.objects.filter(kind=LIST, recheck=True).exists()
    brought_on(first.id, now=later)
    run_tick(DAY.zone, now=later)
    assert ReportOrder.objects.filter(kind=LIST, recheck=True).count() == 1


def test_a_second_reading_that_failed_can_be_asked_for_again() -> None:
    world.open_house()
    world.run_sequencer()
    run_tick(DAY.zone, now=OVER)
    (first,) = ReportOrder.objects.filter(kind=LIST)
    brought_on(first.id)
    save_event(SLOW, now=from_epoch_ms(DAY.end_ms - 1))
    later = OVER + timedelta(days=1)
    run_tick(DAY.zone, now=later)
    (again,) = ReportOrder.objects.filter(kind=LIST, recheck=True)
    ReportOrder.objects.filter(id=again.id).update(status=OrderStatus.FAILED, attempts=ATTEMPTS_MAX)

    assert ordered(LIST, now=later) == again.id
    brought_on(again.id, now=later)
    assert document(again.id)["revision"] == 2
    assert ordered(LIST, now=later) == again.id


def test_a_message_about_an_order_that_came_to_nothing_does_nothing() -> None:
    world.open_house()
    world.run_sequencer()
    run_tick(DAY.zone, now=OVER)
    (first,) = ReportOrder.objects.filter(kind=LIST)
    brought_on(first.id)
    run_tick(DAY.zone, now=OVER + timedelta(days=1))
    (again,) = ReportOrder.objects.filter(kind=LIST, recheck=True)

    brought_on(again.id, now=OVER + timedelta(days=1))
    assert not ReportOrder.objects.filter(id=again.id).exists()
    assert not brought_on(again.id, now=OVER + timedelta(days=1))


@pytest.mark.parametrize("how", ["waits", "failed"])
@pytest.mark.parametrize("rows", ["others", "the-same"])
def test_an_entry_that_comes_late_before_the_second_reading_makes_it_a_revision(how: str, rows: str) -> None:
    kind = "player-sessions"
    world.open_house()
    seat = evening()
    saver = world.sign_up("bob")
    world.run_sequencer()
    run_tick(DAY.zone, now=OVER)
    brought_on(ReportOrder.objects.get(kind=kind, until=DAY.until).id)
    later = OVER + timedelta(days=1)
    run_tick(DAY.zone, now=later)
    (again,) = ReportOrder.objects.filter(kind=kind, recheck=True)
    if how == "failed":
        ReportOrder.objects.filter(id=again.id).update(status=OrderStatus.FAILED, attempts=ATTEMPTS_MAX)

    if rows == "others":
        came_late(seat)
    else:
        # Money of somebody who has no session.
        world.fund(saver, 777, now=world.NOW + timedelta(hours=2))
        world.run_sequencer()
    run_tick(DAY.zone, now=later)
    brought_on(again.id, now=later)

    if rows == "others":
        assert get_order(again.id).status == OrderStatus.FILED
        assert document(again.id)["revised"]["reason"] == "late-entries"
    else:
        assert get_order(again.id).status == OrderStatus.UNCHANGED
        (filing,) = StoredFiling.objects.filter(kind=kind, until=DAY.until)
        assert not outdated(filing.id)
