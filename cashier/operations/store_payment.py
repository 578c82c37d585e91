"""Store payments and their status entries, in the transaction of the operation that decides them."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from audit.chain_head import Head
from audit.queries.chains import head_for_update
from cashier.core.payment import Direction, Payment, Status, StatusEntry
from cashier.models import StoredPayment, StoredStatusEntry
from cashier.queries.payments import get_payment
from players.queries.accounts import player_for_update
from wallet.core.idempotency import IdempotentRequest


def payment_for_update(payment_id: UUID) -> tuple[Head, Payment]:
    """Return the head of a payment's chain, held for update until the transaction ends, and the payment.

    Decisions on one player's payments and limits therefore happen one after the other. Of a deposit, whose failure may
    suspend the player, the player's row is locked too: before the head, as by everything that changes a status.

    Raises:
        PaymentNotFound: no payment has this id.
    """
    seen = get_payment(payment_id)
    if seen.direction is Direction.DEPOSIT:
        player_for_update(seen.chain)
    head = head_for_update(seen.chain)
    # Read it again: it may have changed while this transaction waited for the head.
    return head, get_payment(payment_id)


def store_new_payment(payment: Payment, entry: StatusEntry, request: IdempotentRequest) -> Payment:
    """Store a payment with its first status entry and the request that made it, and return it."""
    payment = replace(payment, history=(entry,))
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
    _store_newest_entry(payment)
    return payment


def store_status(payment: Payment, entry: StatusEntry, *, reference: str = "") -> Payment:
    """Store a payment's new status, and the provider's reference if there is one, and return the payment."""
    after = payment.with_status(entry, reference=reference)
    StoredPayment.objects.filter(id=payment.id).update(status=after.status, reference=after.reference)
    _store_newest_entry(after)
    return after


def new_status_entry(
    head: Head, status: Status, *, now: datetime, actor: str, reason: str = "", seq: int | None = None
) -> StatusEntry:
    """Return a status entry at the instant of the chain's next record."""
    return StatusEntry(status=status, at_ms=head.record_time_ms(now), actor=actor, reason=reason, seq=seq)


def _store_newest_entry(payment: Payment) -> None:
    entry = payment.history[-1]
    StoredStatusEntry.objects.create(
        payment=payment.id,
        number=len(payment.history) - 1,
        chain=payment.chain,
        status=entry.status,
        at_ms=entry.at_ms,
        actor=entry.actor,
        reason=entry.reason,
        seq=entry.seq,
    )
