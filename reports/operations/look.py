"""Looking at what is to be done: what is due, what is out of date, what waits, and what is late.

Beat calls it every half minute. It decides from the tables alone, so that it makes no difference how long nobody looked.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Q

from audit.operations.save_event import NewEvent, save_event
from reports.arrears import late_deliveries, late_orders
from reports.catalogue import CATALOGUE
from reports.core.definition import Definition
from reports.core.schedule import LATE_AFTER, PLATFORM, days_due, due_with, last_over
from reports.core.states import DeliveryState, OrderState
from reports.late_entries import rests_on
from reports.measures import days_with_entries_from
from reports.models import Cursor, Delivery, Order, Schedule, StoredFiling
from reports.operations.fold import fold, hold_cursor
from reports.operations.opening import opening_day
from reports.operations.order import Ask, order_report, order_revision
from reports.operations.recheck import order_rechecks
from reports.operations.send import send_delivery, send_order

# Enough for a month's end; after a long pause the rest comes with the next looks.
_DAYS_AT_ONCE: Final = 5
_SENT_AT_ONCE: Final = 50
_NAMED_MAX: Final = 20
_LATE: Final = f"not there {LATE_AFTER // timedelta(hours=1)} hours after it was due"

_log = structlog.get_logger("reports.look")


def look(zone: str, *, now: datetime) -> None:
    """Fold the log, order what is due and what came to be out of date, and hand out what waits."""
    fold(zone)
    order_due(zone, now=now)
    order_revisions(zone, now=now)
    order_rechecks(zone, now=now, at_most=_DAYS_AT_ONCE)
    _hand_out(now)
    note_late(now)


def order_due(zone: str, *, now: datetime) -> int:
    """Order every report of the gaming days that are over, oldest first, some days at a time; return how many orders."""
    opened = opening_day(zone)
    if opened is None:
        return 0
    return sum(_order_due(definition, opened, zone, now) for definition in CATALOGUE)


def order_revisions(zone: str, *, now: datetime) -> int:
    """Order the next revision of each filing that an entry came too late for; return how many there were."""
    with transaction.atomic():
        cursor = hold_cursor(zone)
        outdated = list(_outdated(zone, since=cursor.revised))
        for filing in outdated:
            order_revision(filing, by=PLATFORM, now=now)
        Cursor.objects.filter(id=1).update(revised=cursor.size)
    return len(outdated)


def note_late(now: datetime) -> int:
    """Note, in one event, the scheduled reports and the deliveries that have become late; return how many there are."""
    with transaction.atomic():
        # Of two looks at once, the second waits here and finds what the first has noted.
        Cursor.objects.select_for_update().filter(id=1).first()
        late = [order for order in late_orders(now) if not order.late_noted]
        waiting = [delivery for delivery in late_deliveries(now) if not delivery.late_noted]
        if not late and not waiting:
            return 0
        Order.objects.filter(id__in=[order.id for order in late]).update(late_noted=True)
        for delivery in waiting:
            Delivery.objects.filter(pk=delivery.pk).update(late_noted=True)
        told = {
            "reports": [f"{order.kind} {order.first} until {order.until}" for order in late[:_NAMED_MAX]],
            "deliveries": [f"{one.filing.hex} to {one.place}" for one in waiting[:_NAMED_MAX]],
            "late_reports": len(late),
            "late_deliveries": len(waiting),
        }
        save_event(NewEvent(kind="report-late", actor=PLATFORM, reason=_LATE, after=told), now=now)
    _log.error("report-late", **told)
    return len(late) + len(waiting)


def _order_due(definition: Definition, opened: date, zone: str, now: datetime) -> int:
    with transaction.atomic():
        hold_cursor(zone)
        kind = definition.kind
        known = Schedule.objects.filter(kind=kind).first()
        through = None if known is None else known.through
        days = days_due(through, opened=opened, last=last_over(now, zone), at_most=_DAYS_AT_ONCE)
        periods = [
            period for day in days for period in due_with(day, zone=zone, opened=opened, to_date=definition.to_date)
        ]
        for period in periods:
            order_report(Ask(kind=kind, first=period.first, until=period.until, by=PLATFORM), zone=zone, now=now)
        if days:
            Schedule.objects.update_or_create(kind=kind, defaults={"through": days[-1] + timedelta(days=1)})
    return len(periods)


def _outdated(zone: str, *, since: int) -> Iterator[StoredFiling]:
    """Yield the newest revisions that a day rests on into which an entry from this place of the log on was folded."""
    seen = set()
    for day, last_index in days_with_entries_from(since):
        resting = StoredFiling.objects.filter(until__gt=day, zone=zone, log_size__lte=last_index)
        for filing in resting.order_by("-revision"):
            key = (filing.kind, filing.first, filing.until, filing.filters_digest)
            if key not in seen and rests_on(filing, day) and _is_newest(filing):
                seen.add(key)
                yield filing


def _is_newest(filing: StoredFiling) -> bool:
    same = StoredFiling.objects.filter(
        kind=filing.kind,
        first=filing.first,
        until=filing.until,
        zone=filing.zone,
        filters_digest=filing.filters_digest,
    )
    return not same.filter(revision__gt=filing.revision).exists()


def _hand_out(now: datetime) -> None:
    orders = Order.objects.filter(Q(state=OrderState.WAITING, not_before__lte=now) | Q(state=OrderState.RUNNING))
    for order_id in orders.order_by("id").values_list("id", flat=True)[:_SENT_AT_ONCE]:
        send_order(order_id)
    deliveries = Delivery.objects.filter(state=DeliveryState.WAITING, not_before__lte=now)
    for filing_id, place in deliveries.order_by("not_before").values_list("filing", "place")[:_SENT_AT_ONCE]:
        send_delivery(filing_id, place)
