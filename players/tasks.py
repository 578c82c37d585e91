"""What the worker does for players."""

from datetime import UTC, datetime
from functools import partial

from celery import shared_task
from django.conf import settings

from kernel.serving import served_cell
from players.operations.claim_identity import settle_pending
from players.operations.dormancy import mark_dormant, tell_of_dormancy
from players.operations.follow_other_cells import follow_other_cells
from players.operations.send_mails import MailSender, send_mails


@shared_task(name="players.mark_dormant")
def mark_dormant_task(**_: object) -> int:
    """Mark unused accounts as dormant, then tell of those that soon will be. It is safe to run this task late or twice."""
    rules, clock = settings.REDDOG_JURISDICTION.accounts, partial(datetime.now, UTC)
    marked = mark_dormant(rules=rules, clock=clock)
    tell_of_dormancy(rules=rules, clock=clock)
    return marked


@shared_task(name="players.send_mails")
def send_mails_task(**_: object) -> int:
    """Send the mails that are due, where there is a mail server. Running twice at once, or late, sends none twice."""
    if not settings.REDDOG_MAIL_FROM:
        return 0
    sender = MailSender(
        operator=settings.REDDOG_OPERATOR,
        address=settings.REDDOG_MAIL_FROM,
        origin=served_cell().at_host(settings.REDDOG_ORIGIN),
    )
    return send_mails(sender, now=datetime.now(UTC))


@shared_task(name="players.follow_directory")
def follow_directory_task(**_: object) -> int:
    """Settle claims that were left pending, and suspend whom another cell excludes. Without cells it sends no statement."""
    return settle_pending() + follow_other_cells(clock=partial(datetime.now, UTC))
