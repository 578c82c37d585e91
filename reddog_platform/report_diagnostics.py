"""Check that the regulators' reports are on time: roll-ups, orders, deliveries."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from reddog_platform.diagnostic import Diagnostic
from reports.arrears import failed_deliveries, failed_orders, folded, late_deliveries, late_orders

# Beat runs the scheduler twice a minute; a busy hour's entries take less than this.
_WAITING_MAX: Final = timedelta(minutes=10)


def rollups(now: datetime) -> Diagnostic:
    """Check that the roll-ups use the jurisdiction's gaming days and keep up with the log."""
    progress = folded()
    astray = progress.zone not in {None, settings.REDDOG_JURISDICTION.zone}
    behind = progress.waiting_since is not None and now - progress.waiting_since > _WAITING_MAX
    by = f"by days of {progress.zone or settings.REDDOG_JURISDICTION.zone}"
    return Diagnostic(
        subject="roll-ups",
        healthy=not astray and not behind,
        state=f"{progress.size} of {progress.log_size} entries, {by}"
        + (f", but the jurisdiction's days turn by {settings.REDDOG_JURISDICTION.zone}" if astray else "")
        + (f", waiting since {progress.waiting_since:%Y-%m-%dT%H:%M:%SZ}" if behind else ""),
        repair="`manage.py rebuild_rollups`; until then no report is made."
        if astray
        else "Beat and a worker fold the log: repair what is red of them.",
    )


def orders(now: datetime) -> Diagnostic:
    """Check for reports that were given up, and for scheduled reports that are late."""
    failed, late = failed_orders(), late_orders(now)
    newest = f" ({failed[-1].kind}: {failed[-1].problem})" if failed else ""
    return Diagnostic(
        subject="reports",
        healthy=not failed and not late,
        state=f"{len(failed)} given up{newest}, {len(late)} late" if failed or late else "none given up, none late",
        repair="Given up: repair what it failed of, then order it again (`manage.py report`, or POST"
        " /api/v1/ops/reports/orders) or cancel it. Late: repair worker and beat.",
    )


def deliveries(now: datetime) -> Diagnostic:
    """Check for filed reports that did not reach a destination."""
    failed, late = failed_deliveries(), late_deliveries(now)
    places = ", ".join(sorted({one.place for one in (*failed, *late)}))
    return Diagnostic(
        subject="deliveries",
        healthy=not failed and not late,
        state=f"{len(failed)} given up, {len(late)} late: {places}" if places else "none given up, none late",
        repair="GET /api/v1/ops/reports/{id} says what the place said; repair the place or its entry, then POST"
        " /api/v1/ops/reports/{id}/deliveries/{place} (docs/reports-delivery.md).",
    )
