"""Check that alerts and mails leave."""

from datetime import datetime

from django.conf import settings

from audit.outbox import Backlog
from audit.queries.alerts import alert_backlog
from players.queries.mails import mail_backlog
from reddog_platform.diagnostic import Diagnostic


def alerts(now: datetime) -> Diagnostic:
    """Check that no alert was given up, and that none has been tried for half an hour."""
    return _diagnostic(
        "alerts",
        alert_backlog(now=now),
        where=f"webhooks: {len(settings.REDDOG_ALERT_WEBHOOKS)}",
        repair="Ask whoever runs the webhook; see docs/runbooks/alerts-not-sent.md.",
    )


def mails(now: datetime) -> Diagnostic:
    """Check that no mail to a player was given up, and that none has been tried for half an hour."""
    return _diagnostic(
        "mails",
        mail_backlog(now=now),
        where="sent" if settings.REDDOG_MAIL_FROM else "not sent from here: the inbox has all messages",
        repair="Look at the mail server that REDDOG_MAIL_URL names; see docs/runbooks/alerts-not-sent.md.",
    )


def _diagnostic(subject: str, backlog: Backlog, *, where: str, repair: str) -> Diagnostic:
    trouble = f", {backlog.problem}" if backlog.problem else ""
    return Diagnostic(
        subject=subject,
        healthy=not backlog.failed and not backlog.stuck,
        state=f"{where}; waiting: {backlog.waiting}, for half an hour: {backlog.stuck},"
        f" given up in seven days: {backlog.failed}{trouble}",
        repair=repair,
    )
