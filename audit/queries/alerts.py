"""Alerts that are not sent."""

from datetime import datetime

from audit.models.outgoing import Alert
from audit.outbox import Backlog, backlog


def alert_backlog(*, now: datetime) -> Backlog:
    """Return what of the alerts is not sent."""
    return backlog(Alert, now=now)
