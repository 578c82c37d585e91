"""Disputes: open ones by when they are due, answered ones and a player's newest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from django.db.models import Q

from casework.core.dispute import DisputeAbout
from casework.models import Dispute
from casework.queries.words import words_of
from kernel.ids import ChainId, RoundId
from kernel.refusals import Refusal, RefusalKind
from tables.core.epoch import TableEpoch

Disputed: TypeAlias = RoundId | TableEpoch
"""A round of the player's own, or a hand at a table."""


class DisputeNotFound(Refusal):
    """There is no such dispute."""

    code, kind = "dispute-not-found", RefusalKind.NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeView:
    """A dispute about a round or a hand at a table."""

    id: UUID
    chain: ChainId
    """The player."""
    about: Disputed
    opened_ms: int
    due_ms: int
    text: str | None
    """The player's words. None: the player was erased."""
    answered_ms: int | None
    """None while it is open."""
    outcome: str | None
    answer: str | None
    answered_by: str | None


def about_kind(about: Disputed) -> DisputeAbout:
    """Return which of the two is disputed."""
    return DisputeAbout.HAND if isinstance(about, TableEpoch) else DisputeAbout.ROUND


def dispute_of(dispute_id: UUID) -> DisputeView:
    """Return a dispute.

    Raises:
        DisputeNotFound: none has this id.
    """
    row = Dispute.objects.filter(id=dispute_id).first()
    if row is None:
        raise DisputeNotFound("Nothing was changed. There is no dispute of this id.")
    (view,) = _views([row])
    return view


def disputes_of_player(chain: ChainId, *, before: UUID | None, limit: int) -> list[DisputeView]:
    """Return up to `limit` disputes of a player, newest first, before the one of this id (None: from the newest)."""
    rows = Dispute.objects.filter(chain=chain)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return _views(list(rows.order_by("-id")[:limit]))


def open_disputes(*, after: UUID | None, limit: int) -> list[DisputeView]:
    """Return up to `limit` disputes without an answer, the one due first first, after the one of this id (None: from it)."""
    rows = Dispute.objects.filter(answered_ms=None)
    if after is not None:
        due_ms = Dispute.objects.filter(id=after).values_list("due_ms", flat=True).first()
        if due_ms is None:
            return []
        # The second condition implies the first, which lets the index be searched.
        rows = rows.filter(Q(due_ms__gte=due_ms), Q(due_ms__gt=due_ms) | Q(id__gt=after))
    return _views(list(rows.order_by("due_ms", "id")[:limit]))


def answered_disputes(*, before: UUID | None, limit: int) -> list[DisputeView]:
    """Return up to `limit` answered disputes, the newest opened first, before the one of this id (None: from the newest)."""
    rows = Dispute.objects.filter(answered_ms__isnull=False)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return _views(list(rows.order_by("-id")[:limit]))


def _views(rows: Sequence[Dispute]) -> list[DisputeView]:
    ids = [row.id for row in rows]
    texts, answers = words_of(ids), words_of(ids, number=1)
    return [
        DisputeView(
            id=row.id,
            chain=ChainId(row.chain),
            about=_about(row),
            opened_ms=row.opened_ms,
            due_ms=row.due_ms,
            text=texts.get(row.id),
            answered_ms=row.answered_ms,
            outcome=row.outcome or None,
            answer=answers.get(row.id),
            answered_by=row.answered_by or None,
        )
        for row in rows
    ]


def _about(row: Dispute) -> Disputed:
    if row.table is not None:
        return TableEpoch(ChainId(row.table), row.epoch)
    assert row.nonce is not None, "what is no hand is a round"
    return RoundId(ChainId(row.chain), row.epoch, row.nonce)
