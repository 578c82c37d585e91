"""What the worker does for players."""

from datetime import UTC, datetime
from functools import partial

from celery import shared_task
from django.conf import settings

from players.operations.dormancy import mark_dormant
from players.operations.send_mails import MailSender, send_mails


@shared_task(name="players.mark_dormant")
def mark_dormant_task(**_: object) -> int:
    """Mark unused accounts as dormant. It is safe to run this task late or twice."""
    return mark_dormant(rules=settings.REDDOG_JURISDICTION.accounts, clock=partial(datetime.now, UTC))


@shared_task(name="players.send_mails")
def send_mails_task(**_: object) -> int:
    """Send the mails that are due, where there is a mail server. Running twice at once, or late, sends none twice."""
    if not settings.REDDOG_MAIL_FROM:
        return 0
    sender = MailSender(
        operator=settings.REDDOG_OPERATOR, address=settings.REDDOG_MAIL_FROM, origin=settings.REDDOG_ORIGIN
    )
    return send_mails(sender, now=datetime.now(UTC))
