"""Grant play money: an operator's adjustment, with its record, in one transaction.

Source: decisions on funding; regulation F48. Real money comes in through the cashier.
"""

import os
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from audit import keys
from audit.core.note import leaf_hash
from audit.core.records import SALT_BYTES, build_record, moves_document
from audit.gather import gather_row
from audit.operations.append import MAX_ATTEMPTS, Busy, advance_cte, execute_step, record_ctes
from audit.operations.save_event import NewEvent, compose_event, leaf_hex, store_events
from audit.queries.chains import HeadRow, head_source
from audit.queries.records import record_entry
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.money import Money, currency, display
from kernel.refusals import Refusal, RefusalKind
from wallet.core.adjustment_cause import AdjustmentCause
from wallet.core.idempotency import IdempotentRequest, require_same_request
from wallet.core.ledger import Account, Balance, BalanceTooLarge, CurrencyMismatch, Posting, apply_postings, net_moves
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.balances import BALANCE_SOURCE, BalanceRow, balance_after
from wallet.queries.idempotency import IdempotencyRow, idempotency_source

FUNDED_MAX_MINOR: Final = 10**12
"""The most that an account may hold after money came in from outside, in minor units.

It is a nine-thousandth of `MAX_MINOR`, so that no round fails to settle because its player has too much."""


class AmountOutOfRange(Refusal):
    """The amount cannot be granted."""

    code, kind = "amount-out-of-range", RefusalKind.INVALID


class AccountNotFound(Refusal):
    """There is no such account."""

    code, kind = "account-not-found", RefusalKind.NOT_FOUND


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
    """Who grants: `operator:<name>`."""
    idempotency: IdempotentRequest
    """The request's key and hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """A grant that was made."""

    balance: Balance
    """The player's money after the grant."""
    currency: str
    entry: str
    """The signed record, a note."""
    seq: int
    """The number of the record in the player's chain."""
    leaf: bytes
    """The record's leaf hash."""


def grant_play_money(request: GrantRequest, *, now: datetime) -> Grant:
    """Move play money from the adjustment account to the player's cash, once for each request key.

    Raises:
        AmountOutOfRange: with the `minimum` and the `maximum`.
        CurrencyMismatch: with the account's `currency`.
        AccountNotFound: no such chain, or one without money.
        ReusedIdempotencyKey: the key belongs to another request.
        BalanceTooLarge: cash and money in play would exceed `FUNDED_MAX_MINOR`.
        Busy: lost the race for this chain three times.
    """
    currency(request.currency)
    if not 1 <= request.amount_minor <= FUNDED_MAX_MINOR:
        minimum, maximum = Money(1, request.currency), Money(FUNDED_MAX_MINOR, request.currency)
        raise AmountOutOfRange(f"Nothing was granted. Grant {minimum} to {maximum}.", minimum=minimum, maximum=maximum)
    for _ in range(MAX_ATTEMPTS):
        head, money, seen = _gather(request)
        if seen is not None:
            require_same_request(request.idempotency, seen.request_digest)
            return _stored_answer(request, money, seen.seq)
        if money.currency != request.currency:
            raise CurrencyMismatch(f"Nothing was granted. The account is in {money.currency}.", currency=money.currency)
        granted = _record(request, head, money, now)
        if granted is not None:
            return granted
    raise Busy


def _gather(request: GrantRequest) -> tuple[HeadRow, BalanceRow, IdempotencyRow | None]:
    head, used_key = head_source("%s", request.chain), idempotency_source(request.idempotency.key)
    gathered = gather_row(head, BALANCE_SOURCE, used_key)
    money = None if gathered is None else gathered[BALANCE_SOURCE]
    if gathered is None or money is None:
        raise AccountNotFound("Nothing was granted. No player has this id.")
    return gathered.required(head), money, gathered[used_key]


def _record(request: GrantRequest, row: HeadRow, money: BalanceRow, now: datetime) -> Grant | None:
    head, before = row.head(), money.balance()
    postings = [Posting(Account.ADJUSTMENT, Account.CASH, request.amount_minor)]
    after = apply_postings(before, postings)
    if after.cash_minor + after.in_play_minor > FUNDED_MAX_MINOR:
        maximum = display(FUNDED_MAX_MINOR, money.currency)
        raise BalanceTooLarge(f"Nothing was granted. An account is funded up to {maximum}.")
    event = compose_event(
        NewEvent(
            kind="balance-adjusted",
            actor=request.actor,
            subject=request.chain,
            reason=request.reason,
            before={"cash_minor": before.cash_minor},
            after={"amount_minor": request.amount_minor, "cash_minor": after.cash_minor},
        ),
        now=now,
    )
    fields = {
        "kind": "adjustment",
        "cause": AdjustmentCause.PLAY_MONEY.value,
        "moves": moves_document(net_moves(postings)),
        "bal": [before.cash_minor, after.cash_minor],
        "ev": leaf_hex(event),
    }
    record = build_record(
        head.tip, "wallet", fields, now_ms=to_epoch_ms(now), salt=os.urandom(SALT_BYTES), signer=keys.signer("rounds")
    )
    journal = NewJournal(
        seq=record.tip.seq,
        kind="adjustment",
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=after,
        reference=request.reason,
        actor=request.actor,
        request=request.idempotency,
    )
    clauses = [advance_cte(head, head.advanced_by(record)), *record_ctes([record]), *journal_clauses([journal])]
    with transaction.atomic():
        if not execute_step(clauses):
            return None
        store_events([event])
    return Grant(balance=after, currency=money.currency, entry=record.entry, seq=record.tip.seq, leaf=record.tip.leaf)


def _stored_answer(request: GrantRequest, money: BalanceRow, seq: int) -> Grant:
    entry = record_entry(request.chain, seq)
    after = balance_after(request.chain, seq=seq)
    return Grant(balance=after, currency=money.currency, entry=entry, seq=seq, leaf=leaf_hash(entry))
