"""Check that alerts and mails leave, and that nothing waits too long for another person of the staff."""

from datetime import datetime

from django.conf import settings

from audit.outbox import Backlog
from audit.queries.alerts import alert_backlog
from casework.queries.act_reviews import count_overdue
from kernel.instants import to_epoch_ms
from players.queries.mails import mail_backlog
from reddog_platform.diagnostic import Diagnostic


def lone_acts(now: datetime) -> Diagnostic:
    """Check that what one person of the staff did alone was reviewed by another one in time."""
    hours = settings.REDDOG_JURISDICTION.cases.lone_review_hours
    overdue = count_overdue(now_ms=to_epoch_ms(now), review_hours=hours)
    return Diagnostic(
        subject="lone acts",
        healthy=not overdue,
        state=f"{overdue} wait for more than {hours} hours for a review" if overdue else "none waits for too long",
        repair="Another operator reviews them: in the console on the pages *Lone acts* and *Cases* (docs/casework.md).",
    )


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
