"""The statuses of an order and of a delivery."""

import enum
from typing import Final


class OrderStatus(enum.StrEnum):
    """The status of an order; `filed`, `unchanged` and `cancelled` are final, and a failed order can be ordered again."""

    WAITING = "waiting"
    """It was not begun, or waits for its next attempt."""

    RUNNING = "running"
    """Its pages are being read."""

    FILED = "filed"
    """The report is filed."""

    UNCHANGED = "unchanged"
    """Nothing was filed: the report has the rows of the revision before."""

    FAILED = "failed"
    """The last attempt failed, and there will be no other by itself."""

    CANCELLED = "cancelled"
    """An operator took it back."""


OVER: Final = frozenset({OrderStatus.FILED, OrderStatus.UNCHANGED, OrderStatus.CANCELLED})
"""The statuses that are final."""


class DeliveryStatus(enum.StrEnum):
    """The status of a delivery; an operator can retry a failed one."""

    WAITING = "waiting"
    """It waits for its next attempt."""

    DELIVERED = "delivered"
    """The destination gave a receipt."""

    FAILED = "failed"
    """There will be no other attempt by itself."""
