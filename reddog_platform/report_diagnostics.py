"""Whether the regulators' reports come in time: roll-ups, orders, deliveries."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from reddog_platform.diagnostic import Diagnostic
from reports.arrears import failed_deliveries, failed_orders, folded, late_deliveries, late_orders

# Beat looks twice a minute; a busy hour's entries are folded in less.
_WAITING_MAX: Final = timedelta(minutes=10)


def rollups(now: datetime) -> Diagnostic:
    """Look whether the roll-ups are kept by the profile's days, and keep up with the log."""
    found = folded()
    astray = found.zone not in {None, settings.REDDOG_JURISDICTION.zone}
    behind = found.waiting_since is not None and now - found.waiting_since > _WAITING_MAX
    by = f"by days of {found.zone or settings.REDDOG_JURISDICTION.zone}"
    return Diagnostic(
        subject="roll-ups",
        healthy=not astray and not behind,
        found=f"{found.size} of {found.log_size} entries, {by}"
        + (f", and the profile's days turn by {settings.REDDOG_JURISDICTION.zone}" if astray else "")
        + (f", waiting since {found.waiting_since:%Y-%m-%dT%H:%M:%SZ}" if behind else ""),
        repair="`manage.py rebuild_rollups`; until then no report is made."
        if astray
        else "Beat and a worker fold the log: repair what is red of them.",
    )


def orders(now: datetime) -> Diagnostic:
    """Look for reports that were given up, and scheduled ones that are late."""
    failed, late = failed_orders(), late_orders(now)
    newest = f" ({failed[-1].kind}: {failed[-1].problem})" if failed else ""
    return Diagnostic(
        subject="reports",
        healthy=not failed and not late,
        found=f"{len(failed)} given up{newest}, {len(late)} late" if failed or late else "none given up, none late",
        repair="Given up: repair what it failed of, then order it again (`manage.py report`, or POST"
        " /api/v1/ops/reports/orders) or cancel it. Late: repair worker and beat.",
    )


def deliveries(now: datetime) -> Diagnostic:
    """Look for filed reports that did not reach a place."""
    failed, late = failed_deliveries(), late_deliveries(now)
    places = ", ".join(sorted({one.place for one in (*failed, *late)}))
    return Diagnostic(
        subject="deliveries",
        healthy=not failed and not late,
        found=f"{len(failed)} given up, {len(late)} late: {places}" if places else "none given up, none late",
        repair="GET /api/v1/ops/reports/{id} says what the place said; repair the place or its entry, then POST"
        " /api/v1/ops/reports/{id}/deliveries/{place} (docs/reports-delivery.md).",
    )
