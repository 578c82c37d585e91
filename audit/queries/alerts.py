"""Alerts: those that are not sent, and whether one has arrived."""

from datetime import datetime
from uuid import UUID

from audit.models.outgoing import Alert
from audit.outbox import Backlog, OutboxStatus, backlog


def alert_backlog(*, now: datetime) -> Backlog:
    """Return what of the alerts is not sent."""
    return backlog(Alert, now=now)


def alert_arrived(event: UUID) -> bool:
    """Return whether a webhook has confirmed the alert of an event."""
    return Alert.objects.filter(event=event, status=OutboxStatus.SENT).exists()
