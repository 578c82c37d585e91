"""Acts on the house that one person did alone, and their reviews, newest first."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from audit.queries.events import EventRow, events_by_id
from casework.core.act_review import REVIEWED, review_due_ms
from casework.core.rules.lone_act import RULE as LONE_ACT
from casework.core.rules.lone_adjustment import RULE as LONE_ADJUSTMENT
from casework.models import ActReview, Case
from casework.queries.day_facts import GamingDay, events_of
from casework.queries.lone_acts import is_alone
from kernel.refusals import Refusal, RefusalKind


class ActReviewNotFound(Refusal):
    """There is no such review."""

    code, kind = "act-review-not-found", RefusalKind.NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class ActReviewView:
    """A review, with what was done, of which the event tells."""

    id: UUID
    kind: str
    actor: str
    acted_ms: int
    act_reason: str
    before: Mapping[str, object]
    after: Mapping[str, object]
    due_ms: int
    reviewed_ms: int | None
    """None while it is open."""
    outcome: str | None
    reviewed_by: str | None
    reason: str | None


def lone_acts_on_house(day: GamingDay) -> Iterator[EventRow]:
    """Yield what single people did to the house on a gaming day that only tightens, and who fished for players.

    All tables that were paused at one instant, by one command, are one act: the first of its events.
    """
    seen = set()
    for kind, is_reviewed in REVIEWED.items():
        for event in events_of(day, kind):
            if not is_alone(event.actor) or not is_reviewed(event.before, event.after):
                continue
            if event.after.get("with_all"):
                together = (event.actor, event.at)
                if together in seen:
                    continue
                seen.add(together)
            yield event


def act_review_of(review_id: UUID) -> ActReviewView:
    """Return a review.

    Raises:
        ActReviewNotFound: no review has this id.
    """
    row = ActReview.objects.filter(id=review_id).first()
    if row is None:
        raise ActReviewNotFound("Nothing was changed. There is no review of this id.")
    return act_review_view(row)


def act_reviews(*, is_open: bool | None, before: UUID | None, limit: int) -> list[ActReviewView]:
    """Return up to `limit` reviews, newest act first, before the one of this id (None: from the newest).

    They are open ones, reviewed ones or (None) both.
    """
    rows = ActReview.objects.all()
    if is_open is not None:
        rows = rows.filter(reviewed_ms__isnull=is_open)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return _views(rows.order_by("-id")[:limit])


def count_overdue(*, now_ms: int, review_hours: int) -> int:
    """Return how much of what single people did alone, to the house or to players, waits for too long."""
    opened_until_ms = now_ms - review_due_ms(0, review_hours=review_hours)
    of_players = Case.objects.filter(
        closed_ms=None, rule__in=(LONE_ACT, LONE_ADJUSTMENT), opened_ms__lte=opened_until_ms
    )
    return ActReview.objects.filter(reviewed_ms=None, due_ms__lte=now_ms).count() + of_players.count()


def act_review_view(row: ActReview) -> ActReviewView:
    """Return a stored review."""
    (view,) = _views([row])
    return view


def _views(rows: Iterable[ActReview]) -> list[ActReviewView]:
    reviews = list(rows)
    acts = {event.id: event for event in events_by_id([row.id for row in reviews])}
    return [_view(row, acts[row.id]) for row in reviews]


def _view(row: ActReview, act: EventRow) -> ActReviewView:
    return ActReviewView(
        id=row.id,
        kind=row.kind,
        actor=row.actor,
        acted_ms=row.acted_ms,
        act_reason=act.reason,
        before=act.before,
        after=act.after,
        due_ms=row.due_ms,
        reviewed_ms=row.reviewed_ms,
        outcome=row.outcome or None,
        reviewed_by=row.reviewed_by or None,
        reason=row.reason or None,
    )
