"""Poll the provider about a payment.

The process may crash after the request is stored and before the answer is stored. Then the payment stays requested or
cancelling, and `resume_payments` polls again. The provider identifies the instruction by the payment's id, so that no
number of polls moves the money twice.

Source: docs/adr/0020-payments.md.
"""

from datetime import datetime

from django.db import IntegrityError, InterfaceError, InternalError, OperationalError

from audit.operations.append import is_too_late
from cashier.core.payment import RESUMABLE, Direction, Payment, Status
from cashier.operations.apply_answer import apply_answer
from cashier.provider import Answer, PaymentInstruction, Provider, ProviderUnreachable
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.jurisdiction import Jurisdiction


class PaymentUnfinished(Refusal):
    """The payment was requested, and its outcome could not be stored yet."""

    code, kind = "payment-unfinished", RefusalKind.UNAVAILABLE

    def __init__(self) -> None:
        """Say what becomes of the payment."""
        super().__init__(
            "The payment is stored and goes on without you; its money moves once at most. Repeat the request with the"
            " same Idempotency-Key to learn its outcome.",
            retry_after=1,
        )


def poll_provider(payment: Payment, provider: Provider, *, jurisdiction: Jurisdiction, now: datetime) -> Payment:
    """Poll the provider until the payment is not resumable or the answer changes nothing, and return the payment.

    Call it outside any transaction. A payment of another provider is returned unchanged: `resume_payments` polls that
    one.

    Raises:
        PaymentUnfinished: the database is in trouble, or the provider took so long that `now` is no more.
    """
    while payment.status in RESUMABLE and payment.provider == provider.name:
        try:
            answer = _send(payment, provider)
        except ProviderUnreachable:
            return payment
        try:
            after = apply_answer(payment, answer, actor="provider", jurisdiction=jurisdiction, now=now)
        except (InterfaceError, InternalError, OperationalError) as trouble:
            raise PaymentUnfinished from trouble
        except IntegrityError as error:
            if not is_too_late(error):
                raise
            # The provider took too long. The task polls it again.
            raise PaymentUnfinished from error
        if after.history == payment.history:
            return payment
        payment = after
    return payment


def _send(payment: Payment, provider: Provider) -> Answer:
    instruction = PaymentInstruction(
        payment_id=payment.id, amount_minor=payment.amount_minor, currency=payment.currency, method=payment.method
    )
    if payment.status is Status.CANCELLING:
        return provider.cancel(instruction)
    if payment.direction is Direction.DEPOSIT:
        return provider.begin_deposit(instruction)
    return provider.begin_withdrawal(instruction)
