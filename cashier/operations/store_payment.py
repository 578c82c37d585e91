"""Writing payments and their steps; within the transaction of whoever decides on them."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from audit.operations.append import Head
from audit.queries import held_head
from cashier.core.payment import Payment, Status, StatusEntry
from cashier.models import StoredPayment, StoredStatusEntry
from cashier.queries.payments import payment as find_payment
from wallet.core.idempotency import IdempotentRequest


def payment_for_update(payment_id: UUID) -> tuple[Head, Payment]:
    """Return a payment, and the head of its chain, which nobody moves until this transaction has ended.

    All that is decided on one player's payments and limits comes one after the other.

    Raises:
        PaymentNotFound: no payment has this id.
    """
    head = held_head(find_payment(payment_id).chain)
    # Once more: it may have gone on while its chain was waited for.
    return head, find_payment(payment_id)


def store_new_payment(payment: Payment, step: StatusEntry, request: IdempotentRequest) -> Payment:
    """Write a payment with its first step, and the request that it answers, and return it."""
    payment = replace(payment, history=(step,))
    StoredPayment.objects.create(
        id=payment.id,
        chain=payment.chain,
        direction=payment.direction,
        amount_minor=payment.amount_minor,
        currency=payment.currency,
        method=payment.method,
        provider=payment.provider,
        reference=payment.reference,
        status=payment.status,
        key=request.key,
        request_digest=request.digest,
    )
    _write_newest_step(payment)
    return payment


def store_status(payment: Payment, step: StatusEntry, *, reference: str = "") -> Payment:
    """Write what a payment became, and the provider's name for it where it was told, and return the payment."""
    after = payment.with_status(step, reference=reference)
    StoredPayment.objects.filter(id=payment.id).update(status=after.status, reference=after.reference)
    _write_newest_step(after)
    return after


def new_status_entry(
    head: Head, status: Status, *, now: datetime, actor: str, reason: str = "", seq: int | None = None
) -> StatusEntry:
    """Return a step of the instant that the chain's next record bears."""
    return StatusEntry(status=status, at_ms=head.instant_ms(now), actor=actor, reason=reason, seq=seq)


def _write_newest_step(payment: Payment) -> None:
    step = payment.history[-1]
    StoredStatusEntry.objects.create(
        payment=payment.id,
        number=len(payment.history) - 1,
        chain=payment.chain,
        status=step.status,
        at_ms=step.at_ms,
        actor=step.actor,
        reason=step.reason,
        seq=step.seq,
    )
