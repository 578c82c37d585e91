"""What is due when, and what is late."""

from datetime import date, datetime, timedelta

import pytest

from audit.queries.events import events
from kernel.instants import from_epoch_ms
from reports import catalogue
from reports.core.schedule import LATE_AFTER, due_periods
from reports.models.orders import ReportOrder
from reports.operations.aggregate_log import update_rollups
from reports.operations.scheduler import order_due_reports, order_revisions, save_delays
from tests import world
from tests.reports.way import DAY, KIND, OVER, came_late, evening, filed, ordered

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F37"), pytest.mark.clause("F38")]


def test_after_a_pause_every_day_is_ordered_once_and_a_months_end_brings_what_is_to_date() -> None:
    world.open_house()
    world.run_sequencer()
    # Saturday the 21st, on which the log began, to Tuesday, 1 December: ten days are over.
    now = datetime.fromisoformat("2026-12-01T12:00:00Z")
    for _ in range(4):
        order_due_reports(DAY.zone, now=now)
    spans = [(row.first, row.until) for row in ReportOrder.objects.filter(kind=KIND).order_by("until", "-first")]
    days = [(date(2026, 11, 21) + timedelta(days=n), date(2026, 11, 22) + timedelta(days=n)) for n in range(10)]
    # Month, year and life to date; nothing is before the first day of the log but for the month's and year's own first.
    to_date = [(date(2026, 11, 21), days[-1][1]), (date(2026, 11, 1), days[-1][1]), (date(2026, 1, 1), days[-1][1])]
    assert spans == [*days, *to_date]
    assert order_due_reports(DAY.zone, now=now + timedelta(minutes=1)) == 0


def test_lists_are_not_due_to_date_but_for_their_day_and_month() -> None:
    days = {definition.kind: definition.cumulative for definition in catalogue.CATALOGUE}
    last = date(2026, 11, 30)
    for to_date, count in ((True, 4), (False, 2)):
        due = due_periods(last, zone=DAY.zone, first_day=date(2026, 11, 21), cumulative=to_date)
        assert len(list(due)) == count
    assert days["taxable-revenue"]
    assert not days["significant-events"]


def test_what_is_late_is_told_once() -> None:
    world.open_house()
    world.run_sequencer()
    order_due_reports(DAY.zone, now=OVER)
    assert save_delays(from_epoch_ms(DAY.end_ms) + LATE_AFTER) == 0
    late = save_delays(from_epoch_ms(DAY.end_ms) + LATE_AFTER + timedelta(seconds=1))
    assert late == len(catalogue.CATALOGUE)
    assert save_delays(OVER + timedelta(days=1)) == 0
    (event,) = events(subject=None, before=None, limit=1)
    assert (event.kind, event.after["late_reports"]) == ("report-late", late)


def test_a_revision_is_late_by_when_it_was_ordered_and_not_by_its_interval() -> None:
    world.open_house()
    seat = evening()
    filed()
    came_late(seat)
    update_rollups(DAY.zone)
    noticed = OVER + timedelta(days=3)
    order_revisions(DAY.zone, now=noticed)
    assert save_delays(noticed + LATE_AFTER) == 0
    assert save_delays(noticed + LATE_AFTER + timedelta(seconds=1)) == 1


def test_what_somebody_asked_for_is_late_by_when_it_was_asked_for() -> None:
    world.open_house()
    world.run_sequencer()
    asked = OVER + timedelta(days=3)
    ordered(now=asked)
    assert save_delays(asked + LATE_AFTER) == 0
    assert save_delays(asked + LATE_AFTER + timedelta(seconds=1)) == 1
