"""Void an open round: the stake goes back, the seed is revealed, the nonce is used up. Nothing is deleted.

Source: RDF/1, section 2.7; regulation F19, F45; docs/formats/record.md, `void`.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from audit.operations.append import MAX_ATTEMPTS, Busy
from audit.operations.save_event import NewEvent, compose_event, leaf_hex, store_events
from games.core.family import SeatResult
from games.core.round_records import void_fields
from games.core.round_view import VOID
from games.operations.open_round import OpenRound, load_open_round
from games.operations.round_cards import round_seed
from games.operations.settlement import Settlement, compose_end, save_settlement
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms
from staff.core.approval import Approval
from wallet.core.ledger import Account, Posting, apply_postings


def void_round(round_id: RoundId, *, by: Approval, now: datetime) -> None:
    """Give the stake of an open round back and end the round, as two people decided.

    Raises:
        RoundNotFound, RoundClosed: there is nothing to void.
        Busy: lost the race for this chain three times.
    """
    for _ in range(MAX_ATTEMPTS):
        open_round = load_open_round(round_id)
        event = compose_event(_event(open_round, by), now=now)
        with transaction.atomic():
            if save_settlement(open_round, _compose(open_round, by, ev=leaf_hex(event), now_ms=to_epoch_ms(now))):
                store_events([event])
                return
    raise Busy


def void_rounds(round_ids: Sequence[RoundId], *, by: Approval, now: datetime) -> None:
    """Void several open rounds in this order: all of them, or none.

    All records have the time `now`, and whoever stores one too late is refused. So there must not be too many.

    Raises:
        RoundNotFound, RoundClosed: one of them cannot be voided; none was.
        Busy: lost the race for one of the chains three times; none was voided.
    """
    with transaction.atomic():
        for round_id in round_ids:
            void_round(round_id, by=by, now=now)


def _compose(open_round: OpenRound, by: Approval, *, ev: str, now_ms: int) -> Settlement:
    before = open_round.money.balance()
    postings = [Posting(Account.IN_PLAY, Account.CASH, open_round.bet.total_minor)]
    after = apply_postings(before, postings)
    fields = void_fields(
        open_round.round_id,
        deal_leaf=open_round.deal.leaf,
        reason=by.reason,
        by=by.by,
        ev=ev,
        seed=round_seed(open_round.round_id, open_round.epoch),
        postings=postings,
        before=before,
        after=after,
    )
    result = SeatResult(
        outcome=VOID, staked_minor=open_round.bet.total_minor, returned_minor=open_round.bet.total_minor
    )
    return compose_end(
        "void",
        fields,
        head=open_round.head,
        postings=postings,
        after=after,
        result=result,
        now_ms=now_ms,
        round_id=open_round.round_id,
        actor=by.actor,
    )


def _event(open_round: OpenRound, by: Approval) -> NewEvent:
    stake_minor = open_round.bet.total_minor
    return NewEvent(
        kind="round-voided",
        actor=by.actor,
        subject=open_round.round_id.chain,
        reason=by.reason,
        before={"round": str(open_round.round_id), "in_play_minor": stake_minor},
        after={"round": str(open_round.round_id), "returned_minor": stake_minor},
    )
