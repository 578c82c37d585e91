"""Open a review of each act on the house that one person did alone, and raise an alarm of each that is overdue.

Source: docs/casework.md, "Lone acts on the house"; docs/adr/0102-acts-on-the-house-are-reviewed.md; regulation F45.
"""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.queries.events import EventRow
from casework.core.act_review import review_due_ms
from casework.models import ActReview
from casework.queries.act_reviews import lone_acts_on_house
from casework.queries.day_facts import GamingDay
from kernel.instants import to_epoch_ms

OVERDUE = "act-review-overdue"


def open_act_reviews(day: GamingDay, *, review_hours: int, clock: Callable[[], datetime]) -> int:
    """Open a review of each lone act on the house of a gaming day that has none, and return how many.

    Each is a transaction of its own: a crash leaves the rest for the next run.
    """
    return sum(_open_review(act, review_hours=review_hours, now=clock()) for act in lone_acts_on_house(day))


def _open_review(act: EventRow, *, review_hours: int, now: datetime) -> bool:
    acted_ms = to_epoch_ms(act.at)
    due_ms = review_due_ms(acted_ms, review_hours=review_hours)
    fields = {"kind": act.kind, "actor": act.actor, "acted_ms": acted_ms, "due_ms": due_ms}
    with transaction.atomic():
        # Of two processes that find the same, the second waits for the first, and inserts nothing.
        _, is_new = ActReview.objects.get_or_create(id=act.id, defaults=fields)
        if is_new:
            after = {"review": act.id.hex, "act": act.kind, "actor": act.actor}
            save_event(NewEvent(kind="act-review-opened", actor="platform", after=after), now=now)
    return is_new


def alarm_of_overdue(*, clock: Callable[[], datetime]) -> int:
    """Raise an alarm of each review that became overdue since the last run, once each, and return how many."""
    waiting = ActReview.objects.filter(reviewed_ms=None, alarmed_ms=None, due_ms__lte=to_epoch_ms(clock()))
    return sum(_alarm_of(review, now=clock()) for review in list(waiting.order_by("id")))


def _alarm_of(review: ActReview, *, now: datetime) -> bool:
    with transaction.atomic():
        # Somebody may review it, or another process raise the alarm, meanwhile.
        still = ActReview.objects.filter(id=review.id, reviewed_ms=None, alarmed_ms=None)
        if not still.update(alarmed_ms=to_epoch_ms(now)):
            return False
        after = {"review": review.id.hex, "act": review.kind, "actor": review.actor}
        save_event(NewEvent(kind=OVERDUE, actor="platform", after=after), now=now)
    return True
