"""Read the orders of reports."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from kernel.refusals import Refusal, RefusalKind
from reports.core.period import Period
from reports.models.orders import ReportOrder
from reports.queries.day_zones import counted_zone, stored_period


class OrderNotFound(Refusal):
    """There is no such order of a report."""

    code, kind = "report-order-not-found", RefusalKind.NOT_FOUND


class OrderRow(NamedTuple):
    """An order and its progress."""

    id: UUID
    """The order's id, which the filed report will have."""

    kind: str
    """The report's kind."""

    first: date
    """The first gaming day."""

    until: date
    """The day after the last gaming day."""

    zone: str
    """The time zone of the gaming days."""

    starts: str
    """The hour at which they begin there, as `Period.starts` has it."""

    filters: Mapping[str, str]
    """Column to the one value that rows are restricted to."""

    revision: int
    """1 for the first filing of the interval, then counting up."""

    status: str
    """An `OrderStatus`."""

    requested_at: datetime
    """When the report was ordered."""

    requested_by: str
    """The actor who ordered it."""

    next_attempt_at: datetime
    """No worker begins before this instant."""

    attempts: int
    """How many attempts failed."""

    problem: str
    """Why the last attempt failed, or what the order waits for."""

    pages: int
    """How many pages of rows are stored."""

    rows: int
    """How many rows these have."""


def get_order(order_id: UUID) -> OrderRow:
    """Return an order.

    Raises:
        OrderNotFound: no order has this id.
    """
    row = ReportOrder.objects.filter(id=order_id).values_list(*OrderRow._fields).first()
    if row is None:
        raise OrderNotFound("Nothing was done. The orders are listed at /api/v1/ops/reports/orders.")
    return OrderRow(*row)


def list_orders(*, status: str | None, before: UUID | None, limit: int) -> list[OrderRow]:
    """Return up to `limit` orders below the id `before`, the newest first; of one status, or of any."""
    rows = ReportOrder.objects.all() if status is None else ReportOrder.objects.filter(status=status)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return [OrderRow(*row) for row in rows.order_by("-id").values_list(*OrderRow._fields)[:limit]]


def period_of(order: ReportOrder) -> Period:
    """Return the interval of an order."""
    return stored_period(order, counted_zone())
