"""Cancel an order. A filed report stays filed."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from reports.core.statuses import OVER, OrderStatus
from reports.models.orders import OrderPage, ReportOrder
from reports.queries.orders import OrderNotFound


class OrderOver(Refusal):
    """The order is over."""

    code, kind = "report-order-over", RefusalKind.CONFLICT


def cancel_order(order_id: UUID, *, actor: str, reason: str, now: datetime) -> None:
    """Cancel an order that is waiting, running or failed. A worker that runs it stops after its page.

    Raises:
        OrderNotFound: nothing was cancelled.
        OrderOver: the order is over; nothing was changed.
    """
    with transaction.atomic():
        order = ReportOrder.objects.select_for_update().filter(id=order_id).first()
        if order is None:
            raise OrderNotFound("Nothing was cancelled. The orders are listed at /api/v1/ops/reports/orders.")
        if order.status in OVER:
            raise OrderOver(f"Nothing was changed. The order is {order.status} already.", order_status=order.status)
        before, order.status = order.status, OrderStatus.CANCELLED
        order.save(update_fields=["status"])
        OrderPage.objects.filter(order_id=order_id).delete()
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
