"""Withdrawing: the money leaves the player's cash when it is asked for, so that it cannot be played meanwhile.

No limit and no exclusion stands in the way: what is the player's can always be withdrawn. Of a suspended account an
operator looks at it first.

Source: docs/cashier.md; regulation F02, F23, F28.
"""

from datetime import datetime

from django.db import transaction

from audit.queries import held_head
from cashier.core.payment import Direction, Payment, Status
from cashier.operations.deposit import PaymentRequest, find_repeated_payment, new_payment
from cashier.operations.poll_provider import poll_provider
from cashier.operations.post_payment import post_withdrawal
from cashier.operations.store_payment import new_status_entry, store_new_payment, store_status
from cashier.provider import Provider
from players.operations.set_pin import require_pin
from players.queries import player
from responsible_gaming.core.jurisdiction import Jurisdiction


def withdraw(
    asked: PaymentRequest, provider: Provider, *, pin: str, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Withdraw once for each request key, and return the payment where it first came to rest.

    Raises:
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
        IdempotencyKeyReused: the key belongs to another request.
        MethodNotOffered, CurrencyMismatch, InsufficientFunds: nothing was withdrawn.
    """
    require_pin(asked.chain, pin, now=now)
    payment = _request(asked, provider, now=now)
    return poll_provider(payment, provider, jurisdiction=jurisdiction, now=now).as_first_answered()


def _request(asked: PaymentRequest, provider: Provider, *, now: datetime) -> Payment:
    with transaction.atomic(durable=True):
        head = held_head(asked.chain)
        earlier = find_repeated_payment(asked)
        if earlier is not None:
            return earlier
        payment = new_payment(asked, Direction.WITHDRAWAL, provider)
        seq = post_withdrawal(head, payment, actor="player", now=now)
        requested = new_status_entry(head, Status.REQUESTED, now=now, actor="player", seq=seq)
        payment = store_new_payment(payment, requested, asked.request)
        if player(asked.chain).status != "suspended":
            return payment
        aside = new_status_entry(head, Status.PENDING, now=now, actor="platform", reason="account-suspended")
        return store_status(payment, aside)
