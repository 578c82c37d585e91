"""Apply a provider's answer: store the status and post the money with its record, in one transaction.

A deposit must pass the limits again, because they may have been tightened while the provider worked. A deposit that
they now forbid is never posted: it is cancelled, and the provider returns the money.

Source: docs/cashier.md; docs/adr/0020-payments.md.
"""

from datetime import datetime

from django.db import transaction

from audit.chain_head import Head
from cashier.core.payment import Direction, Payment, Status, status_after
from cashier.operations.block_deposits import block_after_failures
from cashier.operations.deposit_preconditions import require_may_deposit
from cashier.operations.large_payments import save_large_deposit
from cashier.operations.post_payment import post_deposit, post_withdrawal_return
from cashier.operations.store_payment import new_status_entry, payment_for_update, store_status
from cashier.provider import Answer
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.jurisdiction import Jurisdiction


def apply_answer(
    snapshot: Payment, answer: Answer, *, actor: str, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Apply a provider's answer, unless the payment has changed since `snapshot` was read, and return the payment.

    If it has changed, another process has applied an answer, and this one changes nothing.
    """
    with transaction.atomic(durable=True):
        head, payment = payment_for_update(snapshot.id)
        if payment.history != snapshot.history:
            return payment
        return store_answer(head, payment, answer, actor=actor, jurisdiction=jurisdiction, now=now)


def store_answer(
    head: Head, payment: Payment, answer: Answer, *, actor: str, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Apply an answer in the transaction that holds the chain's head for update."""
    status = status_after(payment, answer.outcome)
    if status is None:
        return payment
    if payment.direction is Direction.DEPOSIT and status is Status.SETTLED:
        return _settle_deposit(head, payment, answer, actor=actor, jurisdiction=jurisdiction, now=now)
    seq = None
    if payment.direction is Direction.WITHDRAWAL and status in {Status.REFUSED, Status.CANCELLED}:
        # If somebody cancelled the withdrawal, the statement names them.
        cancelled_by = payment.history[-1].actor if payment.status is Status.CANCELLING else actor
        seq = post_withdrawal_return(head, payment, ended=status, actor=cancelled_by, now=now)
    entry = new_status_entry(head, status, now=now, actor=actor, reason=answer.reason, seq=seq)
    after = store_status(payment, entry, reference=answer.reference)
    block_after_failures(after, now=now)
    return after


def _settle_deposit(
    head: Head, payment: Payment, answer: Answer, *, actor: str, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    try:
        # The player's other deposits do not count here: each counts when it is requested and when it is settled.
        require_may_deposit(
            payment.chain,
            payment.amount_minor,
            reserved_minor=0,
            jurisdiction=jurisdiction,
            at_ms=head.record_time_ms(now),
        )
    except Refusal as refusal:
        if refusal.kind is RefusalKind.UNAVAILABLE:
            # The platform is the cause, not the player: the payment keeps its status and is polled again.
            raise
        entry = new_status_entry(head, Status.CANCELLING, now=now, actor="platform", reason=refusal.code)
    else:
        seq = post_deposit(head, payment, actor=actor, now=now)
        save_large_deposit(payment, jurisdiction=jurisdiction, now=now)
        entry = new_status_entry(head, Status.SETTLED, now=now, actor=actor, reason=answer.reason, seq=seq)
    return store_status(payment, entry, reference=answer.reference)
