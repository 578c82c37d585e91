"""Taking an order back. What was filed stays filed."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from reports.core.states import OrderState
from reports.models import Order, OrderPage


class OrderNotFound(Refusal):
    """There is no such order of a report."""

    code, kind = "report-order-not-found", RefusalKind.NOT_FOUND


class OrderOver(Refusal):
    """The order is over."""

    code, kind = "report-order-over", RefusalKind.CONFLICT


def cancel(order_id: UUID, *, by: str, reason: str, now: datetime) -> None:
    """Cancel an order that waits, runs or failed; a worker that is at it stops after its page.

    Raises:
        OrderNotFound: nothing was cancelled.
        OrderOver: it is filed, or was cancelled before; nothing was changed.
    """
    with transaction.atomic():
        order = Order.objects.select_for_update().filter(id=order_id).first()
        if order is None:
            raise OrderNotFound("Nothing was cancelled. The orders are listed at /api/v1/ops/reports/orders.")
        if order.state in {OrderState.FILED, OrderState.CANCELLED}:
            raise OrderOver(f"Nothing was changed. The order is {order.state} already.", state=order.state)
        before, order.state = order.state, OrderState.CANCELLED
        order.save()
        OrderPage.objects.filter(order_id=order_id).delete()
        told = {"report": order.kind, "first": str(order.first), "until": str(order.until), "revision": order.revision}
        save_event(
            NewEvent(
                kind="report-cancelled",
                actor=by,
                reason=reason,
                before={"state": before},
                after={"state": OrderState.CANCELLED.value, **told},
            ),
            now=now,
        )
