"""Generate a report: read its pages one by one, then write its files and file them.

| a crash | leaves |
|---|---|
| before a page is stored | the pages before it; the next worker reads the same page again |
| after the last page | all pages, perhaps files in the store; the next worker makes the others from them |
| within the filing | no filing: record, files, deliveries and the order's status are one transaction |

Source: docs/adr/0021-reports.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.replica import read_lagging
from kernel.instants import to_epoch_ms
from kernel.retries import retry_delay
from reports.catalogue import BY_KIND
from reports.core.definition import FIRST_PAGE, Definition
from reports.core.statuses import OrderStatus
from reports.issuer import Issuer
from reports.kept_file import FileStoreAway
from reports.models.orders import OrderPage, ReportOrder
from reports.operations.advisory_lock import advisory_lock
from reports.operations.aggregate_log import covered_size
from reports.operations.compose import compose_report, scope_of
from reports.operations.file_report import file_report
from reports.operations.reset_order import reset_order
from reports.operations.revise import compare_with_before, leave_unfiled
from reports.queries.orders import period_of
from reports.queries.outdated_filings import is_outdated
from responsible_gaming.core.jurisdiction import Jurisdiction

ATTEMPTS_MAX: Final = 8
_UNSETTLED_DELAY: Final = timedelta(seconds=10)
_STORE_DELAY: Final = timedelta(minutes=5)
_PROBLEM_MAX: Final = 500

_log = structlog.get_logger("reports.generate")


class WorkersLost(Exception):  # noqa: N818  named for what it says
    """Every worker that took the order was killed."""


def generate_report(
    order_id: UUID,
    *,
    issuer: Issuer,
    jurisdiction: Jurisdiction,
    clock: Callable[[], datetime],
    should_continue: Callable[[], bool] = lambda: True,
) -> bool:
    """Generate and file a report; return whether a worker must soon continue with the order.

    Does nothing while another worker has the order, or before its next attempt is due. Between pages, and between files
    that go into the object store, the function asks `should_continue`. A defect is stored with the order, which is
    retried later: eight attempts in all. While the object store is away, it is retried without end. The `clock` is read
    at the beginning and again when the filing is written: minutes may pass, and a record must reach the log within seconds.
    """
    with advisory_lock("order", order_id) as acquired:
        if not acquired:
            return False
        order = ReportOrder.objects.filter(id=order_id).first()
        # The row is gone if a recheck found no difference.
        if (
            order is None
            or order.status not in {OrderStatus.WAITING, OrderStatus.RUNNING}
            or clock() < order.next_attempt_at
        ):
            return False
        failed, unfinished = order.attempts, False
        try:
            _count_attempt(order)
            unfinished = not _advance(order, issuer, jurisdiction, clock, should_continue)
        except FileStoreAway as away:
            # Nothing is wrong with the report: it is filed when the store is back, however long that takes.
            _log.warning("report-store-away", order=order_id.hex, kind=order.kind, reason=str(away))
            _postpone(order, _words(away), clock() + _STORE_DELAY)
        except Exception as defect:  # noqa: BLE001  stored with the order, which is retried; the log has all of it
            _log.exception("report-failed", order=order_id.hex, kind=order.kind)
            _save_failure(order_id, defect, clock())
            return False
        _update(order, attempts=failed)
        return unfinished


def _count_attempt(order: ReportOrder) -> None:
    """Count an attempt before it begins, so that an order that kills its workers is not retried for ever.

    Raises:
        WorkersLost: all attempts are used up.
    """
    if order.attempts >= ATTEMPTS_MAX:
        raise WorkersLost("The workers that took it were killed. Each had more to do than its memory or time allowed.")
    _update(order, attempts=order.attempts + 1)


def _advance(
    order: ReportOrder,
    issuer: Issuer,
    jurisdiction: Jurisdiction,
    clock: Callable[[], datetime],
    should_continue: Callable[[], bool],
) -> bool:
    """Read pages and file the report; return whether nothing is left to do for now."""
    definition = BY_KIND[order.kind]
    parameters = dict(definition.parameters(jurisdiction))
    if order.definition is not None and (order.definition, order.parameters) != (definition.version, parameters):
        # Pages of another definition, or with other thresholds, do not fit the rest.
        reset_order(order)
    if not (
        _begin(order, definition, parameters, clock())
        if order.log_size is None
        else _update(order, status=OrderStatus.RUNNING)
    ):
        return True
    while (cursor := _next_cursor(order)) is not None:
        if not should_continue():
            return False
        if not _store_page(order, definition, jurisdiction, cursor):
            return True
    report = compose_report(order, definition, issuer=issuer, jurisdiction=jurisdiction)
    if not _is_still_covered(order, definition):
        # An entry came late while the pages were read, so none of them is filed.
        reset_order(order)
        return False
    if order.revision > 1:
        revised = compare_with_before(order, report)
        if not revised.differs:
            leave_unfiled(order)
            return True
        report = replace(report, envelope=replace(report.envelope, revised=revised))
    return file_report(order.id, report, destinations=issuer.destinations, clock=clock, should_continue=should_continue)


def _begin(order: ReportOrder, definition: Definition, parameters: Mapping[str, int], now: datetime) -> bool:
    """Store what the report covers; return False, and postpone the order, if the interval has not settled."""
    period = period_of(order)
    size = covered_size(period)
    if size is None:
        _postpone(order, "the log has not settled yet", now + _UNSETTLED_DELAY)
        return False
    return _update(
        order,
        status=OrderStatus.RUNNING,
        definition=definition.version,
        parameters=parameters,
        log_size=size,
        # Never before the end of the interval, even if the clock was put back: auditors would refuse the log.
        generated_ms=max(to_epoch_ms(now), period.end_ms),
        problem="",
    )


def _next_cursor(order: ReportOrder) -> str | None:
    """Return the cursor of the next page; None after the last page."""
    newest = OrderPage.objects.filter(order_id=order.id).order_by("-number").first()
    return FIRST_PAGE if newest is None else newest.next_cursor


def _store_page(order: ReportOrder, definition: Definition, jurisdiction: Jurisdiction, cursor: str) -> bool:
    """Read and store a page; return False if the order was cancelled meanwhile."""
    # Most of what a report costs is read here. A replica has all that the log had when its size was taken, or is not read.
    page = read_lagging(
        partial(definition.read_page, scope_of(order, jurisdiction), cursor), with_all_so_far=True
    ).value
    with transaction.atomic():
        if not _update(order, pages=order.pages + 1, rows=order.rows + len(page.rows)):
            return False
        OrderPage.objects.create(
            order_id=order.id,
            number=order.pages,
            rows=[dict(row) for row in page.rows],
            next_cursor=page.next_cursor,
        )
    return True


def _is_still_covered(order: ReportOrder, definition: Definition) -> bool:
    """Return, after the last page, whether everything that was read lies below the stated log size."""
    if not definition.from_log:
        return True
    return covered_size(period_of(order)) is not None and not is_outdated(order, definition)


def _postpone(order: ReportOrder, why: str, until: datetime) -> None:
    _update(order, status=OrderStatus.WAITING, next_attempt_at=until, problem=why)


def _words(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem}"[:_PROBLEM_MAX]


def _save_failure(order_id: UUID, defect: Exception, now: datetime) -> None:
    with transaction.atomic():
        order = ReportOrder.objects.select_for_update().get(id=order_id)
        if order.status in {OrderStatus.CANCELLED, OrderStatus.FILED}:
            return
        order.problem = _words(defect)
        is_last = order.attempts >= ATTEMPTS_MAX
        order.status = OrderStatus.FAILED if is_last else OrderStatus.WAITING
        order.next_attempt_at = now + retry_delay(order.attempts)
        order.save(update_fields=["problem", "status", "next_attempt_at"])
        if is_last:
            details = {"report": order.kind, "first": str(order.first), "until": str(order.until)}
            save_event(NewEvent(kind="report-failed", actor="platform", reason=order.problem, after=details), now=now)


def _update(order: ReportOrder, **values: object) -> bool:
    """Update an order's row and `order` itself; return False, with the row unchanged, if it was cancelled meanwhile."""
    changed = ReportOrder.objects.filter(id=order.id).exclude(status=OrderStatus.CANCELLED).update(**values)
    for name, value in values.items():
        setattr(order, name, value)
    return changed == 1
