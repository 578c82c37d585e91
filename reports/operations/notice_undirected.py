"""Save an event while filed reports go nowhere that should go somewhere: one a day.

No delivery could be late of which there is none. The exporter does not know the destinations, and counts such reports only
once something was delivered. So where no destination was ever configured, this event alone says it to those on call.

Source: docs/reports-delivery.md; docs/alerts.md.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.queries.events import events
from reports.catalogue import DELIVERED_BY_DEFAULT
from reports.core.schedule import LATE_AFTER, PLATFORM
from reports.delivery.destinations import Destination, accepted_kinds, has_no_destination_on_purpose
from reports.operations.aggregate_log import wait_for_other_ticks
from reports.queries.backlog import undirected_filings

_UNDIRECTED: Final = "report-undirected"
_AGAIN_AFTER: Final = timedelta(days=1)

_log = structlog.get_logger("reports.notice_undirected")


def notice_undirected(*, destinations: Collection[Destination], now: datetime) -> int:
    """Save the event of the filings that have gone nowhere for `LATE_AFTER`; return how many it tells of.

    It tells of none where reports are fetched by hand, where the last such event is of less than a day ago, and of no kind
    that a destination takes by now: those are on their way.

    Raises:
        InvalidDestinations: the file of destinations cannot be used.
    """
    if has_no_destination_on_purpose():
        return 0
    with transaction.atomic():
        wait_for_other_ticks()
        if any(
            now < last.at + _AGAIN_AFTER for last in events(subject=None, before=None, limit=1, kinds=(_UNDIRECTED,))
        ):
            return 0
        undirected = undirected_filings(
            DELIVERED_BY_DEFAULT - accepted_kinds(destinations), filed_before=now - LATE_AFTER
        )
        if not undirected:
            return 0
        details = {
            "reports": len(undirected),
            "kinds": sorted({filing.kind for filing in undirected}),
            "since": str(undirected[0].filed_at.date()),
        }
        save_event(NewEvent(kind=_UNDIRECTED, actor=PLATFORM, after=details), now=now)
    _log.error(_UNDIRECTED, **details)
    return len(undirected)
