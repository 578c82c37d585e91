"""Give filed reports that go nowhere their destinations: they were filed when no destination took their kind."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from reports.core.schedule import LATE_AFTER
from reports.core.statuses import DeliveryStatus
from reports.delivery.destinations import Destination, accepted_kinds
from reports.models.filings import Delivery, StoredFiling
from reports.operations.aggregate_log import wait_for_other_ticks
from reports.queries.backlog import undirected_filings


def direct_filings(
    *, destinations: Sequence[Destination], actor: str, now: datetime, at_most: int | None = None
) -> int:
    """Deliver the filings without a destination to those that take their kind; return how many deliveries that makes.

    Up to `at_most` filings are directed, the oldest first. The scheduler's next tick hands the deliveries out. Repeated,
    it makes none: a filing that goes somewhere is left alone. Where a filing is old, its delivery is no further delay:
    that it went nowhere was told.
    """
    if not destinations:
        return 0
    with transaction.atomic():
        wait_for_other_ticks()
        undirected = undirected_filings(accepted_kinds(destinations), filed_before=now, limit=at_most)
        made = [
            later_delivery(filing, destination, now=now)
            for filing in undirected
            for destination in destinations
            if destination.accepts(filing.kind)
        ]
        Delivery.objects.bulk_create(made)
        if made:
            counts = Counter(delivery.destination for delivery in made)
            save_event(NewEvent(kind="report-directed", actor=actor, after={"deliveries": dict(counts)}), now=now)
    return len(made)


def later_delivery(filing: StoredFiling, destination: Destination, *, now: datetime) -> Delivery:
    """Return a delivery, not yet stored, of what was filed before it had this destination. Of an old filing it is no delay."""
    return Delivery(
        filing=filing.id,
        destination=destination.name,
        status=DeliveryStatus.WAITING,
        next_attempt_at=now,
        delay_reported=filing.filed_at + LATE_AFTER < now,
    )
