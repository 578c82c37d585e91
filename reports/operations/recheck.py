"""Read reports again a day after they were filed, if not all of them follows from the log.

An event may be committed after its day was filed. The roll-ups show which log entries came late; for events, sessions,
payments and the like nothing does. So these reports are generated again, and filed as a revision if a row differs.
"""

from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction

from reports.catalogue import CATALOGUE
from reports.core.day_zone import DayZone
from reports.core.definition import Definition
from reports.core.period import Period
from reports.core.schedule import PLATFORM, days_due, due_periods, last_reportable_day
from reports.core.statuses import OrderStatus
from reports.models.filings import StoredFiling
from reports.models.orders import ReportOrder, Schedule
from reports.operations.aggregate_log import cursor_for_update
from reports.operations.order_report import order_recheck
from reports.queries.day_zones import interval_columns
from reports.queries.log_start import first_gaming_day

_DAY: Final = timedelta(days=1)


def order_rechecks(zone: DayZone, *, now: datetime, at_most: int) -> int:
    """Order a recheck of what was filed, up to the day before the last one, `at_most` days; return how many orders."""
    first_day = first_gaming_day(zone)
    if first_day is None:
        return 0
    return sum(
        _order_rechecks(definition, first_day, zone, now, at_most) for definition in CATALOGUE if definition.rechecked
    )


def _order_rechecks(definition: Definition, first_day: date, zone: DayZone, now: datetime, at_most: int) -> int:
    with transaction.atomic():
        cursor_for_update(zone)
        schedule = Schedule.objects.filter(kind=definition.kind).first()
        if schedule is None:
            return 0
        last = min(last_reportable_day(now, zone) - _DAY, schedule.ordered_until - _DAY)
        days = days_due(
            schedule.rechecked_until, first_day=_first_filed(definition, zone, last), last=last, at_most=at_most
        )
        ordered = 0
        for day in days:
            periods = list(due_periods(day, zone=zone, first_day=first_day, cumulative=definition.cumulative))
            if any(_is_in_progress(definition, period) for period in periods):
                # Part of it may have been read before a late event: it is rechecked once it is filed.
                break
            filings = [filing for period in periods if (filing := _newest_filing(definition, period)) is not None]
            for filing in filings:
                order_recheck(filing, actor=PLATFORM, now=now)
            ordered += len(filings)
            Schedule.objects.filter(kind=definition.kind).update(rechecked_until=day + _DAY)
    return ordered


def _is_in_progress(definition: Definition, period: Period) -> bool:
    orders = ReportOrder.objects.filter(kind=definition.kind, **interval_columns(period), filters={})
    return orders.filter(status__in=(OrderStatus.WAITING, OrderStatus.RUNNING)).exists()


def _first_filed(definition: Definition, zone: DayZone, default: date) -> date:
    filings = StoredFiling.objects.filter(kind=definition.kind, zone=zone.name).order_by("until", "-first")
    return filings.values_list("first", flat=True).first() or default


def _newest_filing(definition: Definition, period: Period) -> StoredFiling | None:
    filings = StoredFiling.objects.filter(kind=definition.kind, **interval_columns(period), filters={})
    return filings.order_by("-revision").first()
