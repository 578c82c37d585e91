"""Give filed reports that go nowhere their destinations: they were filed when no destination took their kind."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from reports.core.statuses import DeliveryStatus
from reports.delivery.destinations import Destination
from reports.models.filings import Delivery
from reports.operations.enqueue import enqueue_delivery
from reports.queries.backlog import undirected_filings


def direct_filings(*, destinations: Sequence[Destination], actor: str, now: datetime) -> int:
    """Deliver every filing without a destination to those that take its kind; return how many deliveries that makes.

    Repeated, it makes none: a filing that goes somewhere is left alone.
    """
    with transaction.atomic():
        made = [
            Delivery(filing=filing.id, destination=destination.name, status=DeliveryStatus.WAITING, next_attempt_at=now)
            for filing in undirected_filings(filed_before=now)
            for destination in destinations
            if destination.accepts(filing.kind)
        ]
        # Of two at once, the second finds the first one's rows.
        Delivery.objects.bulk_create(made, ignore_conflicts=True)
        for delivery in made:
            enqueue_delivery(delivery.filing, delivery.destination)
        if made:
            counts = {
                name: sum(each.destination == name for each in made) for name in {one.destination for one in made}
            }
            save_event(NewEvent(kind="report-directed", actor=actor, after={"deliveries": counts}), now=now)
    return len(made)
