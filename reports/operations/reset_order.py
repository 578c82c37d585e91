"""Delete what workers stored of an order's report, and reset the order to waiting."""

from uuid import UUID

from django.db import transaction

from reports.core.statuses import OrderStatus
from reports.models.orders import OrderFile, OrderPage, ReportOrder


def reset_order(order: ReportOrder) -> None:
    """Delete what is stored of a report, reset its order's row unless it was cancelled meanwhile, and reset `order` itself."""
    initial = {"definition": None, "parameters": None, "log_size": None, "generated_ms": None, "pages": 0, "rows": 0}
    with transaction.atomic():
        forget_progress(order.id)
        ReportOrder.objects.filter(id=order.id).exclude(status=OrderStatus.CANCELLED).update(
            status=OrderStatus.WAITING, **initial
        )
    order.status = OrderStatus.WAITING
    for name, value in initial.items():
        setattr(order, name, value)


def forget_progress(order_id: UUID) -> None:
    """Delete an order's pages, and what is noted of files in the object store. The objects stay."""
    OrderPage.objects.filter(order_id=order_id).delete()
    OrderFile.objects.filter(order_id=order_id).delete()
