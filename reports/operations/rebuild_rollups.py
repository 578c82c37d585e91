"""Rebuild the roll-ups from the whole log, by the gaming days that are configured."""

from datetime import date, datetime, time, timedelta
from typing import Final, NamedTuple

from django.db import connection, transaction
from django.db.models import Max

from audit.operations.save_event import NewEvent, save_event
from reports.core.day_zone import DayZone, read_day_zone
from reports.core.statuses import OrderStatus
from reports.models.filings import StoredFiling
from reports.models.orders import ReportOrder, Schedule
from reports.models.rollups import RollupCursor
from reports.operations.aggregate_log import update_rollups
from reports.operations.cancel_order import cancel_order, is_scheduled
from reports.queries.rollup_rows import ROLLUPS

_DAY: Final = timedelta(days=1)
_UNFILED: Final = (OrderStatus.WAITING, OrderStatus.RUNNING, OrderStatus.FAILED)


class Rebuilt(NamedTuple):
    """What a rebuild has done."""

    log_size: int
    """How many entries of the log the roll-ups include."""

    zone: DayZone
    """The gaming days by which they are counted."""

    cancelled: int
    """How many orders by days of another zone were cancelled."""


def rebuild_rollups(name: str, starts: time, *, actor: str, now: datetime) -> Rebuilt:
    """Rebuild the roll-ups with the gaming days of a zone, which begin at an hour from the next day on.

    No day that was reported on gets another begin or end, also where this machine's clock is behind. An event says by whom
    the days were changed, and to what.

    One transaction: a reader sees the old sums until it commits, so that no half-built sum is filed. Aggregation,
    orders and filings wait for it. A crash leaves everything as it was.
    """
    with transaction.atomic():
        first = RollupCursor(id=1, log_size=0, zone=name, starts=DayZone(name, starts).text)
        RollupCursor.objects.bulk_create([first], ignore_conflicts=True)
        cursor = RollupCursor.objects.select_for_update().get(id=1)
        before = read_day_zone(cursor.zone, cursor.starts)
        zone = _changed(before, starts, now) if before.name == name else DayZone(name, starts)
        with connection.cursor() as database:
            for rollup in ROLLUPS:
                database.execute(f"DELETE FROM {rollup.table}")
        RollupCursor.objects.filter(id=1).update(log_size=0, zone=zone.name, starts=zone.text)
        if zone != before:
            _save_change(before, zone, actor=actor, now=now)
        # Only now is no order by the old days due any more, and may be cancelled.
        cancelled = 0 if before.name == name else _leave_zone(before, zone, actor=actor, now=now)
        return Rebuilt(update_rollups(zone), zone, cancelled)


def _changed(before: DayZone, starts: time, now: datetime) -> DayZone:
    """Return the zone with another hour from the day on that follows the day that runs, and every day reported on."""
    reported = [
        rows.filter(zone=before.name).aggregate(until=Max("until"))["until"]
        for rows in (StoredFiling.objects.all(), ReportOrder.objects.exclude(status=OrderStatus.CANCELLED))
    ]
    return before.changed(starts, now=max([now, *(before.start_of(until) for until in reported if until is not None)]))


def _save_change(before: DayZone, zone: DayZone, *, actor: str, now: datetime) -> None:
    old, new = ({"zone": days.name, "starts": days.text} for days in (before, zone))
    save_event(NewEvent(kind="gaming-days-changed", actor=actor, before=old, after=new), now=now)


def _leave_zone(before: DayZone, zone: DayZone, *, actor: str, now: datetime) -> int:
    """Cancel the orders by days of another zone, have the schedule order theirs by its own; return how many there were.

    What the schedule asks for is made again whoever had ordered it, and so is a revision: what came late is in the new days.
    """
    orders = list(ReportOrder.objects.filter(status__in=_UNFILED).exclude(zone=zone.name).order_by("id"))
    reason = (
        f"gaming days are those of {zone.name} now, and no more those of {before.name}: order it again by these days"
    )
    scheduled = [order for order in orders if is_scheduled(order)]
    for order in orders:
        cancel_order(order.id, actor=actor, reason=reason, now=now)
    for schedule in Schedule.objects.select_for_update():
        # A month is due again with its last day.
        begins = [order.until - _DAY for order in scheduled if order.kind == schedule.kind]
        _set_back(schedule, min([schedule.ordered_until, *begins]), before, zone)
    return len(orders)


def _set_back(schedule: Schedule, unmade: date, before: DayZone, zone: DayZone) -> None:
    """Have a report ordered from the day on in which the first old day that was not made began: no hour is left out."""
    schedule.ordered_until = zone.day_of(before.start_of(unmade))
    if schedule.rechecked_until is not None:
        schedule.rechecked_until = min(schedule.rechecked_until, schedule.ordered_until)
    schedule.save(update_fields=["ordered_until", "rechecked_until"])
