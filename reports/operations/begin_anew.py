"""Throwing away what was made of an order, so that the next worker begins it anew."""

from django.db import transaction

from reports.core.states import OrderState
from reports.models import Order, OrderPage


def begin_anew(order: Order) -> None:
    """Forget the pages of an order and what it covers, unless it was cancelled meanwhile; and of the order at hand."""
    nothing = {"definition": None, "parameters": None, "log_size": None, "generated_ms": None, "pages": 0, "rows": 0}
    with transaction.atomic():
        OrderPage.objects.filter(order_id=order.id).delete()
        Order.objects.filter(id=order.id).exclude(state=OrderState.CANCELLED).update(
            state=OrderState.WAITING, **nothing
        )
    order.state = OrderState.WAITING
    for name, value in nothing.items():
        setattr(order, name, value)
