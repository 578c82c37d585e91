"""Post a payment's money to or from a player's cash, with its record.

Call these functions in the transaction that stores the payment's status, so that neither exists without the other.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from audit.chain_head import Head
from audit.core.note import leaf_hash
from audit.core.records import moves_document
from audit.operations.append import advance_cte, execute_step, record_ctes
from audit.operations.save_event import NewEvent, save_event
from audit.queries.records import record_entry
from audit.signed_record import signed_record
from cashier.core.payment import Payment
from kernel.instants import to_epoch_ms
from wallet.core.adjustment_cause import AdjustmentCause
from wallet.core.ledger import Account, Posting, apply_postings, net_moves
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.balances import balance


def post_deposit(head: Head, payment: Payment, *, actor: str, now: datetime) -> int:
    """Post a deposit to the player's cash, and return the number of its journal and record."""
    posting = Posting(Account.DEPOSIT, Account.CASH, payment.amount_minor)
    return _post(head, "deposit", posting, payment.currency, reference=payment.id.hex, actor=actor, now=now)


def post_withdrawal(head: Head, payment: Payment, *, actor: str, now: datetime) -> int:
    """Post a withdrawal from the player's cash, and return the number of its journal and record.

    Raises:
        InsufficientFunds: the cash is less. Stakes in open rounds are not cash.
    """
    posting = Posting(Account.CASH, Account.WITHDRAWAL, payment.amount_minor)
    return _post(head, "withdrawal", posting, payment.currency, reference=payment.id.hex, actor=actor, now=now)


def post_withdrawal_return(head: Head, payment: Payment, *, ended: str, actor: str, now: datetime) -> int:
    """Return a withdrawal that was not paid out to the player's cash, with the event of it.

    The reference says how the withdrawal `ended`, the record which withdrawal it was.
    """
    withdrawn = payment.history[0].seq
    assert withdrawn is not None, "a withdrawal takes its money when it is requested"
    cause = {
        "cause": AdjustmentCause.RETURNED.value,
        "of": leaf_hash(record_entry(payment.chain, withdrawn)).hex(),
    }
    posting = Posting(Account.ADJUSTMENT, Account.CASH, payment.amount_minor)
    reference = f"withdrawal-{ended}:{payment.id.hex}"
    event = NewEvent(
        kind="withdrawal-returned",
        subject=payment.chain,
        actor=actor,
        after={"payment": payment.id.hex, "ended": ended, "amount_minor": payment.amount_minor},
    )
    caused = {**cause, "ev": save_event(event, now=now)}
    return _post(
        head, "adjustment", posting, payment.currency, reference=reference, actor=actor, now=now, caused=caused
    )


def _post(  # noqa: PLR0913  what a journal and a record hold
    head: Head,
    kind: str,
    posting: Posting,
    currency: str,
    *,
    reference: str,
    actor: str,
    now: datetime,
    caused: Mapping[str, str] = MappingProxyType({}),
) -> int:
    before = replace(balance(head.tip.chain), currency=currency)
    after = apply_postings(before, [posting])
    fields = {
        "kind": kind,
        "moves": moves_document(net_moves([posting])),
        "bal": [before.cash_minor, after.cash_minor],
        **caused,
    }
    record = signed_record(head.tip, "wallet", fields, now_ms=to_epoch_ms(now))
    journal = NewJournal(
        seq=record.tip.seq,
        kind=kind,
        time_ms=record.tip.time_ms,
        postings=[posting],
        balance=after,
        reference=reference,
        actor=actor,
    )
    written = execute_step(
        [advance_cte(head, head.advanced_by(record)), *record_ctes([record]), *journal_clauses([journal])]
    )
    assert written, "the head is held for update"
    return record.tip.seq
