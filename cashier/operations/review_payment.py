"""An operator's decision on a payment that is pending.

An operator vouches for what happened outside: that a transfer came in, or went out. A withdrawal that waits because
its account is suspended has not been handed to the provider yet; to settle it is to let it go there.

Source: docs/cashier.md; regulation F34.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.append import Head
from audit.operations.note_event import Noted, note_event
from cashier.core.payment import Payment, ProviderOutcome, Status, require_pending
from cashier.operations.apply_answer import store_answer
from cashier.operations.poll_provider import poll_provider
from cashier.operations.store_payment import new_status_entry, payment_for_update, store_status
from cashier.provider import Answer, Provider
from responsible_gaming.core.jurisdiction import Jurisdiction


class ReviewDecision(enum.StrEnum):
    """What an operator decides."""

    SETTLE = "settle"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentReview:
    """Which payment is decided, how, why (1 to 200 characters) and by whom (`operator:<name>`)."""

    payment_id: UUID
    decision: ReviewDecision
    reason: str
    actor: str


def review_payment(
    asked: PaymentReview, *, providers: Mapping[str, Provider], jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Settle or refuse a pending payment, and return what became of it.

    A deposit that the player's limits forbid by now is refused whatever the decision, and the money given back.

    Raises:
        PaymentNotFound, PaymentNotPending: nothing was changed.
    """
    with transaction.atomic(durable=True):
        head, before = payment_for_update(asked.payment_id)
        require_pending(before)
        payment = _decide(head, before, asked, jurisdiction=jurisdiction, now=now)
        note_event(
            Noted(
                kind="payment-decided",
                actor=asked.actor,
                subject=payment.chain,
                reason=asked.reason,
                before={"payment": payment.id.hex, "status": before.status},
                after={"payment": payment.id.hex, "status": payment.status, "decision": asked.decision},
            ),
            now=now,
        )
    return poll_provider(payment, providers[payment.provider], jurisdiction=jurisdiction, now=now)


def _decide(
    head: Head, payment: Payment, asked: PaymentReview, *, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    if asked.decision is ReviewDecision.REFUSE:
        status = Status.CANCELLING
    elif payment.needs_review:
        status = Status.REQUESTED
    else:
        told = Answer(outcome=ProviderOutcome.DONE, reason=asked.reason)
        return store_answer(head, payment, told, actor=asked.actor, jurisdiction=jurisdiction, now=now)
    return store_status(payment, new_status_entry(head, status, now=now, actor=asked.actor, reason=asked.reason))
