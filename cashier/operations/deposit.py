"""Depositing: written down first, then asked of the provider, then concluded.

The request is committed before the provider hears of it: money that moves outside is never unknown here.

Source: docs/cashier.md; regulation F02, F26, F28.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from uuid_utils.compat import uuid7

from audit.queries import held_head
from cashier.core.payment import Direction, Payment, Status
from cashier.operations.block_deposits import require_not_blocked
from cashier.operations.deposit_preconditions import require_may_deposit
from cashier.operations.poll_provider import poll_provider
from cashier.operations.store_payment import new_status_entry, store_new_payment
from cashier.provider import Provider, require_method
from cashier.queries.payments import seen
from cashier.queries.unfinished_payments import reserved_minor
from kernel.ids import ChainId
from responsible_gaming.core.jurisdiction import Jurisdiction
from wallet.core.idempotency import IdempotentRequest, require_same_request
from wallet.core.ledger import CurrencyMismatch
from wallet.queries.balances import currency_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentRequest:
    """What a player asks: `amount_minor` (1 or more) of `currency`, by one of the provider's methods."""

    chain: ChainId
    amount_minor: int
    currency: str
    method: str
    request: IdempotentRequest


def deposit(asked: PaymentRequest, provider: Provider, *, jurisdiction: Jurisdiction, now: datetime) -> Payment:
    """Deposit once for each request key, and return the payment where it first came to rest.

    A repeated request that finds the first one still under way asks the provider too, and both get the same answer.

    Raises:
        IdempotencyKeyReused: the key belongs to another request.
        MethodNotOffered, CurrencyMismatch, DepositsBlocked: nothing was deposited.
        PlayerSuspended, AccountClosed, AccountDormant, NotVerified, ConsentOutdated, PlayerExcluded, DepositLimitMissing, DepositLimitExceeded, LimitsOutdated, BalanceTooLarge:
            as `require_may_deposit` says.
    """
    payment = _request(asked, provider, jurisdiction=jurisdiction, now=now)
    return poll_provider(payment, provider, jurisdiction=jurisdiction, now=now).as_first_answered()


def new_payment(asked: PaymentRequest, direction: Direction, provider: Provider) -> Payment:
    """Return a payment that nothing has become of yet.

    Raises:
        CurrencyMismatch: with the account's `currency`.
        MethodNotOffered: with those `offered`.
    """
    kept_in = currency_of(asked.chain)
    if asked.currency != kept_in:
        raise CurrencyMismatch(f"Nothing was moved. The account is in {kept_in}.", currency=kept_in)
    require_method(provider, asked.method)
    return Payment(
        id=uuid7(),
        chain=asked.chain,
        direction=direction,
        amount_minor=asked.amount_minor,
        currency=asked.currency,
        method=asked.method,
        provider=provider.name,
        history=(),
    )


def find_repeated_payment(asked: PaymentRequest) -> Payment | None:
    """Return the payment that this request made before, if it did; with the chain held.

    Raises:
        IdempotencyKeyReused: the key belongs to another request.
    """
    earlier = seen(asked.chain, asked.request.key)
    if earlier is None:
        return None
    payment, digest = earlier
    require_same_request(asked.request, digest)
    return payment


def _request(asked: PaymentRequest, provider: Provider, *, jurisdiction: Jurisdiction, now: datetime) -> Payment:
    with transaction.atomic(durable=True):
        head = held_head(asked.chain)
        earlier = find_repeated_payment(asked)
        if earlier is not None:
            return earlier
        payment = new_payment(asked, Direction.DEPOSIT, provider)
        require_not_blocked(asked.chain)
        require_may_deposit(
            asked.chain,
            asked.amount_minor,
            reserved_minor=reserved_minor(asked.chain),
            jurisdiction=jurisdiction,
            at_ms=head.instant_ms(now),
        )
        return store_new_payment(
            payment, new_status_entry(head, Status.REQUESTED, now=now, actor="player"), asked.request
        )
