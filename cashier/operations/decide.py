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

from audit.chain_head import Head
from audit.operations.save_event import NewEvent, save_event
from cashier.core.payment import Payment, Status, Verdict, require_pending
from cashier.operations.advance import advance
from cashier.operations.conclude import write_answer
from cashier.operations.write import hold, step_at, write_step
from cashier.provider import Answer, Provider
from responsible_gaming.core.jurisdiction import Jurisdiction


class Decision(enum.StrEnum):
    """What an operator decides."""

    SETTLE = "settle"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """Which payment is decided, how, why (1 to 200 characters) and by whom (`operator:<name>`)."""

    payment_id: UUID
    decision: Decision
    reason: str
    actor: str


def decide(asked: Decided, *, providers: Mapping[str, Provider], jurisdiction: Jurisdiction, now: datetime) -> Payment:
    """Settle or refuse a pending payment, and return what became of it.

    A deposit that the player's limits forbid by now is refused whatever the decision, and the money given back.

    Raises:
        PaymentNotFound, PaymentNotPending: nothing was changed.
    """
    with transaction.atomic(durable=True):
        head, before = hold(asked.payment_id)
        require_pending(before)
        payment = _decide(head, before, asked, jurisdiction=jurisdiction, now=now)
        save_event(
            NewEvent(
                kind="payment-decided",
                actor=asked.actor,
                subject=payment.chain,
                reason=asked.reason,
                before={"payment": payment.id.hex, "status": before.status},
                after={"payment": payment.id.hex, "status": payment.status, "decision": asked.decision},
            ),
            now=now,
        )
    return advance(payment, providers[payment.provider], jurisdiction=jurisdiction, now=now)


def _decide(head: Head, payment: Payment, asked: Decided, *, jurisdiction: Jurisdiction, now: datetime) -> Payment:
    if asked.decision is Decision.REFUSE:
        status = Status.CANCELLING
    elif payment.waits_for_review:
        status = Status.REQUESTED
    else:
        told = Answer(verdict=Verdict.DONE, reason=asked.reason)
        return write_answer(head, payment, told, actor=asked.actor, jurisdiction=jurisdiction, now=now)
    return write_step(payment, step_at(head, status, now=now, actor=asked.actor, reason=asked.reason))
