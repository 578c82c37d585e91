"""How far an order and a delivery are."""

import enum


class OrderState(enum.StrEnum):
    """An order's way: waiting, running, and one of three ends."""

    WAITING = "waiting"
    RUNNING = "running"
    FILED = "filed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class DeliveryState(enum.StrEnum):
    """A delivery's way: it waits, and is done or given up."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"
