"""What the worker does for the cashier."""

from datetime import UTC, datetime

from celery import shared_task
from django.conf import settings

from cashier.operations.resume_payments import resume_payments
from cashier.providers import PROVIDERS


@shared_task(name="cashier.resume_payments")
def resume_payments_task(**_: object) -> int:
    """Ask the providers again about payments in motion. Running twice, or late, does the same."""
    return resume_payments(PROVIDERS, jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC))
