"""Review what another person of the staff did alone to the house. A review is final, and undoes nothing.

Source: docs/casework.md, "Lone acts on the house"; regulation F45.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from casework.core.act_review import OwnAct, ReviewOutcome, is_done_to, name_of
from casework.models import ActReview
from casework.queries.act_reviews import ActReviewNotFound, ActReviewView, act_review_of, act_review_view
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind


class ActReviewed(Refusal):
    """The act was reviewed already."""

    code, kind = "act-reviewed", RefusalKind.CONFLICT


def review_act(
    review_id: UUID, outcome: ReviewOutcome, *, reason: str, username: str, actor: str, now: datetime
) -> ActReviewView:
    """Say whether a lone act was right, for a reason of 1 to 200 characters, and return the review.

    `username` is the account of who reviews: nobody gets around by another role.

    Raises:
        ActReviewNotFound, ActReviewed: nothing was changed.
        OwnAct: this person did it, or it was done to this person's account.
    """
    with transaction.atomic():
        row = ActReview.objects.select_for_update().filter(id=review_id).first()
        if row is None:
            raise ActReviewNotFound("Nothing was changed. There is no review of this id.")
        if row.reviewed_ms is not None:
            raise ActReviewed("Nothing was changed. A review is final.")
        _require_another(act_review_view(row), username)
        row.outcome, row.reviewed_by, row.reason = outcome.value, actor, reason
        row.reviewed_ms = to_epoch_ms(now)
        row.save(update_fields=["outcome", "reviewed_by", "reason", "reviewed_ms"])
        save_event(
            NewEvent(
                kind="act-reviewed",
                actor=actor,
                reason=reason,
                before={"review": review_id.hex, "status": "open"},
                after={"review": review_id.hex, "status": "reviewed", "outcome": outcome.value},
            ),
            now=now,
        )
    return act_review_of(review_id)


def _require_another(review: ActReviewView, username: str) -> None:
    if name_of(review.actor) == username or is_done_to(review.after, username):
        raise OwnAct("Nothing was changed. You did it, or it was done to you: somebody else reviews it.")
