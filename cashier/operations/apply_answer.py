"""Writing down what came of a payment: the step, and the money with its record, in one transaction.

A deposit passes the limits once more, since they may have been tightened while the provider was at work. One that
they forbid by now never becomes the player's money: it is cancelled, and the provider gives it back.

Source: docs/cashier.md; docs/adr/0020-payments.md.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.append import Head
from cashier.core.payment import Direction, Payment, Status, status_after
from cashier.operations.block_deposits import block_after_failures
from cashier.operations.deposit_preconditions import require_may_deposit
from cashier.operations.post_payment import post_deposit, post_withdrawal_return
from cashier.operations.store_payment import new_status_entry, payment_for_update, store_status
from cashier.provider import Answer
from kernel.refusals import Kind, Refusal
from responsible_gaming.core.jurisdiction import Jurisdiction


def apply_answer(seen: Payment, answer: Answer, *, actor: str, jurisdiction: Jurisdiction, now: datetime) -> Payment:
    """Write down an answer to what was asked while the payment stood as it was `seen`, and return the payment.

    If it has gone on since, somebody else wrote an answer down, and this one changes nothing.
    """
    with transaction.atomic(durable=True):
        head, payment = payment_for_update(seen.id)
        if payment.history != seen.history:
            return payment
        return store_answer(head, payment, answer, actor=actor, jurisdiction=jurisdiction, now=now)


def store_answer(
    head: Head, payment: Payment, answer: Answer, *, actor: str, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Write down an answer, in the transaction that holds the chain."""
    status = status_after(payment, answer.outcome)
    if status is None:
        return payment
    if payment.direction is Direction.DEPOSIT and status is Status.SETTLED:
        return _settle_deposit(head, payment, answer, actor=actor, jurisdiction=jurisdiction, now=now)
    seq = None
    if payment.direction is Direction.WITHDRAWAL and status in {Status.REFUSED, Status.CANCELLED}:
        # The statement names who wanted the money back, where somebody did.
        by = payment.history[-1].actor if payment.status is Status.CANCELLING else actor
        seq = post_withdrawal_return(head, payment, ended=status, actor=by, now=now)
    step = new_status_entry(head, status, now=now, actor=actor, reason=answer.reason, seq=seq)
    after = store_status(payment, step, reference=answer.reference)
    block_after_failures(after, now=now)
    return after


def _settle_deposit(
    head: Head, payment: Payment, answer: Answer, *, actor: str, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    try:
        # What else is on its way in does not count here: it was counted when it was asked for, and will be again.
        require_may_deposit(
            payment.chain, payment.amount_minor, reserved_minor=0, jurisdiction=jurisdiction, at_ms=head.instant_ms(now)
        )
    except Refusal as refusal:
        if refusal.kind is Kind.UNAVAILABLE:
            # The platform's own state, not the player's: the payment stays as it is, and is asked for again.
            raise
        step = new_status_entry(head, Status.CANCELLING, now=now, actor="platform", reason=refusal.code)
    else:
        seq = post_deposit(head, payment, actor=actor, now=now)
        step = new_status_entry(head, Status.SETTLED, now=now, actor=actor, reason=answer.reason, seq=seq)
    return store_status(payment, step, reference=answer.reference)
