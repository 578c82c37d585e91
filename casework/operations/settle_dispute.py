"""Open a dispute about a round or a hand at a table, and answer it. An answered dispute is final; the player may open another one.

Source: docs/casework.md; regulation F60 (GLI-19 A.4.4).
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from uuid_utils.compat import uuid7

from audit.operations.save_event import NewEvent, save_event
from casework.core.dispute import DisputeOutcome, answer_due_ms
from casework.models import Dispute
from casework.operations.keep_words import keep_words
from casework.queries.disputes import Disputed, DisputeView, about_kind, dispute_of
from games.queries.rounds import RoundNotFound, round_view
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from players import vault
from players.queries.accounts import player_for_update
from tables.core.epoch import TableEpoch
from tables.queries.stakes import stakes_in_hand


class DisputeOpen(Refusal):
    """There is an open dispute about this round or hand."""

    code, kind = "dispute-open", RefusalKind.CONFLICT


class StakeNotFound(Refusal):
    """You had no stake in this hand."""

    code, kind = "stake-not-found", RefusalKind.NOT_FOUND


class DisputeAnswered(Refusal):
    """The dispute was answered."""

    code, kind = "dispute-answered", RefusalKind.CONFLICT


def open_dispute(chain: ChainId, about: Disputed, text: str, *, answer_days: int, now: datetime) -> DisputeView:
    """Open a player's dispute about one of the player's rounds or hands, in 1 to 2,000 characters, and return it.

    A hand is the player's where the player placed a stake in it, given back or not. Neither need have ended: one that
    stands still is disputed too.

    Raises:
        RoundNotFound, StakeNotFound, DisputeOpen: nothing was stored.
    """
    with transaction.atomic():
        # Of two requests at once, the second sees what the first has opened.
        player_for_update(chain)
        _require_own(chain, about)
        named = _columns_of(about)
        if Dispute.objects.filter(chain=chain, **named, answered_ms=None).exists():
            raise DisputeOpen("Nothing was changed. Your dispute about it waits for its answer.")
        opened_ms = to_epoch_ms(now)
        dispute = Dispute.objects.create(
            id=uuid7(),
            chain=chain,
            **named,
            opened_ms=opened_ms,
            due_ms=answer_due_ms(opened_ms, answer_days=answer_days),
        )
        keep_words(chain, dispute.id, text)
        save_event(
            NewEvent(
                kind="dispute-opened",
                subject=chain,
                actor="player",
                after={"dispute": dispute.id.hex, about_kind(about).value: str(about)},
            ),
            now=now,
        )
    return dispute_of(dispute.id)


def _require_own(chain: ChainId, about: Disputed) -> None:
    if isinstance(about, TableEpoch):
        if not stakes_in_hand(chain, about):
            raise StakeNotFound("Nothing was stored. None of your stakes was in a hand of this number at this table.")
        return
    try:
        round_view(chain, about)
    except RoundNotFound as error:
        raise RoundNotFound("Nothing was stored. None of your rounds has this id.") from error


def _columns_of(about: Disputed) -> dict[str, Any]:
    if isinstance(about, TableEpoch):
        return {"table": about.chain, "epoch": about.number, "nonce": None}
    return {"table": None, "epoch": about.epoch, "nonce": about.nonce}


def answer_dispute(dispute_id: UUID, outcome: DisputeOutcome, text: str, *, actor: str, now: datetime) -> DisputeView:
    """Answer a dispute in 1 to 2,000 characters, which the player reads, and return it.

    Raises:
        DisputeNotFound, DisputeAnswered, PlayerErased: nothing was changed.
    """
    chain = dispute_of(dispute_id).chain
    with transaction.atomic():
        player_for_update(chain)
        dispute = Dispute.objects.select_for_update().get(id=dispute_id)
        if dispute.answered_ms is not None:
            raise DisputeAnswered("Nothing was changed. The answer that was given is final.")
        if vault.is_erased(chain):
            raise vault.PlayerErased("Nothing was written. What identified the player was erased.")
        dispute.answered_ms, dispute.outcome, dispute.answered_by = to_epoch_ms(now), outcome.value, actor
        dispute.save(update_fields=["answered_ms", "outcome", "answered_by"])
        keep_words(chain, dispute_id, text, number=1)
        save_event(
            NewEvent(
                kind="dispute-answered",
                subject=chain,
                actor=actor,
                before={"dispute": dispute_id.hex, "status": "open"},
                after={"dispute": dispute_id.hex, "status": "answered", "outcome": outcome.value},
            ),
            now=now,
        )
    return dispute_of(dispute_id)
