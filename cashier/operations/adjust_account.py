"""Adjust an account for real: correct a record that was wrong, or give and take for another reason that is stored.

What one person alone gives and takes is bound by the jurisdiction, within 24 hours together with what others alone have
adjusted of the account. More needs two. The caller's clock decides, and the chain's head is held, so that of two
adjustments at the same time the second is decided after the first is stored.

A correction gives back what is the player's, or takes what never was: no limit, exclusion or status forbids it. What is
given for the cause `other` counts as a deposit, and whatever forbids a deposit forbids it. What is taken counts as nothing.

Source: docs/formats/adjustments.md; docs/cashier.md; regulation F48.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from audit.chain_head import Head
from audit.core.note import leaf_hash
from audit.core.records import parse_entry
from audit.queries.chains import head_for_update
from audit.queries.records import numbered_entries
from cashier.core.payment import Status
from cashier.operations.deposit_preconditions import require_may_deposit
from cashier.queries.lone_adjustments import adjusted_alone_by, lock_adjustments_of
from cashier.queries.payments import get_payment
from cashier.queries.unfinished_payments import reserved_minor
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.money import Money, currency
from players import vault
from players.queries.accounts import player_exists
from responsible_gaming.core.jurisdiction import Jurisdiction
from staff.core.approval import Approval, ProposalNeeded
from wallet.core.adjustment_cause import AdjustmentCause
from wallet.core.correction import Correctable, NotCorrectable, correctable
from wallet.core.idempotency import IdempotentRequest, identify_request, require_same_request
from wallet.core.ledger import CurrencyMismatch
from wallet.operations.adjust_balance import (
    FUNDED_MAX_MINOR,
    LONE_WINDOW,
    AccountNotFound,
    Adjusted,
    Adjustment,
    AmountOutOfRange,
    CorrectedRecord,
    book_adjustment,
    gather_account,
    stored_adjustment,
)
from wallet.queries.adjustments import StaffAdjustment, lone_adjustments_minor, staff_adjustments
from wallet.queries.balances import currency_of
from wallet.queries.journals import reference_of

ACT: Final = "adjust-balance"
"""What to propose where one person may not."""


LONE_ACCOUNTS: Final = 10
"""One person alone adjusts, within `LONE_WINDOW`, no more than as many accounts by their bound."""

_INSTANT: Final = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustmentOrder:
    """What of an account is to be adjusted."""

    chain: ChainId
    amount_minor: int
    """What is given to cash, in minor units; below 0 if it is taken."""
    currency: str
    """It must be the currency of the player's accounts."""
    corrects: int | None
    """The number, in the player's chain, of the record that is corrected. None: the cause is `other`."""

    @property
    def cause(self) -> AdjustmentCause:
        """The cause, as the record says it."""
        return AdjustmentCause.OTHER if self.corrects is None else AdjustmentCause.CORRECTION


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """An adjustment that can be made, and what it is about."""

    adjustments: int
    """How many adjustments the staff has made of the account so far."""
    corrects: CorrectedRecord | None
    correctable: Correctable | None
    corrected_minor: int
    """What the corrections of that record came to so far, without their signs."""


def adjust_alone(
    order: AdjustmentOrder,
    *,
    reason: str,
    actor: str,
    idempotency: IdempotentRequest,
    jurisdiction: Jurisdiction,
    now: datetime,
) -> Adjusted:
    """Adjust an account as one person asks, once for each request key.

    Raises:
        ProposalNeeded: with what was adjusted of the account within 24 hours, each time by one person alone, it would come
            to more than the jurisdiction's `lone_adjustment_max_minor` in its currency; or with what this person adjusted
            alone of all accounts in that currency, to more than ten times as much.
        ReusedIdempotencyKey: the key belongs to another request.
        InsufficientFunds: cash is less than what would be taken. Stakes in open rounds are not cash.
    What `examine_adjustment` raises.
    """
    with transaction.atomic():
        examined = _examined_unless_made(order, idempotency, jurisdiction=jurisdiction, now=now)
        if isinstance(examined, Adjusted):
            return examined
        since_ms = to_epoch_ms(now - LONE_WINDOW) + 1
        lone_minor = lone_adjustments_minor(staff_adjustments(order.chain, since_ms=since_ms))
        if lone_minor + abs(order.amount_minor) > jurisdiction.amounts_in(order.currency).lone_adjustment_max_minor:
            raise ProposalNeeded(ACT)
        _require_room_of_person(order, actor, jurisdiction=jurisdiction, now=now)
        return _book(order, examined, reason=reason, actor=actor, idempotency=idempotency, now=now)


def adjust_approved(order: AdjustmentOrder, *, by: Approval, jurisdiction: Jurisdiction, now: datetime) -> Adjusted:
    """Adjust an account as two people decided, once for each proposal.

    Raises:
        InsufficientFunds: cash is less than what would be taken.
    What `examine_adjustment` raises.
    """
    idempotency = identify_request(by.proposal.hex, method="PROPOSAL", path=ACT, body=b"")
    with transaction.atomic():
        examined = _examined_unless_made(order, idempotency, jurisdiction=jurisdiction, now=now)
        if isinstance(examined, Adjusted):
            return examined
        return _book(order, examined, reason=by.reason, actor=by.actor, idempotency=idempotency, now=now)


