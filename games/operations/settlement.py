"""End a round: its record, its money, its row. Decisions, time-outs, voids and rounds without a decision use it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from audit.chain_head import Head
from audit.core.records import Record
from audit.operations.append import advance_cte, record_ctes
from audit.operations.save_event import NewEvent
from audit.signed_record import signed_record
from games.core.family import SeatResult
from games.core.round_postings import result_postings
from games.core.round_records import settle_fields
from games.core.sheet import RuleSheet
from games.operations.large_rounds import execute_with_events, large_round_events
from games.operations.open_round import OpenRound
from games.operations.round_row import result_columns, settle_round_cte
from kernel.cte import Condition, Cte
from kernel.ids import RoundId
from kernel.play_time import PlayTime
from telemetry.metrics import count_settlement
from wallet.core.idempotency import IdempotentRequest
from wallet.core.ledger import Balance, Posting, apply_postings
from wallet.operations.post_journals import NewJournal, journal_clauses


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnd:
    """How the rules end a round for one seat."""

    round_id: RoundId
    deal_leaf: bytes
    acts: Sequence[dict[str, object]]
    """The decisions, as the record writes them; none if nothing was left to decide."""
    cards: Sequence[Any]
    """All cards that were dealt, in deal order."""
    result: SeatResult
    seed: bytes
    """The round's seed, which the record reveals."""
    raise_postings: Sequence[Posting]
    """What the decision staked on top of the bet."""
    actor: str
    """Who made the decision, as the ledger writes it: `player` or `timeout`."""
    idempotency: IdempotentRequest | None
    """The request that made the decision; None for the house."""
    signed: Mapping[str, object] = field(default_factory=dict)
    """The record's field for the player's signature over the decisions; none in an account without player keys."""
    play: PlayTime | None = None
    """The player's time of play with the decision; None for the house's, and where the deal has it already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The end of a round, ready to be written."""

    record: Record
    journal: NewJournal
    head: Head
    """The chain's head after the record."""
    balance: Balance
    """The player's money after the journal."""
    result: SeatResult


def settle(end: RoundEnd, *, head: Head, balance: Balance, now_ms: int) -> Settlement:
    """Compose the end of a round that is the newest of `head`'s chain; `balance` is before the raise.

    Raises:
        InsufficientFunds: the raise cannot be paid; the round stays open.
    """
    postings = [*end.raise_postings, *result_postings(end.result)]
    after = apply_postings(balance, postings)
    fields = settle_fields(
        end.round_id,
        deal_leaf=end.deal_leaf,
        acts=end.acts,
        cards=end.cards,
        result=end.result,
        seed=end.seed,
        postings=postings,
        before=balance,
        after=after,
    )
    return compose_end(
        "settle",
        {**fields, **end.signed},
        head=head,
        postings=postings,
        after=after,
        result=end.result,
        now_ms=now_ms,
        round_id=end.round_id,
        actor=end.actor,
        idempotency=end.idempotency,
        play=end.play,
    )


def compose_end(  # noqa: PLR0913  the end of a round is a record, a journal and a row
    kind: str,
    fields: Mapping[str, object],
    *,
    head: Head,
    postings: Sequence[Posting],
    after: Balance,
    result: SeatResult,
    now_ms: int,
    round_id: RoundId,
    actor: str,
    idempotency: IdempotentRequest | None = None,
    play: PlayTime | None = None,
) -> Settlement:
    """Sign the record that ends a round, and compose the journal that goes with it."""
    record = signed_record(head.tip, kind, fields, now_ms=now_ms)
    journal = NewJournal(
        seq=record.tip.seq,
        kind=kind,
        time_ms=record.tip.time_ms,
        postings=postings,
        balance=after,
        reference=str(round_id),
        actor=actor,
        request=idempotency,
    )
    return Settlement(
        record=record,
        journal=journal,
        head=head.advanced_by(record, round_open=False, play=play),
        balance=after,
        result=result,
    )


def save_settlement(
    open_round: OpenRound, settlement: Settlement, *provided: Condition, also: Sequence[Cte] = ()
) -> bool:
    """Write the end of an open round in one statement, with the CTEs `also`; the events of a large one with it.

    Return False if the chain has changed or a condition does not hold: then nothing was written.
    """
    journal = settlement.journal
    written = execute_with_events(
        [
            advance_cte(open_round.head, settlement.head, *provided),
            *record_ctes([settlement.record]),
            *journal_clauses([journal]),
            settle_round_cte(open_round.round_id, result_columns(settlement.record.tip, settlement.result)),
            *also,
        ],
        large_events_of(settlement, open_round.sheet),
        time_ms=settlement.record.tip.time_ms,
    )
    if written:
        count_settlement(open_round.sheet.game, by="void" if journal.kind == "void" else journal.actor)
    return written


def large_events_of(settlement: Settlement, sheet: RuleSheet) -> list[NewEvent]:
    """Return the events of a settlement by a sheet in its currency that is large, mostly none. A void is none: it pays back."""
    journal = settlement.journal
    if journal.kind == "void":
        return []
    details = {"round": journal.reference, "game": sheet.game}
    result = settlement.result
    return large_round_events(
        settlement.record.tip.chain, result.staked_minor, result.returned_minor, sheet.currency, details
    )
