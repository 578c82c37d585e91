"""The cashier's tasks."""

from datetime import UTC, datetime
from functools import partial

from celery import shared_task
from django.conf import settings

from cashier.operations.resume_payments import resume_payments
from cashier.providers import PROVIDERS


@shared_task(name="cashier.resume_payments")
def resume_payments_task(**_: object) -> int:
    """Poll the providers about resumable payments. It is safe to run this task late or twice."""
    return resume_payments(PROVIDERS, jurisdiction=settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC))
