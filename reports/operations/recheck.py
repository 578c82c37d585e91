"""Reading again what no log tells: reports of events, sessions and the like, a day after they were filed.

An event bears the instant at which it was decided, and may be committed after its day was filed. Of the log's entries
an index tells which came late; of these nothing does, so that they are read once more, and what differs is filed as a
revision.
"""

import json
from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction

from reports.catalogue import CATALOGUE
from reports.core.definition import Definition, Report
from reports.core.document import document
from reports.core.period import Period
from reports.core.schedule import PLATFORM, days_due, due_with, last_over
from reports.core.states import OrderState
from reports.formats.json_file import FORMAT as JSON
from reports.models import FiledFile, Order, OrderPage, Schedule, StoredFiling
from reports.operations.fold import hold_cursor
from reports.operations.opening import opening_day
from reports.operations.order import order_again

_DAY: Final = timedelta(days=1)


def order_rechecks(zone: str, *, now: datetime, at_most: int) -> int:
    """Order what was filed of the gaming days before the last one, some days at a time; return how many orders."""
    opened = opening_day(zone)
    if opened is None:
        return 0
    return sum(_order(definition, opened, zone, now, at_most) for definition in CATALOGUE if not definition.from_log)


def says_the_same(order: Order, report: Report) -> bool:
    """Tell whether a report has the rows of the revision before it."""
    before = StoredFiling.objects.filter(
        kind=order.kind,
        first=order.first,
        until=order.until,
        zone=order.zone,
        filters_digest=order.filters_digest,
        revision=order.revision - 1,
    ).get()
    filed = FiledFile.objects.get(filing=before.id, format=JSON.name)
    told: object = json.loads(bytes(filed.content))["rows"]
    return bool(told == json.loads(json.dumps(document(report)["rows"])))


def drop(order: Order) -> None:
    """Forget an order that came to nothing new."""
    with transaction.atomic():
        OrderPage.objects.filter(order_id=order.id).delete()
        Order.objects.filter(id=order.id).delete()


def _order(definition: Definition, opened: date, zone: str, now: datetime, at_most: int) -> int:
    with transaction.atomic():
        hold_cursor(zone)
        schedule = Schedule.objects.filter(kind=definition.kind).first()
        if schedule is None:
            return 0
        until = min(last_over(now, zone) - _DAY, schedule.through - _DAY)
        days = days_due(schedule.rechecked, opened=_first_filed(definition, zone, until), last=until, at_most=at_most)
        ordered = 0
        for day in days:
            periods = list(due_with(day, zone=zone, opened=opened, to_date=definition.to_date))
            if any(_under_way(definition, period) for period in periods):
                # It may have been read in part before something came: it is looked at again once it is filed.
                break
            filed = [filing for period in periods if (filing := _newest(definition, period)) is not None]
            for filing in filed:
                order_again(filing, by=PLATFORM, now=now)
            ordered += len(filed)
            Schedule.objects.filter(kind=definition.kind).update(rechecked=day + _DAY)
    return ordered


def _under_way(definition: Definition, period: Period) -> bool:
    orders = Order.objects.filter(
        kind=definition.kind, first=period.first, until=period.until, zone=period.zone, filters={}
    )
    return orders.filter(state__in=(OrderState.WAITING, OrderState.RUNNING)).exists()


def _first_filed(definition: Definition, zone: str, otherwise: date) -> date:
    filed = StoredFiling.objects.filter(kind=definition.kind, zone=zone).order_by("until", "-first")
    return filed.values_list("first", flat=True).first() or otherwise


def _newest(definition: Definition, period: Period) -> StoredFiling | None:
    filed = StoredFiling.objects.filter(
        kind=definition.kind, first=period.first, until=period.until, zone=period.zone, filters={}
    )
    return filed.order_by("-revision").first()
