"""The first page: is it well, what waits for whom, and how goes the day."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from web.console.day_figures import day_so_far
from web.console.navigation import AUDITORS, OPERATORS
from web.console.visit import Visit, console_page
from web.console.waiting import age_text, waiting
from web.console.wording import moment

_STALE_AFTER: Final = timedelta(minutes=6)
"""The worker looks every two minutes: three in a row were missed."""


@require_safe
@console_page
def today_page(visit: Visit) -> HttpResponseBase:
    """Show whether it is well, what is switched off, how the day goes, and what waits."""
    now = datetime.now(UTC)
    reads = not visit.roles.isdisjoint({OPERATORS, AUDITORS})
    members = {
        "title": _("Today"),
        "as_of": moment(now),
        "health": _health(visit.interface.get("/ops/health"), now),
        "day": day_so_far(visit) if reads else None,
        "waiting": waiting(visit, now=now),
        "switches": visit.interface.get("/ops/switches")["items"] if reads else [],
        "stop": visit.interface.get("/ops/release")["stop"] if reads else None,
    }
    return visit.page("today.html", members)


def _health(found: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Return what the worker saw last, and whether that was long ago."""
    looked_at = found["looked_at"]
    is_stale = looked_at is None or now - datetime.fromisoformat(looked_at) > _STALE_AFTER
    wrong = [item for item in found["items"] if not item["healthy"]]
    return {
        "looked_at": looked_at,
        "age": None if looked_at is None else age_text(looked_at, now=now),
        "is_stale": is_stale,
        "wrong": wrong,
        "well_count": len(found["items"]) - len(wrong),
        "count": len(found["items"]),
    }
