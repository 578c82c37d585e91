"""Settle or refuse a pending payment, as an operator decides.

The operator vouches for what happened outside the platform: that a transfer came in, or went out. A withdrawal from a
suspended account has not been sent to the provider yet: settling it sends it.

Source: docs/cashier.md; regulation F34.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.chain_head import Head
from audit.operations.save_event import NewEvent, save_event
from cashier.core.payment import Payment, ProviderOutcome, Status, require_pending
from cashier.operations.apply_answer import store_answer
from cashier.operations.poll_provider import poll_provider
from cashier.operations.store_payment import new_status_entry, payment_for_update, store_status
from cashier.provider import Answer, Provider
from responsible_gaming.core.jurisdiction import Jurisdiction


class ReviewDecision(enum.StrEnum):
    """An operator's decision."""

    SETTLE = "settle"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentReview:
    """An operator's review of a payment."""

    payment_id: UUID
    decision: ReviewDecision
    reason: str
    """Why, in the operator's words, 1 to 200 characters."""
    actor: str
    """Who decides: `operator:<name>`."""


def review_payment(
    review: PaymentReview, *, providers: Mapping[str, Provider], jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Settle or refuse a pending payment, and return it.

    A deposit that the player's limits now forbid is refused whatever the decision, and the money is returned.

    Raises:
        PaymentNotFound, PaymentNotPending: nothing was changed.
    """
    with transaction.atomic(durable=True):
        head, before = payment_for_update(review.payment_id)
        require_pending(before)
        payment = _apply_decision(head, before, review, jurisdiction=jurisdiction, now=now)
        save_event(
            NewEvent(
                kind="payment-decided",
                actor=review.actor,
                subject=payment.chain,
                reason=review.reason,
                before={"payment": payment.id.hex, "status": before.status},
                after={"payment": payment.id.hex, "status": payment.status, "decision": review.decision},
            ),
            now=now,
        )
    return poll_provider(payment, providers[payment.provider], jurisdiction=jurisdiction, now=now)


def _apply_decision(
    head: Head, payment: Payment, review: PaymentReview, *, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    if review.decision is ReviewDecision.REFUSE:
        status = Status.CANCELLING
    elif payment.needs_review:
        status = Status.REQUESTED
    else:
        answer = Answer(outcome=ProviderOutcome.DONE, reason=review.reason)
        return store_answer(head, payment, answer, actor=review.actor, jurisdiction=jurisdiction, now=now)
    return store_status(payment, new_status_entry(head, status, now=now, actor=review.actor, reason=review.reason))
