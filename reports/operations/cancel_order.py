"""Cancel an order. A filed report stays filed, and what the schedule asks for is made.

Whoever may cancel a report of the schedule decides alone that the regulator does not get it, such as the one of that day's
adjustments.

Source: docs/reports.md, "From the order to the filing"; regulation F37, F45.
"""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from reports.catalogue import BY_KIND
from reports.core.schedule import due_periods
from reports.core.statuses import OVER, OrderStatus
from reports.models.orders import ReportOrder
from reports.models.rollups import RollupCursor
from reports.operations.reset_order import forget_progress
from reports.queries.day_zones import counted_zone, stored_period
from reports.queries.log_start import first_gaming_day
from reports.queries.orders import OrderNotFound

_DAY: Final = timedelta(days=1)


class OrderOver(Refusal):
    """The order is over."""

    code, kind = "report-order-over", RefusalKind.CONFLICT


class ReportDue(Refusal):
    """The schedule asks for this report."""

    code, kind = "report-due", RefusalKind.CONFLICT


def cancel_order(order_id: UUID, *, actor: str, reason: str, now: datetime) -> None:
    """Cancel an order that is waiting, running or failed. A worker that runs it stops after its page.

    Raises:
        OrderNotFound: nothing was cancelled.
        OrderOver: the order is over; nothing was changed.
        ReportDue: the schedule asks for this report, whoever ordered it; nothing was changed.
    """
    with transaction.atomic():
        order = ReportOrder.objects.select_for_update().filter(id=order_id).first()
        if order is None:
            raise OrderNotFound("Nothing was cancelled. The orders are listed at /api/v1/ops/reports/orders.")
        if order.status in OVER:
            raise OrderOver(f"Nothing was changed. The order is {order.status} already.", order_status=order.status)
        if _is_due(order):
            raise ReportDue(
                "Nothing was changed. The schedule asks for this report, and so it is made. If it failed, repair the cause and"
                " order it again."
            )
        before, order.status = order.status, OrderStatus.CANCELLED
        order.save(update_fields=["status"])
        forget_progress(order_id)
        details = {
            "report": order.kind,
            "first": str(order.first),
            "until": str(order.until),
            "revision": order.revision,
        }
        save_event(
            NewEvent(
                kind="report-cancelled",
                actor=actor,
                reason=reason,
                before={"state": before},
                after={"state": OrderStatus.CANCELLED.value, **details},
            ),
            now=now,
        )


def is_scheduled(order: ReportOrder) -> bool:
    """Return whether the schedule asks for a report of this kind and interval, with all its rows, whoever ordered it."""
    period = stored_period(order, counted_zone())
    definition, first_day = BY_KIND.get(order.kind), first_gaming_day(period.zone)
    last_day = order.until - _DAY
    if definition is None or order.filters or first_day is None or last_day < first_day:
        return False
    due = due_periods(last_day, zone=period.zone, first_day=first_day, cumulative=definition.cumulative)
    return period in due


def _is_due(order: ReportOrder) -> bool:
    """Return whether the schedule waits for an order.

    What was ordered by gaming days of another zone than the roll-ups have can be made no more, and nobody waits for it.
    """
    return is_scheduled(order) and not RollupCursor.objects.exclude(zone=order.zone).exists()
