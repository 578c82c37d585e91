"""Carrying out an order: pages, one after the other, then the report, its files and its filing.

| a crash | leaves |
|---|---|
| before a page is stored | the pages before it; the next worker reads it again, and reads the same |
| after the last page | all pages; the next worker makes the same files from them |
| within the filing | no filing: record, files, deliveries and the order's end are one transaction |

Source: docs/adr/0021-reports.md.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.instants import to_epoch_ms
from reports.catalogue import BY_KIND
from reports.core.definition import FIRST_PAGE, Definition
from reports.core.schedule import back_off
from reports.core.states import OrderState
from reports.late_entries import is_outdated
from reports.models import Order, OrderPage
from reports.operations.alone import alone
from reports.operations.begin_anew import begin_anew
from reports.operations.compose import House, asked_of, compose, period_of
from reports.operations.file_report import file_report
from reports.operations.fold import settled_size
from reports.operations.recheck import drop, says_the_same
from responsible_gaming.core.jurisdiction import Jurisdiction

ATTEMPTS_MAX: Final = 8
_UNSETTLED: Final = timedelta(seconds=10)
_PROBLEM_MAX: Final = 500

_log = structlog.get_logger("reports.carry_out")


class WorkersLost(Exception):  # noqa: N818  named for what it says
    """Worker after worker took the order and did not come back."""


def carry_out(
    order_id: UUID,
    *,
    house: House,
    jurisdiction: Jurisdiction,
    clock: Callable[[], datetime],
    may_go_on: Callable[[], bool] = lambda: True,
) -> bool:
    """Bring an order on until it is filed, and tell whether somebody has to come back to it soon.

    Whoever comes while another worker is at it, or before its time, does nothing. `may_go_on` is asked between pages. A
    defect is kept with the order, which is tried again later, eight times in all. `clock` is asked at the beginning, and
    when the filing is written, minutes later perhaps: its record has seconds to reach the log.
    """
    with alone("order", order_id) as undisturbed:
        if not undisturbed:
            return False
        order = Order.objects.filter(id=order_id).first()
        # One that came to nothing new was dropped.
        if order is None or order.state not in {OrderState.WAITING, OrderState.RUNNING} or clock() < order.not_before:
            return False
        failed = order.attempts
        try:
            _count_try(order)
            unfinished = not _bring_on(order, house, jurisdiction, clock, may_go_on)
        except Exception as defect:  # noqa: BLE001  kept with the order, which is tried again; the log has all of it
            _log.exception("report-failed", order=order_id.hex, kind=order.kind)
            _keep_failure(order_id, defect, clock())
            return False
        _change(order, attempts=failed)
        return unfinished


def _count_try(order: Order) -> None:
    """Count a try before it is made: an order that kills its workers, by what it takes, is not tried for ever.

    Raises:
        WorkersLost: so many of them did not come back.
    """
    if order.attempts >= ATTEMPTS_MAX:
        raise WorkersLost("The workers that took it were killed. Each had more to do than its memory or time allowed.")
    _change(order, attempts=order.attempts + 1)


def _bring_on(
    order: Order, house: House, jurisdiction: Jurisdiction, clock: Callable[[], datetime], may_go_on: Callable[[], bool]
) -> bool:
    """Return whether nothing is left to do for now."""
    definition = BY_KIND[order.kind]
    parameters = dict(definition.parameters(jurisdiction))
    if order.definition is not None and (order.definition, order.parameters) != (definition.version, parameters):
        # Pages of an older definition, or by other thresholds, do not fit to those of this one.
        begin_anew(order)
    if not (
        _begin(order, definition, parameters, clock())
        if order.log_size is None
        else _change(order, state=OrderState.RUNNING)
    ):
        return True
    while (after := _next_place(order)) is not None:
        if not may_go_on():
            return False
        if not _read_page(order, definition, jurisdiction, after):
            return True
    report = compose(order, definition, house=house, jurisdiction=jurisdiction)
    if not _still_covered(order, definition):
        # Something came late while the pages were read. None of them is filed.
        begin_anew(order)
        return False
    if order.recheck and says_the_same(order, report):
        drop(order)
        return True
    file_report(order.id, report, places=house.places, clock=clock)
    return True


def _begin(order: Order, definition: Definition, parameters: Mapping[str, int], now: datetime) -> bool:
    """Fix what the report covers; False if the interval has not settled, and the order waits a little."""
    period = period_of(order)
    size = settled_size(period)
    if size is None:
        _change(order, state=OrderState.WAITING, not_before=now + _UNSETTLED, problem="the log has not settled yet")
        return False
    return _change(
        order,
        state=OrderState.RUNNING,
        definition=definition.version,
        parameters=parameters,
        log_size=size,
        # By a clock that was put back nothing is made before its interval is over: auditors would refuse the log.
        generated_ms=max(to_epoch_ms(now), period.end_ms),
        problem="",
    )


def _next_place(order: Order) -> str | None:
    """Return where the next page begins, None after the last."""
    newest = OrderPage.objects.filter(order_id=order.id).order_by("-number").first()
    return FIRST_PAGE if newest is None else newest.following


def _read_page(order: Order, definition: Definition, jurisdiction: Jurisdiction, after: str) -> bool:
    """Read and store a page; False if the order was cancelled meanwhile."""
    page = definition.page(asked_of(order, jurisdiction), after)
    with transaction.atomic():
        if not _change(order, pages=order.pages + 1, rows=order.rows + len(page.rows)):
            return False
        OrderPage.objects.create(
            order_id=order.id, number=order.pages, rows=[dict(row) for row in page.rows], following=page.following
        )
    return True


def _still_covered(order: Order, definition: Definition) -> bool:
    """Ask again, when all was read, whether all that was read is below the size that the report names."""
    if not definition.from_log:
        return True
    return settled_size(period_of(order)) is not None and not is_outdated(order)


def _keep_failure(order_id: UUID, defect: Exception, now: datetime) -> None:
    with transaction.atomic():
        order = Order.objects.select_for_update().get(id=order_id)
        if order.state in {OrderState.CANCELLED, OrderState.FILED}:
            return
        order.problem = f"{type(defect).__name__}: {defect}"[:_PROBLEM_MAX]
        given_up = order.attempts >= ATTEMPTS_MAX
        order.state = OrderState.FAILED if given_up else OrderState.WAITING
        order.not_before = now + back_off(order.attempts)
        order.save()
        if given_up:
            told = {"report": order.kind, "first": str(order.first), "until": str(order.until)}
            save_event(NewEvent(kind="report-failed", actor="platform", reason=order.problem, after=told), now=now)


def _change(order: Order, **values: object) -> bool:
    """Change an order's row, unless it was cancelled meanwhile, and the order at hand with it."""
    changed = Order.objects.filter(id=order.id).exclude(state=OrderState.CANCELLED).update(**values)
    for name, value in values.items():
        setattr(order, name, value)
    return changed == 1
