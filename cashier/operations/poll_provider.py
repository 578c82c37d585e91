"""Asking the provider about a payment until it rests.

Between what is written before the question and after the answer, anything may crash: then the payment stands as
requested or as being cancelled, and `resume` asks again. The provider knows the order by our id, so that no number of
questions moves the money twice.

Source: docs/adr/0020-payments.md.
"""

from datetime import datetime

from cashier.core.payment import RESUMABLE, Direction, Payment, Status
from cashier.operations.apply_answer import apply_answer
from cashier.provider import Answer, PaymentInstruction, Provider, ProviderUnreachable
from responsible_gaming.core.jurisdiction import Jurisdiction


def poll_provider(payment: Payment, provider: Provider, *, jurisdiction: Jurisdiction, now: datetime) -> Payment:
    """Bring a payment to rest, or as far as the provider lets it, and return it. Called outside any transaction.

    A payment that was begun with another provider is left to `resume`, which asks that one.
    """
    while payment.status in RESUMABLE and payment.provider == provider.name:
        try:
            answer = _ask(payment, provider)
        except ProviderUnreachable:
            return payment
        after = apply_answer(payment, answer, actor="provider", jurisdiction=jurisdiction, now=now)
        if after.history == payment.history:
            return payment
        payment = after
    return payment


def _ask(payment: Payment, provider: Provider) -> Answer:
    order = PaymentInstruction(
        payment=payment.id, amount_minor=payment.amount_minor, currency=payment.currency, method=payment.method
    )
    if payment.status is Status.CANCELLING:
        return provider.cancel(order)
    if payment.direction is Direction.DEPOSIT:
        return provider.begin_deposit(order)
    return provider.begin_withdrawal(order)
