"""Delete an order's pages and reset it to waiting."""

from django.db import transaction

from reports.core.statuses import OrderStatus
from reports.models.orders import OrderPage, ReportOrder


def reset_order(order: ReportOrder) -> None:
    """Delete an order's pages and reset its row, unless it was cancelled meanwhile; and reset `order` itself."""
    initial = {"definition": None, "parameters": None, "log_size": None, "generated_ms": None, "pages": 0, "rows": 0}
    with transaction.atomic():
        OrderPage.objects.filter(order_id=order.id).delete()
        ReportOrder.objects.filter(id=order.id).exclude(status=OrderStatus.CANCELLED).update(
            status=OrderStatus.WAITING, **initial
        )
    order.status = OrderStatus.WAITING
    for name, value in initial.items():
        setattr(order, name, value)
