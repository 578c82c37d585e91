"""Adjust a balance: give money to an account, or take it, with the record, the event and the journal of it.

It decides nothing but that the money is there and the account does not overflow. Who may adjust what, for which cause,
is decided by its callers: `grant_play_money`, and `cashier.operations.adjust_account` for all other causes.

Source: docs/formats/adjustments.md; regulation F48.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from audit.chain_head import Head
from audit.core.note import leaf_hash
from audit.core.records import moves_document
from audit.gather import gather_row
from audit.operations.append import advance_cte, execute_step, record_ctes
from audit.operations.save_event import NewEvent, compose_event, leaf_hex, store_events
from audit.queries.chains import HeadRow, head_source
from audit.queries.records import record_entry
from audit.signed_record import signed_record
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.money import display
from kernel.refusals import Refusal, RefusalKind
from wallet.core.adjustment_cause import AdjustmentCause
from wallet.core.idempotency import IdempotentRequest
from wallet.core.ledger import Account, Balance, BalanceTooLarge, Posting, apply_postings, net_moves
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.balances import BALANCE_SOURCE, BalanceRow, balance_after
from wallet.queries.idempotency import IdempotencyRow, idempotency_source

FUNDED_MAX_MINOR: Final = 10**12
"""The most that an account may hold after money came in from outside, in minor units.

It is a nine-thousandth of `MAX_MINOR`, so that no round fails to settle because its player has too much."""

LONE_WINDOW: Final = timedelta(hours=24)
"""Over how long what single people give to an account, or take from it, is added up."""


class AmountOutOfRange(Refusal):
    """The amount cannot be granted."""

    code, kind = "amount-out-of-range", RefusalKind.INVALID


class AccountNotFound(Refusal):
    """There is no such account."""

    code, kind = "account-not-found", RefusalKind.NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedRecord:
    """The record that a correction corrects."""

    seq: int
    """Its number in the chain."""
    leaf: str
    """Its leaf, 64 hex digits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """What the staff gives to an account, or takes from it."""

    amount_minor: int
    """What is given to cash, below 0 if it is taken; never 0."""
    cause: AdjustmentCause
    corrects: CorrectedRecord | None = None
    """For the cause `correction`."""
    reason: str
    """Why, in the words of who asked for it."""
    actor: str
    """`operator:<name>`, or both names of an approval."""
    idempotency: IdempotentRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted:
    """An adjustment that was made."""

    balance: Balance
    """The player's money after it."""
    currency: str
    entry: str
    """The signed record, a note."""
    seq: int
    """The number of the record in the player's chain."""
    leaf: bytes
    """The record's leaf hash."""


def gather_account(chain: ChainId, idempotency: IdempotentRequest) -> tuple[HeadRow, BalanceRow, IdempotencyRow | None]:
    """Return a chain's head and money, and the journal of an earlier request with the same key.

    Raises:
        AccountNotFound: no such chain, or one without money.
    """
    head, used_key = head_source("%s", chain), idempotency_source(idempotency.key)
    gathered = gather_row(head, BALANCE_SOURCE, used_key)
    money = None if gathered is None else gathered[BALANCE_SOURCE]
    if gathered is None or money is None:
        raise AccountNotFound("Nothing was moved. No player has this id.")
    return gathered.required(head), money, gathered[used_key]


def book_adjustment(adjustment: Adjustment, head: Head, money: BalanceRow, *, now: datetime) -> Adjusted | None:
    """Move the money and write record, event and journal; None if the chain has changed, and nothing was written.

    Raises:
        InsufficientFunds: cash is less than what would be taken.
        BalanceTooLarge: cash and money in play would exceed `FUNDED_MAX_MINOR`.
    """
    before = money.balance()
    posting = _posting(adjustment.amount_minor)
    after = apply_postings(before, [posting])
    if adjustment.amount_minor > 0 and after.cash_minor + after.in_play_minor > FUNDED_MAX_MINOR:
        maximum = display(FUNDED_MAX_MINOR, money.currency)
        raise BalanceTooLarge(f"Nothing was given. An account is funded up to {maximum}.")
    if adjustment.cause is AdjustmentCause.OTHER:
        after = after.with_gift_as_deposit(max(0, adjustment.amount_minor))

    event = compose_event(_event(adjustment, head.tip.chain, before, after), now=now)
    fields = _fields(adjustment, before, after, event_leaf=leaf_hex(event))
    record = signed_record(head.tip, "wallet", fields, now_ms=to_epoch_ms(now))
    journal = NewJournal(
        seq=record.tip.seq,
        kind="adjustment",
        time_ms=record.tip.time_ms,
        postings=[posting],
        balance=after,
        reference=adjustment.reason,
        actor=adjustment.actor,
        request=adjustment.idempotency,
    )
    clauses = [advance_cte(head, head.advanced_by(record)), *record_ctes([record]), *journal_clauses([journal])]
    with transaction.atomic():
        if not execute_step(clauses):
            return None
        store_events([event])
    return Adjusted(
        balance=after, currency=money.currency, entry=record.entry, seq=record.tip.seq, leaf=record.tip.leaf
    )


def stored_adjustment(chain: ChainId, money: BalanceRow, seq: int) -> Adjusted:
    """Return the adjustment of record number `seq` as it was answered first."""
    entry = record_entry(chain, seq)
    after = balance_after(chain, seq=seq)
    return Adjusted(balance=after, currency=money.currency, entry=entry, seq=seq, leaf=leaf_hash(entry))


def _posting(amount_minor: int) -> Posting:
    if amount_minor > 0:
        return Posting(Account.ADJUSTMENT, Account.CASH, amount_minor)
    return Posting(Account.CASH, Account.ADJUSTMENT, -amount_minor)


def _event(adjustment: Adjustment, chain: ChainId, before: Balance, after: Balance) -> NewEvent:
    corrects = {} if adjustment.corrects is None else {"corrects": adjustment.corrects.seq}
    moved = {"amount_minor": adjustment.amount_minor, "cash_minor": after.cash_minor, **corrects}
    return NewEvent(
        kind="balance-adjusted",
        actor=adjustment.actor,
        subject=chain,
        reason=adjustment.reason,
        before={"cash_minor": before.cash_minor},
        after={"cause": adjustment.cause.value, **moved},
    )


def _fields(adjustment: Adjustment, before: Balance, after: Balance, *, event_leaf: str) -> dict[str, object]:
    """Return what the record says besides what every record does."""
    of = {} if adjustment.corrects is None else {"of": adjustment.corrects.leaf}
    return {
        "kind": "adjustment",
        "cause": adjustment.cause.value,
        **of,
        "moves": moves_document(net_moves([_posting(adjustment.amount_minor)])),
        "bal": [before.cash_minor, after.cash_minor],
        "ev": event_leaf,
    }
