"""Writing down what came of a payment: the step, and the money with its record, in one transaction.

A deposit passes the limits once more, since they may have been tightened while the provider was at work. One that
they forbid by now never becomes the player's money: it is cancelled, and the provider gives it back.

Source: docs/cashier.md; docs/adr/0020-payments.md.
"""

from datetime import datetime

from django.db import transaction

from audit.chain_head import Head
from cashier.core.payment import Direction, Payment, Status, status_after
from cashier.operations.admission import require_may_deposit
from cashier.operations.block import block_after_failures
from cashier.operations.move import give_back, take_in
from cashier.operations.write import hold, step_at, write_step
from cashier.provider import Answer
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.jurisdiction import Jurisdiction


def conclude(seen: Payment, answer: Answer, *, actor: str, jurisdiction: Jurisdiction, now: datetime) -> Payment:
    """Write down an answer to what was asked while the payment stood as it was `seen`, and return the payment.

    If it has gone on since, somebody else wrote an answer down, and this one changes nothing.
    """
    with transaction.atomic(durable=True):
        head, payment = hold(seen.id)
        if payment.steps != seen.steps:
            return payment
        return write_answer(head, payment, answer, actor=actor, jurisdiction=jurisdiction, now=now)


def write_answer(
    head: Head, payment: Payment, answer: Answer, *, actor: str, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Write down an answer, in the transaction that holds the chain."""
    status = status_after(payment, answer.verdict)
    if status is None:
        return payment
    if payment.direction is Direction.DEPOSIT and status is Status.SETTLED:
        return _settle_deposit(head, payment, answer, actor=actor, jurisdiction=jurisdiction, now=now)
    seq = None
    if payment.direction is Direction.WITHDRAWAL and status in {Status.REFUSED, Status.CANCELLED}:
        # The statement names who wanted the money back, where somebody did.
        by = payment.steps[-1].actor if payment.status is Status.CANCELLING else actor
        seq = give_back(head, payment, ended=status, actor=by, now=now)
    step = step_at(head, status, now=now, actor=actor, reason=answer.reason, seq=seq)
    after = write_step(payment, step, reference=answer.reference)
    block_after_failures(after, now=now)
    return after


def _settle_deposit(
    head: Head, payment: Payment, answer: Answer, *, actor: str, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    try:
        # What else is on its way in does not count here: it was counted when it was asked for, and will be again.
        require_may_deposit(
            payment.chain,
            payment.amount_minor,
            reserved_minor=0,
            jurisdiction=jurisdiction,
            at_ms=head.record_time_ms(now),
        )
    except Refusal as refusal:
        if refusal.kind is RefusalKind.UNAVAILABLE:
            # The platform's own state, not the player's: the payment stays as it is, and is asked for again.
            raise
        step = step_at(head, Status.CANCELLING, now=now, actor="platform", reason=refusal.code)
    else:
        seq = take_in(head, payment, actor=actor, now=now)
        step = step_at(head, Status.SETTLED, now=now, actor=actor, reason=answer.reason, seq=seq)
    return write_step(payment, step, reference=answer.reference)
