"""Give filed reports that go nowhere their destinations: they were filed when no destination took their kind."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from reports.core.statuses import DeliveryStatus
from reports.delivery.destinations import Destination
from reports.models.filings import Delivery
from reports.queries.backlog import undirected_filings


def direct_filings(
    *, destinations: Sequence[Destination], actor: str, now: datetime, at_most: int | None = None
) -> int:
    """Deliver the filings without a destination to those that take their kind; return how many deliveries that makes.

    Up to `at_most` filings are directed, the oldest first. The scheduler's next tick hands the deliveries out. Repeated,
    it makes none: a filing that goes somewhere is left alone.
    """
    if not destinations:
        return 0
    with transaction.atomic():
        undirected = undirected_filings(filed_before=now, kinds=_accepted_kinds(destinations), limit=at_most)
        made = [
            Delivery(filing=filing.id, destination=destination.name, status=DeliveryStatus.WAITING, next_attempt_at=now)
            for filing in undirected
            for destination in destinations
            if destination.accepts(filing.kind)
        ]
        # Of two at once, the second finds the first one's rows.
        Delivery.objects.bulk_create(made, ignore_conflicts=True)
        if made:
            counts = Counter(delivery.destination for delivery in made)
            save_event(NewEvent(kind="report-directed", actor=actor, after={"deliveries": dict(counts)}), now=now)
    return len(made)


def _accepted_kinds(destinations: Sequence[Destination]) -> Collection[str] | None:
    """Return the kinds of reports that some destination takes; None for all."""
    kinds: set[str] = set()
    for destination in destinations:
        if destination.kinds is None:
            return None
        kinds |= destination.kinds
    return kinds
