"""Read what is undone: entries that are not aggregated, and reports that are not where they should be by now."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from django.db import connection
from django.db.models import Exists, OuterRef

from audit.queries.log import frontier
from audit.queries.record_documents import documents_cte, logged_cte
from kernel.cte import with_statement
from kernel.instants import from_epoch_ms
from reports.core.day_zone import DayZone, read_day_zone
from reports.core.schedule import LATE_AFTER, ORDERED_WITHIN, PLATFORM, last_reportable_day
from reports.core.statuses import DeliveryStatus, OrderStatus
from reports.models.filings import Delivery, StoredFiling
from reports.models.orders import ReportOrder, Schedule
from reports.models.rollups import RollupCursor
from reports.queries.log_start import first_gaming_day
from reports.queries.orders import period_of

_UNFILED = (OrderStatus.WAITING, OrderStatus.RUNNING, OrderStatus.FAILED)
_UNDELIVERED = (DeliveryStatus.WAITING, DeliveryStatus.FAILED)


@dataclass(frozen=True, slots=True, kw_only=True)
class RollupProgress:
    """How far the log is aggregated into the roll-ups."""

    covered_size: int
    """How many entries the roll-ups include."""

    log_size: int
    """How many entries the log has."""

    zone: DayZone | None
    """The roll-ups' gaming days; None before the first aggregation."""

    behind_since: datetime | None
    """The instant of the first entry that is not included; None if all are."""


def rollup_progress() -> RollupProgress:
    """Return how far the roll-ups have come, at a cost that does not grow with the log."""
    cursor = RollupCursor.objects.filter(id=1).first()
    covered_size, log_size = 0 if cursor is None else cursor.log_size, frontier().size
    return RollupProgress(
        covered_size=covered_size,
        log_size=log_size,
        zone=None if cursor is None else read_day_zone(cursor.zone, cursor.starts),
        behind_since=_recorded_at(covered_size) if covered_size < log_size else None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnorderedReport:
    """A scheduled report that is due, and that the scheduler has not ordered."""

    kind: str
    since: date
    """The first gaming day that was not ordered."""


def unordered_reports(kinds: Collection[str], zone: DayZone, *, now: datetime) -> list[UnorderedReport]:
    """Return the reports of these kinds that were not ordered `ORDERED_WITHIN` they were due, in their order."""
    first_day = first_gaming_day(zone)
    if first_day is None:
        return []
    last_day = last_reportable_day(now - ORDERED_WITHIN, zone)
    ordered = dict(Schedule.objects.values_list("kind", "ordered_until"))
    due_from = {kind: ordered.get(kind) or first_day for kind in kinds}
    return [UnorderedReport(kind=kind, since=day) for kind, day in due_from.items() if day <= last_day]


def undirected_filings(
    kinds: Collection[str], *, filed_before: datetime, limit: int | None = None
) -> list[StoredFiling]:
    """Return the filings of these kinds from before an instant that go to no destination, the oldest first, up to `limit`."""
    somewhere = Delivery.objects.filter(filing=OuterRef("id"))
    filings = StoredFiling.objects.filter(~Exists(somewhere), kind__in=kinds, filed_at__lt=filed_before)
    return list(filings.order_by("id")[:limit])


def was_ever_delivered() -> bool:
    """Return whether any report was ever sent to a destination, or waits to be."""
    return Delivery.objects.exists()


def failed_orders() -> list[ReportOrder]:
    """Return the orders that failed for good, the newest last."""
    return list(ReportOrder.objects.filter(status=OrderStatus.FAILED).order_by("id"))


def late_orders(now: datetime) -> list[ReportOrder]:
    """Return the orders that are not filed `LATE_AFTER` they were due, the oldest first."""
    orders = ReportOrder.objects.filter(status__in=_UNFILED).order_by("id")
    return [order for order in orders if _due_at(order) + LATE_AFTER < now]


def failed_deliveries() -> list[Delivery]:
    """Return the deliveries that failed for good."""
    return list(Delivery.objects.filter(status=DeliveryStatus.FAILED).order_by("filing", "destination"))


def late_deliveries(now: datetime) -> list[Delivery]:
    """Return the deliveries, failed ones included, that are not done `LATE_AFTER` the report was filed."""
    undelivered = Delivery.objects.filter(status__in=_UNDELIVERED).order_by("filing", "destination")
    filed = dict(StoredFiling.objects.filter(id__in=[row.filing for row in undelivered]).values_list("id", "filed_at"))
    return [delivery for delivery in undelivered if filed[delivery.filing] + LATE_AFTER < now]


def _due_at(order: ReportOrder) -> datetime:
    # A revision is due when a late entry came, however old its interval is. So is a report that a person ordered.
    scheduled = order.requested_by == PLATFORM and order.revision == 1
    return from_epoch_ms(period_of(order).end_ms) if scheduled else order.requested_at


def _recorded_at(index: int) -> datetime:
    entry = [logged_cte(index, index + 1), documents_cte("logged")]
    with connection.cursor() as cursor:
        cursor.execute(*with_statement(entry, answer="SELECT (document ->> 'time')::bigint FROM documents"))
        return from_epoch_ms(cursor.fetchone()[0])
