"""Check that the regulators' reports are in time: roll-ups, orders, deliveries."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from reddog_platform.diagnostic import Diagnostic
from reddog_platform.environment import Mode
from reports.catalogue import BY_KIND
from reports.core.schedule import LATE_AFTER
from reports.queries.backlog import (
    failed_deliveries,
    failed_orders,
    late_deliveries,
    late_orders,
    rollup_progress,
    undirected_filings,
    unordered_reports,
)

# The scheduler runs twice a minute, and aggregates a busy hour's entries in less than that.
_BEHIND_MAX: Final = timedelta(minutes=10)


def rollups(now: datetime) -> Diagnostic:
    """Check that the roll-ups use the jurisdiction's gaming days, and keep up with the log."""
    progress = rollup_progress()
    astray = progress.zone not in {None, settings.REDDOG_JURISDICTION.zone}
    behind = progress.behind_since is not None and now - progress.behind_since > _BEHIND_MAX
    by = f"by days of {progress.zone or settings.REDDOG_JURISDICTION.zone}"
    return Diagnostic(
        subject="roll-ups",
        healthy=not astray and not behind,
        state=f"{progress.covered_size} of {progress.log_size} entries, {by}"
        + (f", but the jurisdiction's days turn by {settings.REDDOG_JURISDICTION.zone}" if astray else "")
        + (f", behind since {progress.behind_since:%Y-%m-%dT%H:%M:%SZ}" if behind else ""),
        repair="`manage.py rebuild_rollups`; until then no report is made."
        if astray
        else "Beat and a worker aggregate the log: repair what is red of them.",
    )


def orders(now: datetime) -> Diagnostic:
    """Check that every report that is due was ordered, that none has failed for good, and that none is late."""
    unordered = unordered_reports(BY_KIND, settings.REDDOG_JURISDICTION.zone, now=now)
    failed, late = failed_orders(), late_orders(now)
    since = f" (since {min(each.since for each in unordered)}: {unordered[0].kind})" if unordered else ""
    newest = f" ({failed[-1].kind}: {failed[-1].problem})" if failed else ""
    return Diagnostic(
        subject="reports",
        healthy=not unordered and not failed and not late,
        state=f"{len(unordered)} kinds never ordered{since}, {len(failed)} given up{newest}, {len(late)} late"
        if unordered or failed or late
        else "all ordered, none given up, none late",
        repair="Never ordered, or late: repair beat and the worker of the queue `batch`; the scheduler then orders what"
        " is missing. Given up: repair what it failed of, then order it again (`manage.py report`, or POST"
        " /api/v1/ops/reports/orders) or cancel it.",
    )


def deliveries(now: datetime) -> Diagnostic:
    """Check that filed reports have destinations, and reach them.

    In a demonstration without destinations they have none. In production somebody waits for each.
    """
    failed, late = failed_deliveries(), late_deliveries(now)
    undirected = undirected_filings(filed_before=now - LATE_AFTER)
    destinations = ", ".join(sorted({one.destination for one in (*failed, *late)}))
    astray = f"{len(undirected)} have no destination" + (f" (first {undirected[0].kind})" if undirected else "")
    by_hand = settings.REDDOG_MODE is Mode.DEMO and not settings.REDDOG_REPORT_DESTINATIONS
    return Diagnostic(
        subject="deliveries",
        healthy=not failed and not late and (by_hand or not undirected),
        state=f"{len(failed)} given up, {len(late)} late: {destinations or 'none'}; {astray}"
        if destinations or undirected
        else "none given up, none late, none without a destination",
        repair="GET /api/v1/ops/reports/{id} says what the destination answered; repair it or its entry, then POST"
        " /api/v1/ops/reports/{id}/deliveries/{destination}. Without a destination: let REDDOG_REPORT_DESTINATIONS name"
        " one that takes the kind, then `manage.py direct_reports` (docs/reports-delivery.md).",
    )
