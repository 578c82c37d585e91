"""Deposit: store the request, poll the provider, apply its answer.

The request is committed before the provider is called, so that no money moves outside without a payment here.

Source: docs/cashier.md; regulation F02, F26, F28.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from uuid_utils.compat import uuid7

from audit.queries.chains import head_for_update
from audit.queries.switches import EVERYTHING, off_switches, require_on
from cashier.core.payment import Direction, Payment, Status
from cashier.operations.block_deposits import require_not_blocked
from cashier.operations.deposit_preconditions import require_may_deposit
from cashier.operations.poll_provider import poll_provider
from cashier.operations.store_payment import new_status_entry, store_new_payment
from cashier.provider import Provider, require_method
from cashier.queries.payments import find_payment_by_key
from cashier.queries.unfinished_payments import reserved_minor
from kernel.ids import ChainId
from responsible_gaming.core.jurisdiction import Jurisdiction
from wallet.core.idempotency import IdempotentRequest, require_same_request
from wallet.core.ledger import CurrencyMismatch
from wallet.queries.balances import currency_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentRequest:
    """A player's request to deposit or withdraw."""

    chain: ChainId
    amount_minor: int
    """How much, in minor units, 1 or more."""
    currency: str
    method: str
    """One of the provider's methods."""
    idempotency: IdempotentRequest
    """The request's key and hash."""


def deposit(request: PaymentRequest, provider: Provider, *, jurisdiction: Jurisdiction, now: datetime) -> Payment:
    """Deposit once for each request key, and return the payment as the first request was answered.

    If the first request is still running, the repeated one polls the provider too, and both get the same answer.

    Raises:
        ReusedIdempotencyKey: the key belongs to another request.
        MethodNotOffered, CurrencyMismatch, SwitchedOff, DepositsBlocked: nothing was deposited.
        NoMoneyOnTestAccount, PlayerSuspended, AccountClosed, AccountDormant, NotVerified, OutdatedConsent, PlayerExcluded,
        MissingDepositLimit, DepositLimitExceeded, OutdatedLimits, BalanceTooLarge: as `require_may_deposit` says.
    """
    payment = _store_request(request, provider, jurisdiction=jurisdiction, now=now)
    return poll_provider(payment, provider, jurisdiction=jurisdiction, now=now).as_first_answered()


def new_payment(request: PaymentRequest, direction: Direction, provider: Provider) -> Payment:
    """Return a payment without a status.

    Raises:
        CurrencyMismatch: with the account's `currency`.
        MethodNotOffered: with the methods `offered`.
    """
    account_currency = currency_of(request.chain)
    if request.currency != account_currency:
        raise CurrencyMismatch(f"Nothing was moved. The account is in {account_currency}.", currency=account_currency)
    require_method(provider, request.method)
    return Payment(
        id=uuid7(),
        chain=request.chain,
        direction=direction,
        amount_minor=request.amount_minor,
        currency=request.currency,
        method=request.method,
        provider=provider.name,
        history=(),
    )


def find_repeated_payment(request: PaymentRequest) -> Payment | None:
    """Return the payment that this request already made, if any. The caller holds the chain's head for update.

    Raises:
        ReusedIdempotencyKey: the key belongs to another request.
    """
    earlier = find_payment_by_key(request.chain, request.idempotency.key)
    if earlier is None:
        return None
    payment, digest = earlier
    require_same_request(request.idempotency, digest)
    return payment


def _store_request(
    request: PaymentRequest, provider: Provider, *, jurisdiction: Jurisdiction, now: datetime
) -> Payment:
    with transaction.atomic(durable=True):
        head = head_for_update(request.chain)
        earlier = find_repeated_payment(request)
        if earlier is not None:
            return earlier
        payment = new_payment(request, Direction.DEPOSIT, provider)
        # Before the provider is asked. What it was asked for has moved outside, and is posted whatever is off.
        require_on(off_switches(), EVERYTHING, nothing="Nothing was deposited.")
        require_not_blocked(request.chain)
        require_may_deposit(
            request.chain,
            request.amount_minor,
            reserved_minor=reserved_minor(request.chain),
            jurisdiction=jurisdiction,
            at_ms=head.record_time_ms(now),
        )
        return store_new_payment(
            payment, new_status_entry(head, Status.REQUESTED, now=now, actor="player"), request.idempotency
        )
