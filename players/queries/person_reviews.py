"""Reviews of players who may be the holder of another account, or a person of the national list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from kernel.ids import ChainId
from players.core.person_review import PersonReviewDecision, PersonReviewNotFound
from players.models.persons import PersonReview


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonReviewView:
    """A review as the staff reads it. `decision` is empty and `decided_at` is None while it is open."""

    id: UUID
    player: ChainId
    other: ChainId | None
    """Whom the player may be; None where it is a person of the national list."""
    listed_reference: str
    """What the keeper of the national list calls its entry; empty for none."""
    shared: Sequence[str]
    opened_at: datetime
    decision: str
    decided_at: datetime | None
    decided_by: Sequence[str]
    reason: str


def has_open_review(chain: ChainId) -> bool:
    """Return whether it is to be decided whether a player is somebody else who is known."""
    return PersonReview.objects.filter(player=chain, decision="").exists()


def found_different_from(chain: ChainId) -> frozenset[ChainId]:
    """Return the players whom reviews found not to be this player's person."""
    decided = PersonReview.objects.filter(
        Q(player=chain) | Q(other=chain), other__isnull=False, decision=PersonReviewDecision.DIFFERENT.value
    )
    pairs = decided.values_list("player_id", "other_id")
    return frozenset(ChainId(one) for pair in pairs for one in pair if one != chain)


def needs_review(chain: ChainId, other: ChainId, *, bound: bool) -> bool:
    """Return whether a player who is near to another one has to wait for a review. The row of who would wait is locked.

    A pair has one review, whoever waits. Where an exclusion binds the other one (`bound`), the player waits although the
    other one does too. Nobody waits for whom two of the staff have told apart.
    """
    pair = PersonReview.objects.filter(Q(player=chain, other=other) | Q(player=other, other=chain))
    known = {ChainId(waits): decision for waits, decision in pair.values_list("player_id", "decision")}
    if PersonReviewDecision.DIFFERENT in known.values():
        return False
    return not known or (bound and chain not in known)


def person_reviews(*, open_only: bool, before: UUID | None, limit: int) -> list[PersonReviewView]:
    """Return up to `limit` reviews, newest first, from the one before the id `before`."""
    rows = PersonReview.objects.filter(decision="") if open_only else PersonReview.objects.all()
    if before is not None:
        rows = rows.filter(id__lt=before)
    return [_view(row) for row in rows.order_by("-id")[:limit]]


def get_person_review(review_id: UUID) -> PersonReviewView:
    """Return a review.

    Raises:
        PersonReviewNotFound: no review has this id.
    """
    row = PersonReview.objects.filter(id=review_id).first()
    if row is None:
        raise PersonReviewNotFound("Nothing was changed. No review has this id.")
    return _view(row)


def _view(row: PersonReview) -> PersonReviewView:
    return PersonReviewView(
        id=row.id,
        player=ChainId(row.player_id),
        other=None if row.other_id is None else ChainId(row.other_id),
        listed_reference=row.listed_reference,
        shared=tuple(row.shared),
        opened_at=row.opened_at,
        decision=row.decision,
        decided_at=row.decided_at,
        decided_by=tuple(name for name in (row.proposer, row.approver) if name),
        reason=row.reason,
    )
