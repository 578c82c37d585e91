"""What reports are behind with: entries that are not folded, orders and deliveries that failed or are late."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from audit.queries.log import frontier
from audit.queries.record_documents import documents_cte, logged_cte
from kernel.cte import with_statement
from kernel.instants import from_epoch_ms
from reports.core.schedule import LATE_AFTER, PLATFORM
from reports.core.states import DeliveryState, OrderState
from reports.models import Cursor, Delivery, Order, StoredFiling
from reports.operations.compose import period_of

_UNFILED = (OrderState.WAITING, OrderState.RUNNING, OrderState.FAILED)
_UNDELIVERED = (DeliveryState.WAITING, DeliveryState.FAILED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """How far the roll-ups are: `size` of `log_size` entries, by the days of `zone` (None before the first fold).

    `waiting_since` is the instant of the first entry that is not in them, None where all are.
    """

    size: int
    log_size: int
    zone: str | None
    waiting_since: datetime | None


def folded() -> Folded:
    """Return how far the roll-ups are; costs the same however long the log is."""
    cursor = Cursor.objects.filter(id=1).first()
    size, log_size = 0 if cursor is None else cursor.size, frontier().size
    return Folded(
        size=size,
        log_size=log_size,
        zone=None if cursor is None else cursor.zone,
        waiting_since=_written_at(size) if size < log_size else None,
    )


def failed_orders() -> list[Order]:
    """Return the orders that were tried eight times and given up, the newest last."""
    return list(Order.objects.filter(state=OrderState.FAILED).order_by("id"))


def late_orders(now: datetime) -> list[Order]:
    """Return the reports that are not filed hours after they were due, the oldest order first."""
    orders = Order.objects.filter(state__in=_UNFILED).order_by("id")
    return [order for order in orders if _due_at(order) + LATE_AFTER < now]


def failed_deliveries() -> list[Delivery]:
    """Return the deliveries that were given up."""
    return list(Delivery.objects.filter(state=DeliveryState.FAILED).order_by("filing", "place"))


def late_deliveries(now: datetime) -> list[Delivery]:
    """Return the deliveries that are not done, given up ones among them, hours after the report was filed."""
    undelivered = Delivery.objects.filter(state__in=_UNDELIVERED).order_by("filing", "place")
    filed = dict(StoredFiling.objects.filter(id__in=[one.filing for one in undelivered]).values_list("id", "filed_at"))
    return [one for one in undelivered if filed[one.filing] + LATE_AFTER < now]


def _due_at(order: Order) -> datetime:
    # A revision is due once something came late, however long ago its interval was over; so is what somebody asked for.
    scheduled = order.requested_by == PLATFORM and order.revision == 1
    return from_epoch_ms(period_of(order).end_ms) if scheduled else order.requested_at


def _written_at(index: int) -> datetime:
    entry = [logged_cte(index, index + 1), documents_cte("logged")]
    with connection.cursor() as cursor:
        cursor.execute(*with_statement(entry, answer="SELECT (document ->> 'time')::bigint FROM documents"))
        return from_epoch_ms(cursor.fetchone()[0])
