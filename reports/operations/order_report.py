"""Order a report: one order for each kind, interval, filters and revision.

Source: docs/adr/0021-reports.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from uuid_utils.compat import uuid7

from kernel.instants import from_epoch_ms, rfc3339, to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from reports.catalogue import BY_KIND
from reports.core.day_zone import DayZone
from reports.core.definition import Definition
from reports.core.file_names import filters_digest
from reports.core.period import Period
from reports.core.schedule import GRACE, PLATFORM
from reports.core.statuses import OrderStatus
from reports.models.filings import StoredFiling
from reports.models.orders import ReportOrder
from reports.operations.aggregate_log import cursor_for_update
from reports.operations.enqueue import enqueue_order
from reports.operations.reset_order import reset_order
from reports.queries.day_zones import counted_zone, interval_columns, same_interval, stored_period
from reports.queries.filings import newest_filing
from reports.queries.log_start import first_gaming_day
from reports.queries.outdated_filings import is_filing_outdated

ORDERS_MAX: Final = 50
"""The most unfinished orders of one actor. Every filing is a permanent record in the log."""


class UnknownReport(Refusal):
    """There is no such report."""

    code, kind = "unknown-report", RefusalKind.NOT_FOUND


class PeriodNotOver(Refusal):
    """The interval is not over yet."""

    code, kind = "period-not-over", RefusalKind.CONFLICT


class PeriodBeforeLog(Refusal):
    """The log had not begun yet."""

    code, kind = "period-before-log", RefusalKind.INVALID


class TooManyOrders(Refusal):
    """Too many reports are on their way."""

    code, kind = "too-many-report-orders", RefusalKind.TOO_MANY


class UnknownFilter(Refusal):
    """The report cannot be filtered like this."""

    code, kind = "unknown-report-filter", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRequest:
    """Which report is requested, and by whom."""

    kind: str
    """The report's kind."""

    first: date
    """The first gaming day."""

    until: date
    """The day after the last gaming day."""

    actor: str
    """Who requests it."""

    filters: Mapping[str, str] = field(default_factory=dict)
    """Column to the one value that rows are restricted to."""


def order_report(request: ReportRequest, *, zone: DayZone, now: datetime) -> UUID:
    """Order a report, and return the id of its order, which the filing will also have.

    If the report is already ordered, or filed and not outdated, the existing id is returned. A failed order is retried.

    Raises:
        UnknownReport, UnknownFilter, MalformedPeriod: nothing was ordered.
        RollupsInAnotherZone: nothing was ordered; the zone or the hour of gaming days was changed.
        PeriodNotOver: with `available_from`; nothing was ordered.
        PeriodBeforeLog, TooManyOrders: nothing was ordered.
    """
    return _order_once(request, require_period(request, zone=zone, now=now), now)


def require_period(request: ReportRequest, *, zone: DayZone, now: datetime) -> Period:
    """Return the interval of a request that can be met.

    Raises:
        UnknownReport, UnknownFilter, MalformedPeriod, PeriodNotOver, PeriodBeforeLog: as `order_report` does.
    """
    _require_filterable(require_definition(request.kind), request.filters)
    period = Period(request.first, request.until, zone)
    _require_over(period, now)
    _require_log_began(period)
    return period


def order_revision(filing: StoredFiling, *, actor: str, now: datetime) -> UUID:
    """Order a filing's next revision, if it is outdated, and return the id as `order_report` does.

    The checks of `order_report` are skipped: a clock that was put back, or a filter that has left the catalogue, must
    not prevent a revision.
    """
    request = ReportRequest(
        kind=filing.kind, first=filing.first, until=filing.until, actor=actor, filters=filing.filters
    )
    return _order_once(request, stored_period(filing, counted_zone()), now)


def order_day(kind: str, period: Period, *, actor: str, now: datetime) -> None:
    """Order a report of a gaming day that is over, unless there is one. The clock, which may have been put back, is not asked."""
    _order_once(ReportRequest(kind=kind, first=period.first, until=period.until, actor=actor), period, now)


def is_ordered(kind: str, period: Period) -> bool:
    """Return whether a report of an interval, with all its rows, is filed or ordered."""
    digest = filters_digest({})
    orders = ReportOrder.objects.exclude(status=OrderStatus.CANCELLED).filter(
        kind=kind, **interval_columns(period), filters_digest=digest
    )
    return orders.exists() or newest_filing(kind, period, digest) is not None


def order_recheck(filing: StoredFiling, *, actor: str, now: datetime) -> None:
    """Order a filing to be generated again, and filed as its next revision if a row differs."""
    request = ReportRequest(
        kind=filing.kind, first=filing.first, until=filing.until, actor=actor, filters=filing.filters
    )
    period = stored_period(filing, counted_zone())
    _order(request, period, revision=filing.revision + 1, recheck=True, now=now)


