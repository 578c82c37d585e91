"""Granting play money: an operator's adjustment, with its record, in one transaction.

Source: decisions on funding; regulation F48. Real money comes in through the cashier.
"""

import os
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection, transaction

from audit import keys
from audit.core.note import leaf_hash
from audit.core.records import SALT_BYTES, moves_document, write
from audit.operations.append import TRIES, Busy, advance_clause, record_clauses, run
from audit.operations.note_event import Noted, note_event
from audit.queries import HeadRow, head_source, record_entry
from kernel.cte import Columns, gather
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.money import currency
from kernel.refusals import Kind, Refusal
from wallet.core.idempotency import IdempotentRequest, require_same_request
from wallet.core.ledger import Account, Balance, BalanceTooLarge, CurrencyMismatch, Posting, apply_postings, net_moves
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.balances import BALANCE_SOURCE, BalanceRow, balance_after
from wallet.queries.idempotency import IdempotencyRow, idempotency_source

FUNDED_MAX_MINOR: Final = 10**12
"""The most that an account may hold after money came in from outside: a nine-thousandth of what can be counted, so
that there is room for what is won on top of it, and no round fails to settle because its player has too much."""


class AmountOutOfRange(Refusal):
    """The amount cannot be granted."""

    code, kind = "amount-out-of-range", Kind.INVALID


class AccountNotFound(Refusal):
    """There is no such account."""

    code, kind = "account-not-found", Kind.NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantRequest:
    """What an operator asks: `amount_minor` (1 or more) of `currency` for the chain's player, and why."""

    chain: ChainId
    amount_minor: int
    currency: str
    reason: str
    actor: str
    request: IdempotentRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """The balance after the grant, and the record's receipt."""

    balance: Balance
    currency: str
    entry: str
    seq: int
    leaf: bytes


def grant_play_money(asked: GrantRequest, *, now: datetime) -> Grant:
    """Move play money from the adjustment account to the player's cash, once for each request key.

    Raises:
        AmountOutOfRange: not 1 to 10**12 minor units.
        CurrencyMismatch: with the account's `currency`.
        AccountNotFound: no such chain, or one without money.
        IdempotencyKeyReused: the key belongs to another request.
        BalanceTooLarge: cash and stakes in play would be more than 10**12 minor units.
        Busy: three times somebody else was faster.
    """
    if not 1 <= asked.amount_minor <= FUNDED_MAX_MINOR:
        raise AmountOutOfRange(
            f"Nothing was granted. Grant 1 to {FUNDED_MAX_MINOR} minor units.", minimum=1, maximum=FUNDED_MAX_MINOR
        )
    currency(asked.currency)
    for _ in range(TRIES):
        head, money, seen = _gather(asked)
        if seen is not None:
            require_same_request(asked.request, seen.request_digest)
            return _stored_answer(asked, money, seen.seq)
        if money.currency != asked.currency:
            raise CurrencyMismatch(f"Nothing was granted. The account is in {money.currency}.", currency=money.currency)
        granted = _record(asked, head, money, now)
        if granted is not None:
            return granted
    raise Busy


def _gather(asked: GrantRequest) -> tuple[HeadRow, BalanceRow, IdempotencyRow | None]:
    sql, params = gather(head_source("%s", asked.chain), BALANCE_SOURCE, idempotency_source(asked.request.key))
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        row = cursor.fetchone()
    columns = Columns(row) if row is not None else None
    head = columns.take(HeadRow) if columns is not None else None
    money = columns.take(BalanceRow) if columns is not None else None
    if columns is None or head is None or money is None:
        raise AccountNotFound("Nothing was granted. No player has this id.")
    return head, money, columns.take(IdempotencyRow)


def _record(asked: GrantRequest, row: HeadRow, money: BalanceRow, now: datetime) -> Grant | None:
    head, before = row.head(), money.balance()
    postings = [Posting(Account.ADJUSTMENT, Account.CASH, asked.amount_minor)]
    after = apply_postings(before, postings)
    if after.cash_minor + after.in_play_minor > FUNDED_MAX_MINOR:
        raise BalanceTooLarge(f"Nothing was granted. An account is funded up to {FUNDED_MAX_MINOR} minor units.")
    fields = {
        "kind": "adjustment",
        "moves": moves_document(net_moves(postings)),
        "bal": [before.cash_minor, after.cash_minor],
    }
    record = write(
        head.tip, "wallet", fields, now_ms=to_epoch_ms(now), salt=os.urandom(SALT_BYTES), signer=keys.signer("rounds")
    )
    journal = NewJournal(
        seq=record.tip.seq,
        kind="adjustment",
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=after,
        reference=asked.reason,
        actor=asked.actor,
        request=asked.request,
    )
    clauses = [advance_clause(head, head.after(record)), *record_clauses([record]), *journal_clauses([journal])]
    noted = Noted(
        kind="balance-adjusted",
        actor=asked.actor,
        subject=asked.chain,
        reason=asked.reason,
        before={"cash_minor": before.cash_minor},
        after={"cash_minor": after.cash_minor},
    )
    with transaction.atomic():
        if not run(clauses):
            return None
        note_event(noted, now=now)
    return Grant(balance=after, currency=money.currency, entry=record.entry, seq=record.tip.seq, leaf=record.tip.leaf)


def _stored_answer(asked: GrantRequest, money: BalanceRow, seq: int) -> Grant:
    entry = record_entry(asked.chain, seq)
    after = balance_after(asked.chain, seq=seq)
    return Grant(balance=after, currency=money.currency, entry=entry, seq=seq, leaf=leaf_hash(entry))
