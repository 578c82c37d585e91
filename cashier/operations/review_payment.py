"""Settle or refuse a pending payment by hand.

Who settles vouches for what happened outside the platform: that a transfer came in, or went out. So two people do it: one
proposes, and `settle_payment` asks for the other's approval. A withdrawal from a suspended account has not been sent to
the provider yet: settling it sends it. Refusing only tightens, and one operator does it.

Source: docs/cashier.md; docs/approvals.md; regulation F34, F45.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from cashier.core.payment import Payment, ProviderOutcome, Status, require_pending
from cashier.operations.apply_answer import store_answer
from cashier.operations.poll_provider import poll_provider
from cashier.operations.store_payment import new_status_entry, payment_for_update, store_status
from cashier.provider import Answer, Provider
from responsible_gaming.core.jurisdiction import Jurisdiction
from staff.core.approval import Approval


class ReviewDecision(enum.StrEnum):
    """What is decided by hand."""

    SETTLE = "settle"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentRefusal:
    """An operator's decision that a payment does not come about."""

    payment_id: UUID
    reason: str
    """Why, in the operator's words, 1 to 200 characters."""
    actor: str
    """Who decides: `operator:<name>`."""


def refuse_payment(
    refusal: PaymentRefusal, *, providers: Mapping[str, Provider], jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Refuse a pending payment, and return it.

    Raises:
        PaymentNotFound, PaymentNotPending: nothing was changed.
    """
    with transaction.atomic(durable=True):
        head, before = payment_for_update(refusal.payment_id)
        require_pending(before)
        entry = new_status_entry(head, Status.CANCELLING, now=now, actor=refusal.actor, reason=refusal.reason)
        payment = store_status(before, entry)
        _save_event(ReviewDecision.REFUSE, before, payment, actor=refusal.actor, reason=refusal.reason, now=now)
    return poll_provider(payment, providers[payment.provider], jurisdiction=jurisdiction, now=now)


def settle_payment(payment_id: UUID, *, by: Approval, jurisdiction: Jurisdiction, now: datetime) -> Payment:
    """Settle a pending payment, as two people decided, and return it.

    A deposit that the player's limits now forbid is refused all the same, and the money is returned. It may be left to
    poll the provider afterwards, outside the transaction: a crash before that leaves a payment that is requested or
    cancelling, and `resume_payments` polls it.

    Raises:
        PaymentNotFound, PaymentNotPending: nothing was changed.
    """
    with transaction.atomic():
        head, before = payment_for_update(payment_id)
        require_pending(before)
        if before.needs_review:
            entry = new_status_entry(head, Status.REQUESTED, now=now, actor=by.actor, reason=by.reason)
            payment = store_status(before, entry)
        else:
            answer = Answer(outcome=ProviderOutcome.DONE, reason=by.reason)
            payment = store_answer(head, before, answer, actor=by.actor, jurisdiction=jurisdiction, now=now)
        _save_event(ReviewDecision.SETTLE, before, payment, actor=by.actor, reason=by.reason, now=now)
        return payment


def _save_event(
    decision: ReviewDecision, before: Payment, after: Payment, *, actor: str, reason: str, now: datetime
) -> None:
    save_event(
        NewEvent(
            kind="payment-decided",
            actor=actor,
            subject=after.chain,
            reason=reason,
            before={"payment": before.id.hex, "status": before.status},
            after={"payment": after.id.hex, "status": after.status, "decision": decision},
        ),
        now=now,
    )
