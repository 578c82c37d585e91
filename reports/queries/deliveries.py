"""Read the deliveries of filed reports."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from reports.models.filings import Delivery


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