def require_definition(kind: str) -> Definition:
    """Return a report of the catalogue.

    Raises:
        UnknownReport: the catalogue has no report of this kind.
    """
    definition = BY_KIND.get(kind)
    if definition is None:
        raise UnknownReport("Nothing was ordered. The reports are listed at /api/v1/ops/reports/definitions.")
    return definition


def _require_filterable(definition: Definition, filters: Mapping[str, str]) -> None:
    if unknown := sorted(filters.keys() - set(definition.filters)):
        raise UnknownFilter(
            f"Nothing was ordered. {definition.kind} cannot be filtered by {', '.join(unknown)}.",
            known_filters=list(definition.filters),
        )
    # Auditors refuse a `filing` record with an empty filter.
    if empty := sorted(name for name, value in filters.items() if not value):
        raise UnknownFilter(
            f"Nothing was ordered. {', '.join(empty)} needs a value; leave the filter out to get all rows.",
            known_filters=list(definition.filters),
        )


def _require_over(period: Period, now: datetime) -> None:
    available_ms = to_epoch_ms(from_epoch_ms(period.end_ms) + GRACE)
    if to_epoch_ms(now) < available_ms:
        raise PeriodNotOver(
            f"Nothing was ordered. The interval ends {rfc3339(period.end_ms)}, and can be reported on from"
            f" {rfc3339(available_ms)}. Ask for gaming days that are over.",
            available_from=rfc3339(available_ms),
        )


def _require_log_began(period: Period) -> None:
    first_day = first_gaming_day(period.zone)
    # A year to date may begin before the log. An older interval would only cost a read of each of its days.
    if first_day is not None and period.first < first_day.replace(year=first_day.year - 1, month=1, day=1):
        raise PeriodBeforeLog(f"Nothing was ordered. The log began on {first_day}; ask from that day on.")


def _require_few_orders(actor: str) -> None:
    unfinished = ReportOrder.objects.filter(
        requested_by=actor, status__in=(OrderStatus.WAITING, OrderStatus.RUNNING)
    ).count()
    if unfinished >= ORDERS_MAX:
        raise TooManyOrders(
            f"Nothing was ordered. {unfinished} reports that you ordered are on their way; ask again"
            " when some are filed."
        )


def _order_once(request: ReportRequest, period: Period, now: datetime) -> UUID:
    with transaction.atomic():
        # Of two simultaneous requests for a report, the second waits for the first and reads its order.
        cursor_for_update(period.zone)
        newest = newest_filing(request.kind, period, filters_digest(request.filters))
        outdated = newest is not None and is_filing_outdated(newest, BY_KIND.get(newest.kind))
        if newest is not None and not outdated and not _recheck_failed(newest):
            return newest.id
        if newest is None:
            return _order(request, period, revision=1, now=now)
        return _order(request, period, revision=newest.revision + 1, recheck=not outdated, now=now)


def _recheck_failed(filing: StoredFiling) -> bool:
    """Return whether the recheck of a filing has failed."""
    rechecks = ReportOrder.objects.filter(
        kind=filing.kind, **same_interval(filing), filters_digest=filing.filters_digest, revision=filing.revision + 1
    )
    return rechecks.filter(recheck=True, status=OrderStatus.FAILED).exists()


def _order(request: ReportRequest, period: Period, *, revision: int, now: datetime, recheck: bool = False) -> UUID:
    fresh = ReportOrder(
        id=uuid7(),
        kind=request.kind,
        **interval_columns(period),
        filters=dict(request.filters),
        filters_digest=filters_digest(request.filters),
        revision=revision,
        status=OrderStatus.WAITING,
        requested_at=now,
        requested_by=request.actor,
        next_attempt_at=max(now, from_epoch_ms(period.end_ms) + GRACE),
        recheck=recheck,
    )
    same = ReportOrder.objects.exclude(status__in=(OrderStatus.CANCELLED, OrderStatus.UNCHANGED)).filter(
        kind=fresh.kind, **interval_columns(period), filters_digest=fresh.filters_digest, revision=revision
    )
    order = same.first()
    if order is None:
        if request.actor != PLATFORM:
            _require_few_orders(request.actor)
        fresh.save(force_insert=True)
        order = fresh
    elif order.recheck and not recheck:
        # An entry came late before the second reading ended. That is a revision now, which also says if nothing changed.
        ReportOrder.objects.filter(id=order.id).update(recheck=False)
    if order.status == OrderStatus.FAILED:
        # Its pages may be the cause of the failure.
        reset_order(order)
        ReportOrder.objects.filter(id=order.id).update(
            attempts=0, next_attempt_at=fresh.next_attempt_at, delay_reported=False
        )
    enqueue_order(order.id)
    return order.id
