"""Grant play money: an adjustment, with its record, in one transaction.

What one person alone grants to an account is bound, within 24 hours together with what others alone have granted to it.
More needs two.

Source: decisions on funding; docs/approvals.md; regulation F45, F48. Real money comes in through the cashier.
"""

from dataclasses import dataclass
from datetime import datetime

from audit.operations.append import MAX_ATTEMPTS, Busy
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.money import Money, currency
from staff.core.approval import Approval, ProposalNeeded
from wallet.core.adjustment_cause import AdjustmentCause
from wallet.core.idempotency import IdempotentRequest, identify_request, require_same_request
from wallet.core.ledger import CurrencyMismatch
from wallet.operations.adjust_balance import (
    FUNDED_MAX_MINOR,
    LONE_WINDOW,
    Adjusted,
    Adjustment,
    AmountOutOfRange,
    book_adjustment,
    gather_account,
    stored_adjustment,
)
from wallet.queries.adjustments import lone_grants_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantRequest:
    """An operator's request to grant play money to a player."""

    chain: ChainId
    amount_minor: int
    """How much, in minor units, 1 to `FUNDED_MAX_MINOR`."""
    currency: str
    """It must be the currency of the player's accounts."""
    reason: str
    """Why, in the operator's words."""
    actor: str
    """Who grants: `operator:<name>`, or both names of an approval."""
    idempotency: IdempotentRequest
    """The request's key and hash."""


def grant_play_money(request: GrantRequest, *, lone_max_minor: int, now: datetime) -> Adjusted:
    """Move play money from the adjustment account to the player's cash, once for each request key, as one person asks.

    Raises:
        ProposalNeeded: with what was granted to the account within 24 hours, each time by one person alone, it would
            come to more than `lone_max_minor`.
        AmountOutOfRange: with the `minimum` and the `maximum`.
        CurrencyMismatch: with the account's `currency`.
        AccountNotFound: no such chain, or one without money.
        ReusedIdempotencyKey: the key belongs to another request.
        BalanceTooLarge: cash and money in play would exceed `FUNDED_MAX_MINOR`.
        Busy: lost the race for this chain three times.
    """
    return _grant(request, lone_max_minor=lone_max_minor, now=now)


def grant_approved(chain: ChainId, amount_minor: int, currency_code: str, *, by: Approval, now: datetime) -> Adjusted:
    """Grant play money as two people decided, once for each proposal.

    Raises:
        AmountOutOfRange, CurrencyMismatch, AccountNotFound, BalanceTooLarge, Busy: as `grant_play_money` says.
    """
    request = GrantRequest(
        chain=chain,
        amount_minor=amount_minor,
        currency=currency_code,
        reason=by.reason,
        actor=by.actor,
        idempotency=identify_request(by.proposal.hex, method="PROPOSAL", path="grant", body=b""),
    )
    return _grant(request, lone_max_minor=None, now=now)


def _grant(request: GrantRequest, *, lone_max_minor: int | None, now: datetime) -> Adjusted:
    currency(request.currency)
    if not 1 <= request.amount_minor <= FUNDED_MAX_MINOR:
        minimum, maximum = Money(1, request.currency), Money(FUNDED_MAX_MINOR, request.currency)
        raise AmountOutOfRange(f"Nothing was granted. Grant {minimum} to {maximum}.", minimum=minimum, maximum=maximum)
    adjustment = Adjustment(
        amount_minor=request.amount_minor,
        cause=AdjustmentCause.PLAY_MONEY,
        reason=request.reason,
        actor=request.actor,
        idempotency=request.idempotency,
    )
    for _ in range(MAX_ATTEMPTS):
        row, money, seen = gather_account(request.chain, request.idempotency)
        if seen is not None:
            require_same_request(request.idempotency, seen.request_digest)
            return stored_adjustment(request.chain, money, seen.seq)
        if money.currency != request.currency:
            raise CurrencyMismatch(f"Nothing was granted. The account is in {money.currency}.", currency=money.currency)
        if lone_max_minor is not None:
            # Read after the head: whatever is granted from now on lets this record fail.
            granted_minor = lone_grants_minor(request.chain, since_ms=to_epoch_ms(now - LONE_WINDOW) + 1)
            if granted_minor + request.amount_minor > lone_max_minor:
                raise ProposalNeeded("grant-play-money")
        granted = book_adjustment(adjustment, row.head(), money, now=now)
        if granted is not None:
            return granted
    raise Busy
