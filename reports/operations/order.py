"""Ordering a report: once for each kind, interval, filters and revision.

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
from reports.core.definition import Definition
from reports.core.names import filters_digest
from reports.core.period import Period
from reports.core.schedule import GRACE, PLATFORM
from reports.core.states import OrderState
from reports.late_entries import is_outdated
from reports.models import Order, StoredFiling
from reports.operations.begin_anew import begin_anew
from reports.operations.fold import hold_cursor
from reports.operations.opening import opening_day
from reports.operations.send import send_order

ORDERS_MAX: Final = 50
"""How many reports one person may have on their way: every filing is a record in the log, for good."""


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
class Ask:
    """Which report is wanted, of the gaming days [first, until), and who asks."""

    kind: str
    first: date
    until: date
    by: str
    filters: Mapping[str, str] = field(default_factory=dict)


def order_report(asked: Ask, *, zone: str, now: datetime) -> UUID:
    """Order a report, and return the id of its order, which is its filing's too once it is filed.

    What was ordered or filed before and still holds is not made again: its id is returned. An order that failed is tried
    again.

    Raises:
        UnknownReport, UnknownFilter, MalformedPeriod: nothing was ordered.
        RollupsInAnotherZone: nothing was ordered; the profile's zone was changed.
        PeriodNotOver: with `available_from`; nothing was ordered.
        PeriodBeforeLog, TooManyOrders: nothing was ordered.
    """
    definition = require_known(asked.kind)
    _require_filterable(definition, asked.filters)
    period = Period(asked.first, asked.until, zone)
    _require_over(period, now)
    _require_begun(period)
    return _order_once(asked, period, now)


def order_revision(filing: StoredFiling, *, by: str, now: datetime) -> UUID:
    """Order a filing's next revision, if it is out of date, and return what `order_report` would.

    What was filed once may be filed again: neither a clock that went back since nor a filter that the catalogue no
    longer has keeps others from being revised.
    """
    asked = Ask(kind=filing.kind, first=filing.first, until=filing.until, by=by, filters=filing.filters)
    return _order_once(asked, Period(filing.first, filing.until, filing.zone), now)


def order_again(filing: StoredFiling, *, by: str, now: datetime) -> None:
    """Order a filing to be made again, and filed as its next revision if that says something else."""
    asked = Ask(kind=filing.kind, first=filing.first, until=filing.until, by=by, filters=filing.filters)
    period = Period(filing.first, filing.until, filing.zone)
    _order(asked, period, revision=filing.revision + 1, recheck=True, now=now)


def require_known(kind: str) -> Definition:
    """Return a report of the catalogue.

    Raises:
        UnknownReport: there is none of this kind.
    """
    found = BY_KIND.get(kind)
    if found is None:
        raise UnknownReport("Nothing was ordered. The reports are listed at /api/v1/ops/reports/definitions.")
    return found


def _require_filterable(definition: Definition, filters: Mapping[str, str]) -> None:
    if unknown := sorted(filters.keys() - set(definition.filters)):
        raise UnknownFilter(
            f"Nothing was ordered. {definition.kind} cannot be filtered by {', '.join(unknown)}.",
            known=list(definition.filters),
        )
    # The record of a filing has texts that say something, and auditors take no other.
    if empty := sorted(name for name, value in filters.items() if not value):
        raise UnknownFilter(
            f"Nothing was ordered. {', '.join(empty)} must be held to a value; leave the filter out to have all rows.",
            known=list(definition.filters),
        )


def _require_over(period: Period, now: datetime) -> None:
    available_ms = to_epoch_ms(from_epoch_ms(period.end_ms) + GRACE)
    if to_epoch_ms(now) < available_ms:
        raise PeriodNotOver(
            f"Nothing was ordered. The interval ends {rfc3339(period.end_ms)}, and can be reported on from"
            f" {rfc3339(available_ms)}. Ask for gaming days that are over.",
            available_from=rfc3339(available_ms),
        )


def _require_begun(period: Period) -> None:
    opened = opening_day(period.zone)
    # A year to date begins with the year. Of what is much older each day would be looked at, for nothing.
    if opened is not None and period.first < opened.replace(year=opened.year - 1, month=1, day=1):
        raise PeriodBeforeLog(f"Nothing was ordered. The log began on {opened}; ask from that day on.")


def _require_few(by: str) -> None:
    under_way = Order.objects.filter(requested_by=by, state__in=(OrderState.WAITING, OrderState.RUNNING)).count()
    if under_way >= ORDERS_MAX:
        raise TooManyOrders(
            f"Nothing was ordered. {under_way} reports that you ordered are on their way; ask again when some are filed."
        )


def _order_once(asked: Ask, period: Period, now: datetime) -> UUID:
    with transaction.atomic():
        # Of two requests for the same report at once, the second waits for the first and finds its order.
        hold_cursor(period.zone)
        newest = _newest_filing(asked, period)
        if newest is not None and not is_outdated(newest) and not _recheck_failed(newest):
            return newest.id
        return _order(asked, period, revision=1 if newest is None else newest.revision + 1, now=now)


def _recheck_failed(filing: StoredFiling) -> bool:
    """Tell whether a filing was to be made again, and could not be."""
    again = Order.objects.filter(
        kind=filing.kind,
        first=filing.first,
        until=filing.until,
        zone=filing.zone,
        filters_digest=filing.filters_digest,
        revision=filing.revision + 1,
    )
    return again.filter(recheck=True, state=OrderState.FAILED).exists()


def _newest_filing(asked: Ask, period: Period) -> StoredFiling | None:
    filed = StoredFiling.objects.filter(
        kind=asked.kind, first=period.first, until=period.until, filters_digest=filters_digest(asked.filters)
    )
    for filing in filed.order_by("-revision"):
        # Of another zone it is the same report where the instants are the same, by which the log counts revisions.
        told = Period(filing.first, filing.until, filing.zone)
        if (told.start_ms, told.end_ms) == (period.start_ms, period.end_ms):
            return filing
    return None


def _order(asked: Ask, period: Period, *, revision: int, now: datetime, recheck: bool = False) -> UUID:
    fresh = Order(
        id=uuid7(),
        kind=asked.kind,
        first=period.first,
        until=period.until,
        zone=period.zone,
        filters=dict(asked.filters),
        filters_digest=filters_digest(asked.filters),
        revision=revision,
        state=OrderState.WAITING,
        requested_at=now,
        requested_by=asked.by,
        not_before=max(now, from_epoch_ms(period.end_ms) + GRACE),
        recheck=recheck,
    )
    same = Order.objects.exclude(state=OrderState.CANCELLED).filter(
        kind=fresh.kind,
        first=fresh.first,
        until=fresh.until,
        zone=fresh.zone,
        filters_digest=fresh.filters_digest,
        revision=revision,
    )
    known = same.first()
    if known is None:
        if asked.by != PLATFORM:
            _require_few(asked.by)
        fresh.save(force_insert=True)
        known = fresh
    elif known.state == OrderState.FAILED:
        # Its pages may be what it failed over.
        begin_anew(known)
        Order.objects.filter(id=known.id).update(attempts=0, not_before=fresh.not_before, late_noted=False)
    send_order(known.id)
    return known.id
