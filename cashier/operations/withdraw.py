"""Withdrawing: the money leaves the player's cash when it is asked for, so that it cannot be played meanwhile.

No limit and no exclusion stands in the way: what is the player's can always be withdrawn. Of a suspended account an
operator looks at it first.

Source: docs/cashier.md; regulation F02, F23, F28.
"""

from datetime import datetime

from django.db import transaction

from audit.queries.chains import head_for_update
from cashier.core.payment import Direction, Payment, Status
from cashier.operations.advance import advance
from cashier.operations.deposit import PaymentRequest, done_before, new_payment
from cashier.operations.move import pay_out
from cashier.operations.write import step_at, write_new, write_step
from cashier.provider import Provider
from players.operations.set_pin import require_pin
from players.queries.accounts import player
from responsible_gaming.core.jurisdiction import Jurisdiction


def withdraw(
    asked: PaymentRequest, provider: Provider, *, pin: str, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Withdraw once for each request key, and return the payment where it first came to rest.

    Raises:
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
        ReusedIdempotencyKey: the key belongs to another request.
        MethodNotOffered, CurrencyMismatch, InsufficientFunds: nothing was withdrawn.
    """
    require_pin(asked.chain, pin, now=now)
    payment = _request(asked, provider, now=now)
    return advance(payment, provider, jurisdiction=jurisdiction, now=now).as_first_answered()


def _request(asked: PaymentRequest, provider: Provider, *, now: datetime) -> Payment:
    with transaction.atomic(durable=True):
        head = head_for_update(asked.chain)
        earlier = done_before(asked)
        if earlier is not None:
            return earlier
        payment = new_payment(asked, Direction.WITHDRAWAL, provider)
        seq = pay_out(head, payment, actor="player", now=now)
        requested = step_at(head, Status.REQUESTED, now=now, actor="player", seq=seq)
        payment = write_new(payment, requested, asked.request)
        if player(asked.chain).status != "suspended":
            return payment
        aside = step_at(head, Status.PENDING, now=now, actor="platform", reason="account-suspended")
        return write_step(payment, aside)
