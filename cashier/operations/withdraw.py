"""Withdraw: take the money from the player's cash at the request, so that it cannot be played with meanwhile.

No limit and no exclusion forbids a withdrawal. A withdrawal from a suspended account waits for an operator's review.

Source: docs/cashier.md; regulation F02, F23, F28.
"""

from datetime import datetime

from django.db import transaction

from audit.queries.chains import head_for_update
from cashier.core.payment import Direction, Payment, Status
from cashier.operations.deposit import PaymentRequest, find_repeated_payment, new_payment
from cashier.operations.large_payments import save_withdrawal_events
from cashier.operations.poll_provider import poll_provider
from cashier.operations.post_payment import post_withdrawal
from cashier.operations.real_account import require_real_account
from cashier.operations.store_payment import new_status_entry, store_new_payment, store_status
from cashier.provider import Provider
from players.operations.set_pin import require_pin
from players.queries.accounts import player
from responsible_gaming.core.jurisdiction import Jurisdiction


def withdraw(
    request: PaymentRequest, provider: Provider, *, pin: str, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    """Withdraw once for each request key, and return the payment as the first request was answered.

    Raises:
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
        ReusedIdempotencyKey: the key belongs to another request.
        NoMoneyOnTestAccount, MethodNotOffered, CurrencyMismatch, InsufficientFunds: nothing was withdrawn.
    """
    require_pin(request.chain, pin, now=now)
    payment = _store_request(request, provider, jurisdiction=jurisdiction, now=now)
    return poll_provider(payment, provider, jurisdiction=jurisdiction, now=now).as_first_answered()


def _store_request(
    request: PaymentRequest, provider: Provider, *, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    with transaction.atomic(durable=True):
        head = head_for_update(request.chain)
        earlier = find_repeated_payment(request)
        if earlier is not None:
            return earlier
        require_real_account(request.chain)
        payment = new_payment(request, Direction.WITHDRAWAL, provider)
        seq = post_withdrawal(head, payment, actor="player", now=now)
        save_withdrawal_events(payment, jurisdiction=jurisdiction, now=now)
        requested = new_status_entry(head, Status.REQUESTED, now=now, actor="player", seq=seq)
        payment = store_new_payment(payment, requested, request.idempotency)
        if player(request.chain).status != "suspended":
            return payment
        held_back = new_status_entry(head, Status.PENDING, now=now, actor="platform", reason="account-suspended")
        return store_status(payment, held_back)
