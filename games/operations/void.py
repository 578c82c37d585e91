"""Voiding an open round: the stake goes back, the seed is revealed, the nonce is used up. Nothing is deleted.

Source: RDF/1, section 2.7; regulation F19; docs/formats/record.md, `void`.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit.operations.append import TRIES, Busy
from audit.operations.note_event import Noted, note_event
from games.core.family import SeatResult
from games.core.round_records import void_fields
from games.core.round_view import VOID
from games.operations.deal import round_seed
from games.operations.settlement import Settlement, conclude, record
from games.operations.waiting import WaitingRound, find_waiting
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms
from kernel.refusals import Kind, Refusal
from wallet.core.ledger import Account, Posting, apply_postings


class TwoOperatorsNeeded(Refusal):
    """Two different operators must agree to a void."""

    code, kind = "two-operators-needed", Kind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRequest:
    """Which round, why, and which two operators agreed."""

    round_id: RoundId
    reason: str
    by: tuple[str, str]


def void_round(asked: VoidRequest, *, now: datetime) -> None:
    """Give the stake of an open round back and end the round.

    Raises:
        TwoOperatorsNeeded: one person twice.
        RoundNotFound, RoundClosed: there is nothing to void.
        Busy: three times somebody else was faster.
    """
    if asked.by[0] == asked.by[1]:
        raise TwoOperatorsNeeded("Nothing was changed. A second operator has to agree.")
    for _ in range(TRIES):
        waiting = find_waiting(asked.round_id)
        with transaction.atomic():
            if record(waiting, _decide(waiting, asked, now_ms=to_epoch_ms(now))):
                note_event(_event(waiting, asked), now=now)
                return
    raise Busy


def _decide(waiting: WaitingRound, asked: VoidRequest, *, now_ms: int) -> Settlement:
    before = waiting.money.balance()
    postings = [Posting(Account.IN_PLAY, Account.CASH, waiting.bet.total_minor)]
    after = apply_postings(before, postings)
    fields = void_fields(
        waiting.round_id,
        deal_leaf=waiting.deal.leaf,
        reason=asked.reason,
        by=asked.by,
        seed=round_seed(waiting.round_id, waiting.epoch),
        postings=postings,
        before=before,
        after=after,
    )
    result = SeatResult(outcome=VOID, staked_minor=waiting.bet.total_minor, returned_minor=waiting.bet.total_minor)
    return conclude(
        "void",
        fields,
        head=waiting.head,
        postings=postings,
        after=after,
        result=result,
        now_ms=now_ms,
        reference=str(waiting.round_id),
        actor=_actor(asked),
    )


def _event(waiting: WaitingRound, asked: VoidRequest) -> Noted:
    stake_minor = waiting.bet.total_minor
    return Noted(
        kind="round-voided",
        actor=_actor(asked),
        subject=waiting.round_id.chain,
        reason=asked.reason,
        before={"round": str(waiting.round_id), "in_play_minor": stake_minor},
        after={"round": str(waiting.round_id), "returned_minor": stake_minor},
    )


def _actor(asked: VoidRequest) -> str:
    return f"operator:{asked.by[0]}+{asked.by[1]}"
