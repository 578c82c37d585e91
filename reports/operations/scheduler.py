"""One tick of the scheduler: order what is due and what is outdated, enqueue work, report delays.

Beat runs a tick twice a minute. A tick decides from the tables alone, so missed ticks make no difference.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q

from audit.operations.save_event import NewEvent, save_event
from reports.catalogue import BY_KIND, CATALOGUE
from reports.core.day_zone import DayZone
from reports.core.definition import Definition
from reports.core.period import Period
from reports.core.schedule import LATE_AFTER, PLATFORM, days_due, due_periods, last_reportable_day
from reports.core.statuses import DeliveryStatus, OrderStatus
from reports.delivery.destinations import Destination
from reports.models.filings import Delivery, StoredFiling
from reports.models.orders import ReportOrder, Schedule
from reports.models.rollups import RollupCursor
from reports.operations.advisory_lock import locked_subjects
from reports.operations.aggregate_log import cursor_for_update, update_rollups, wait_for_other_ticks
from reports.operations.direct import direct_filings
from reports.operations.enqueue import enqueue_delivery, enqueue_order
from reports.operations.notice_undirected import notice_undirected
from reports.operations.order_report import ReportRequest, is_ordered, order_day, order_report, order_revision
from reports.operations.recheck import order_rechecks
from reports.operations.watch_drift import watch_drift
from reports.queries.backlog import late_deliveries, late_orders
from reports.queries.day_zones import same_interval
from reports.queries.log_start import first_gaming_day
from reports.queries.outdated_filings import covers_day, late_days

# Enough for the end of a month; after a long pause the next ticks order the rest.
_DAYS_PER_TICK: Final = 5
_ENQUEUED_PER_TICK: Final = 50
_DIRECTED_PER_TICK: Final = 500
_NAMED_MAX: Final = 20
_LATE: Final = f"not there {LATE_AFTER // timedelta(hours=1)} hours after it was due"

_log = structlog.get_logger("reports.scheduler")


def run_tick(zone: DayZone, *, now: datetime, destinations: Callable[[], Sequence[Destination]] = tuple) -> None:
    """Update roll-ups, watch the returns in them, order due and outdated reports, enqueue work, report delays.

    What was filed while no destination took it is then given to those that do, or told of. They are asked for last: a file of them
    that is invalid stops nothing else.
    """
    update_rollups(zone)
    watch_drift(zone, now=now)
    order_due_reports(zone, now=now)
    order_revisions(zone, now=now)
    order_rechecks(zone, now=now, at_most=_DAYS_PER_TICK)
    _enqueue_work(now)
    save_delays(now)
    configured = destinations()
    direct_filings(destinations=configured, actor=PLATFORM, now=now, at_most=_DIRECTED_PER_TICK)
    notice_undirected(destinations=configured, now=now)


def order_due_reports(zone: DayZone, *, now: datetime) -> int:
    """Order every report of the next gaming days that are over, the oldest first; return how many orders."""
    first_day = first_gaming_day(zone)
    if first_day is None:
        return 0
    return sum(_order_due_reports(definition, first_day, zone, now) for definition in CATALOGUE)


def order_revisions(zone: DayZone, *, now: datetime) -> int:
    """Order the next revision of each outdated filing; return how many there were.

    What came late for a day that was reported on by the days of another zone, which nobody revises, is reported by its own day.
    """
    with transaction.atomic():
        cursor = cursor_for_update(zone)
        outdated = list(_outdated_filings(zone, from_index=cursor.revised_log_size))
        for filing in outdated:
            order_revision(filing, actor=PLATFORM, now=now)
        for kind, period in list(_days_without_report(zone, from_index=cursor.revised_log_size)):
            order_day(kind, period, actor=PLATFORM, now=now)
        RollupCursor.objects.filter(id=1).update(revised_log_size=cursor.log_size)
    return len(outdated)


def save_delays(now: datetime) -> int:
    """Save one event about the reports and deliveries that have become late; return how many there are."""
    with transaction.atomic():
        wait_for_other_ticks()
        orders = [order for order in late_orders(now) if not order.delay_reported]
        deliveries = [delivery for delivery in late_deliveries(now) if not delivery.delay_reported]
        if not orders and not deliveries:
            return 0
        ReportOrder.objects.filter(id__in=[order.id for order in orders]).update(delay_reported=True)
        for delivery in deliveries:
            Delivery.objects.filter(pk=delivery.pk).update(delay_reported=True)
        details = {
            "reports": [f"{order.kind} {order.first} until {order.until}" for order in orders[:_NAMED_MAX]],
            "deliveries": [f"{each.filing.hex} to {each.destination}" for each in deliveries[:_NAMED_MAX]],
            "late_reports": len(orders),
            "late_deliveries": len(deliveries),
        }
        save_event(NewEvent(kind="report-late", actor=PLATFORM, reason=_LATE, after=details), now=now)
    _log.error("report-late", **details)
    return len(orders) + len(deliveries)


def _order_due_reports(definition: Definition, first_day: date, zone: DayZone, now: datetime) -> int:
    with transaction.atomic():
        cursor_for_update(zone)
        kind = definition.kind
        schedule = Schedule.objects.filter(kind=kind).first()
        ordered_until = None if schedule is None else schedule.ordered_until
        days = days_due(ordered_until, first_day=first_day, last=last_reportable_day(now, zone), at_most=_DAYS_PER_TICK)
        periods = [
            period
            for day in days
            for period in due_periods(day, zone=zone, first_day=first_day, cumulative=definition.cumulative)
        ]
        for period in periods:
            request = ReportRequest(kind=kind, first=period.first, until=period.until, actor=PLATFORM)
            order_report(request, zone=zone, now=now)
        if days:
            Schedule.objects.update_or_create(kind=kind, defaults={"ordered_until": days[-1] + timedelta(days=1)})
    return len(periods)


def _outdated_filings(zone: DayZone, *, from_index: int) -> Iterator[StoredFiling]:
    """Yield the newest revisions that cover a day with a log entry at or above `from_index` that came too late."""
    seen = set()
    for late in late_days(from_index, zone):
        filings = StoredFiling.objects.filter(until__gt=late.day, zone=zone.name, log_size__lte=late.last_index)
        for filing in filings.order_by("-revision"):
            key = (filing.kind, filing.first, filing.until, filing.filters_digest)
            if (
                key not in seen
                # By other hours of the same zone nothing is counted any more.
                and filing.starts == zone.text_of(filing.first, filing.until)
                and covers_day(filing, late, BY_KIND.get(filing.kind))
                and _is_newest(filing)
            ):
                seen.add(key)
                yield filing


def _days_without_report(zone: DayZone, *, from_index: int) -> Iterator[tuple[str, Period]]:
    """Yield each day before the schedule's next with an entry at or above `from_index`, and the kind that has no report of it."""
    ordered_until = dict(Schedule.objects.values_list("kind", "ordered_until"))
    days = [late.day for late in late_days(from_index, zone) if not late.of_rules]
    for definition in CATALOGUE:
        for day in days:
            period = Period(day, day + timedelta(days=1), zone)
            if (
                definition.from_log
                and day < ordered_until.get(definition.kind, day)
                and not is_ordered(definition.kind, period)
            ):
                yield definition.kind, period


