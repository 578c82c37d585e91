"""Ending a round: its record, its money, its row. The player's act, a time-out and a round without a decision share it."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from audit import keys
from audit.core.records import SALT_BYTES, Record, write
from audit.operations.append import Head, advance_clause, record_clauses, run
from games.core.family import SeatResult
from games.core.round_records import settle_fields
from games.core.settlement import result_postings
from games.operations.waiting import WaitingRound
from kernel.cte import Condition, Cte
from kernel.ids import RoundId
from wallet.core.idempotency import IdempotentRequest
from wallet.core.ledger import Balance, Posting, apply_postings
from wallet.operations.post_journals import NewJournal, journal_clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a round ends: who acted, what was staked on top (`raise_postings`), and the result of its one seat."""

    round_id: RoundId
    deal_leaf: bytes
    acts: Sequence[dict[str, object]]
    cards: Sequence[Any]
    result: SeatResult
    seed: bytes
    raise_postings: Sequence[Posting]
    actor: str
    request: IdempotentRequest | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What is to be written: the record and journal, the chain's head and the player's money after them."""

    record: Record
    journal: NewJournal
    head: Head
    balance: Balance
    result: SeatResult


def settle(ending: Ending, *, head: Head, balance: Balance, now_ms: int) -> Settlement:
    """Compose the end of a round that is the newest of `head`'s chain; `balance` is before the raise.

    Raises:
        InsufficientFunds: the raise cannot be paid; the round goes on waiting.
    """
    postings = [*ending.raise_postings, *result_postings(ending.result)]
    after = apply_postings(balance, postings)
    fields = settle_fields(
        ending.round_id,
        deal_leaf=ending.deal_leaf,
        acts=ending.acts,
        cards=ending.cards,
        result=ending.result,
        seed=ending.seed,
        postings=postings,
        before=balance,
        after=after,
    )
    return conclude(
        "settle",
        fields,
        head=head,
        postings=postings,
        after=after,
        result=ending.result,
        now_ms=now_ms,
        reference=str(ending.round_id),
        actor=ending.actor,
        request=ending.request,
    )


def conclude(  # noqa: PLR0913  what ends a round is a record, a journal and a row
    kind: str,
    fields: Mapping[str, object],
    *,
    head: Head,
    postings: Sequence[Posting],
    after: Balance,
    result: SeatResult,
    now_ms: int,
    reference: str,
    actor: str,
    request: IdempotentRequest | None = None,
) -> Settlement:
    """Sign the record that ends the round, and compose what is written with it."""
    salt = os.urandom(SALT_BYTES)
    written = write(head.tip, kind, fields, now_ms=now_ms, salt=salt, signer=keys.signer("rounds"))
    journal = NewJournal(
        seq=written.tip.seq,
        kind=kind,
        time_ms=written.tip.time_ms,
        postings=postings,
        balance=after,
        reference=reference,
        actor=actor,
        request=request,
    )
    ended = head.after(written, in_round=False)
    return Settlement(record=written, journal=journal, head=ended, balance=after, result=result)


def record(waiting: WaitingRound, end: Settlement, *provided: Condition, also: Sequence[Cte] = ()) -> bool:
    """Write the end of an open round, and what is noted `also`; False if the chain had moved on, and nothing was."""
    return run(
        [
            advance_clause(waiting.head, end.head, *provided),
            *record_clauses([end.record]),
            *journal_clauses([end.journal]),
            settled_clause(waiting.round_id, end),
            *also,
        ]
    )


def settled_clause(round_id: RoundId, settlement: Settlement) -> Cte:
    """Mark the open round as settled."""
    return Cte(
        "settled",
        "UPDATE games_round r SET settle_seq = %s, settled_ms = %s, staked_minor = %s, returned_minor = %s,"
        " outcome = %s FROM head WHERE r.chain = head.chain AND r.epoch = %s AND r.nonce = %s",
        (*settled_columns(settlement).values(), round_id.epoch, round_id.nonce),
    )


def settled_columns(settlement: Settlement | None) -> Mapping[str, object]:
    """Return what a round's row says of its end, in the order of its columns; nulls while it is open."""
    if settlement is None:
        return dict.fromkeys(("settle_seq", "settled_ms", "staked_minor", "returned_minor", "outcome"))
    return {
        "settle_seq": settlement.record.tip.seq,
        "settled_ms": settlement.record.tip.time_ms,
        "staked_minor": settlement.result.staked_minor,
        "returned_minor": settlement.result.returned_minor,
        "outcome": settlement.result.outcome,
    }
