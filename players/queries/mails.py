"""Mails that are not sent."""

from datetime import datetime

from audit.outbox import Backlog, backlog
from players.models import Mail


def mail_backlog(*, now: datetime) -> Backlog:
    """Return what of the mails to players is not sent."""
    return backlog(Mail, now=now)