def examine_adjustment(order: AdjustmentOrder, *, jurisdiction: Jurisdiction, now: datetime) -> Examined:
    """Hold the chain's head until the transaction ends, and return what the adjustment is about. It may be made.

    Whether cash is enough is decided when it is booked.

    Raises:
        AccountNotFound, PlayerErased, UnknownCurrency, CurrencyMismatch, AmountOutOfRange: nothing was moved.
        NotCorrectable, CorrectionOneWay, CorrectionTooLarge: as `wallet.core.correction` says.
        NoMoneyOnTestAccount, PlayerSuspended, AccountClosed, AccountDormant, NotVerified, OutdatedConsent, PlayerExcluded,
        MissingDepositLimit, DepositLimitExceeded, OutdatedLimits, BalanceTooLarge: as `require_may_deposit` says, of what is
            given for the cause `other`.
    """
    head = _held(order.chain)
    if vault.is_erased(order.chain):
        raise vault.PlayerErased(
            "Nothing was moved. What identified the player was erased: nobody can be paid any more."
        )
    _require_amount(order)
    made = staff_adjustments(order.chain)
    if order.corrects is not None:
        return _examined_correction(order, order.corrects, made)
    if order.amount_minor > 0:
        require_may_deposit(
            order.chain,
            order.amount_minor,
            reserved_minor=reserved_minor(order.chain),
            jurisdiction=jurisdiction,
            at_ms=head.record_time_ms(now),
        )
    return Examined(adjustments=len(made), corrects=None, correctable=None, corrected_minor=0)


def _require_room_of_person(order: AdjustmentOrder, actor: str, *, jurisdiction: Jurisdiction, now: datetime) -> None:
    """Refuse who would spread over many accounts what nobody may give to one."""
    lock_adjustments_of(actor)
    since, until = now - LONE_WINDOW + _INSTANT, now + _INSTANT
    of_person_minor = adjusted_alone_by(actor, order.currency, since=since, until=until)
    most_minor = LONE_ACCOUNTS * jurisdiction.amounts_in(order.currency).lone_adjustment_max_minor
    if of_person_minor + abs(order.amount_minor) > most_minor:
        raise ProposalNeeded(ACT)


def _examined_unless_made(
    order: AdjustmentOrder, idempotency: IdempotentRequest, *, jurisdiction: Jurisdiction, now: datetime
) -> Examined | Adjusted:
    _held(order.chain)
    _, money, seen = gather_account(order.chain, idempotency)
    if seen is not None:
        require_same_request(idempotency, seen.request_digest)
        return stored_adjustment(order.chain, money, seen.seq)
    return examine_adjustment(order, jurisdiction=jurisdiction, now=now)


def _book(
    order: AdjustmentOrder,
    examined: Examined,
    *,
    reason: str,
    actor: str,
    idempotency: IdempotentRequest,
    now: datetime,
) -> Adjusted:
    adjustment = Adjustment(
        amount_minor=order.amount_minor,
        cause=order.cause,
        corrects=examined.corrects,
        reason=reason,
        actor=actor,
        idempotency=idempotency,
    )
    row, money, _ = gather_account(order.chain, idempotency)
    adjusted = book_adjustment(adjustment, row.head(), money, now=now)
    assert adjusted is not None, "the head is held for update"
    return adjusted


def _held(chain: ChainId) -> Head:
    if not player_exists(chain):
        raise AccountNotFound("Nothing was moved. No player has this id.")
    return head_for_update(chain)


def _require_amount(order: AdjustmentOrder) -> None:
    currency(order.currency)
    account_currency = currency_of(order.chain)
    if order.currency != account_currency:
        raise CurrencyMismatch(f"Nothing was moved. The account is in {account_currency}.", currency=account_currency)
    if not 1 <= abs(order.amount_minor) <= FUNDED_MAX_MINOR:
        minimum, maximum = Money(1, account_currency), Money(FUNDED_MAX_MINOR, account_currency)
        raise AmountOutOfRange(
            f"Nothing was moved. Give or take {minimum} to {maximum}.", minimum=minimum, maximum=maximum
        )


def _examined_correction(order: AdjustmentOrder, seq: int, made: Sequence[StaffAdjustment]) -> Examined:
    entry = numbered_entries(order.chain, [seq]).get(seq)
    record: Mapping[str, Any] = {} if entry is None else parse_entry(entry)
    target = correctable(record) if record else None
    if entry is None or target is None:
        raise NotCorrectable(
            "Nothing was moved. The account has no settlement, void or movement of money of this number."
        )
    if target.kind == "withdrawal":
        _require_paid_out(order.chain, seq)
    leaf = leaf_hash(entry).hex()
    corrected_minor = sum(abs(each.amount_minor) for each in made if each.of == leaf)
    target.require_within(order.amount_minor, corrected_minor=corrected_minor, currency=order.currency)
    return Examined(
        adjustments=len(made),
        corrects=CorrectedRecord(seq=seq, leaf=leaf),
        correctable=target,
        corrected_minor=corrected_minor,
    )


def _require_paid_out(chain: ChainId, seq: int) -> None:
    """Refuse to correct a withdrawal that was returned, or may be: its money comes back once."""
    payment = get_payment(UUID(hex=reference_of(chain, seq)))
    if payment.status is not Status.SETTLED:
        raise NotCorrectable("Nothing was moved. This withdrawal was not paid out: its money comes back by itself.")
