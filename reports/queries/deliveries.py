"""Read the deliveries of filed reports."""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef

from reports.models.filings import Delivery, StoredFiling


class DeliveryRow(NamedTuple):
    """The delivery of a filing to a destination."""

    destination: str
    """The name of the destination."""

    status: str
    """A `DeliveryStatus`."""

    attempts: int
    """How many attempts failed."""

    next_attempt_at: datetime
    """No worker begins before this instant."""

    delivered_at: datetime | None
    """When the destination gave its receipt; None before."""

    problem: str
    """Why the last attempt failed."""

    receipt: Mapping[str, object] | None
    """What the destination answered; None before the delivery."""


def list_deliveries(filing_id: UUID) -> list[DeliveryRow]:
    """Return the deliveries of a filing, by destination."""
    rows = Delivery.objects.filter(filing=filing_id).order_by("destination")
    return [DeliveryRow(*row) for row in rows.values_list(*DeliveryRow._fields)]


def filings_not_for(destination: str, *, kinds: Collection[str], first: date, until: date) -> list[StoredFiling]:
    """Return the filings of these kinds within the gaming days [first, until) that have no delivery to `destination`.

    They come as they were filed, the oldest first.
    """
    there = Delivery.objects.filter(filing=OuterRef("id"), destination=destination)
    within = StoredFiling.objects.filter(~Exists(there), kind__in=kinds, first__gte=first, until__lte=until)
    return list(within.order_by("id"))