def _is_newest(filing: StoredFiling) -> bool:
    revisions = StoredFiling.objects.filter(
        kind=filing.kind, **same_interval(filing), filters_digest=filing.filters_digest
    )
    return not revisions.filter(revision__gt=filing.revision).exists()


def _enqueue_work(now: datetime) -> None:
    """Enqueue the oldest work that nobody is at. What waits in a queue already is not sent again (`enqueue`)."""
    orders = ReportOrder.objects.filter(
        Q(status=OrderStatus.WAITING, next_attempt_at__lte=now) | Q(status=OrderStatus.RUNNING)
    )
    order_ids = list(orders.order_by("id").values_list("id", flat=True)[:_ENQUEUED_PER_TICK])
    begun = locked_subjects("order", order_ids)
    for order_id in order_ids:
        if order_id not in begun:
            enqueue_order(order_id)
    deliveries = Delivery.objects.filter(status=DeliveryStatus.WAITING, next_attempt_at__lte=now)
    rows = list(deliveries.order_by("next_attempt_at").values_list("filing", "destination")[:_ENQUEUED_PER_TICK])
    begun = locked_subjects("delivery", [filing_id for filing_id, _ in rows])
    for filing_id, destination in rows:
        if filing_id not in begun:
            enqueue_delivery(filing_id, destination)
