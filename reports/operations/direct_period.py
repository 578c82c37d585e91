"""Give a destination the filed reports of a period that it never got: it was configured when they had gone elsewhere.

Source: docs/adr/0117-a-place-that-comes-second.md; docs/reports-delivery.md.
"""

from datetime import date, datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from reports.delivery.destinations import Destination
from reports.models.filings import Delivery
from reports.operations.aggregate_log import wait_for_other_ticks
from reports.operations.direct import later_delivery
from reports.queries.deliveries import filings_not_for


def direct_period(destination: Destination, *, first: date, until: date, actor: str, now: datetime) -> int:
    """Deliver to `destination` the filings that lie within the gaming days [first, until); return how many deliveries that makes.

    These are those of the kinds that it takes, all revisions of them, that have no delivery to it. The scheduler's next ticks hand
    the deliveries out. Repeated, it makes none. Where a filing is old, its delivery is no further delay.
    """
    assert first < until, "a period has a day"
    with transaction.atomic():
        wait_for_other_ticks()
        filings = filings_not_for(destination.name, kinds=destination.accepted_kinds, first=first, until=until)
        made = [later_delivery(filing, destination, now=now) for filing in filings]
        Delivery.objects.bulk_create(made)
        if made:
            details = {"deliveries": {destination.name: len(made)}, "first": str(first), "until": str(until)}
            save_event(NewEvent(kind="report-directed", actor=actor, after=details), now=now)
    return len(made)
