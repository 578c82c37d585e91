"""Decide whether a player is the person that a review names. Two members of the staff do it together.

Source: docs/rules/persons.md, PM-15, PM-16; docs/adr/0055-the-person.md; regulation F21, F28, F45.
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.queries.events import newest_event
from kernel.ids import ChainId
from players.core.person_review import PersonReviewDecided, PersonReviewDecision, PersonReviewNotFound
from players.core.status import Status
from players.models import Player
from players.models.persons import PersonReview
from players.operations.set_status import change_status
from players.queries.accounts import player_for_update
from players.queries.person_candidates import Excluded, is_bound_through_another, one_person_as
from players.queries.person_reviews import has_open_review
from staff.core.approval import Approval


def decide_person_review(
    review_id: UUID, decision: PersonReviewDecision, *, by: Approval, excluded: Excluded, now: datetime
) -> None:
    """Close the account of the same person for ever, or let a different one play, unless another review is open.

    An account whose suspension no review made stays suspended, whether that came before the review or after it. So does
    that of a person who has only returned: the other account is closed, and no exclusion binds it.

    Raises:
        PersonReviewNotFound, PersonReviewDecided: nothing was changed.
    """
    with transaction.atomic():
        known = PersonReview.objects.filter(id=review_id).values_list("player_id", flat=True).first()
        if known is None:
            raise PersonReviewNotFound("Nothing was changed. No review has this id.")
        # The player's row is locked first, as by a registration, so that one who decides does not miss another review.
        player = player_for_update(ChainId(known))
        review = PersonReview.objects.get(id=review_id)
        if review.decision:
            raise PersonReviewDecided("Nothing was changed.", decision=review.decision)
        # As the two saw it: once it is stored, the exclusions of the player who waits bind the other account too.
        returned = has_returned(review.other_id, excluded)
        _store(review, decision, by, now=now)
        if decision is PersonReviewDecision.DIFFERENT:
            _let_play(player, by, excluded=excluded, now=now)
        elif not returned and player.status != Status.CLOSED:
            change_status(player, Status.CLOSED, reason="is the person of the review", actor=by.actor, now=now)


def has_returned(other: UUID | None, excluded: Excluded) -> bool:
    """Return whether who is the person of this account comes back after closing it, and no exclusion binds."""
    if other is None or not Player.objects.filter(chain=other, status=Status.CLOSED).exists():
        return False
    return not excluded(one_person_as([ChainId(other)])[ChainId(other)])


def _store(review: PersonReview, decision: PersonReviewDecision, by: Approval, *, now: datetime) -> None:
    review.decision, review.decided_at = decision.value, now
    review.proposer, review.approver, review.reason = by.proposer, by.approver, by.reason
    review.save(update_fields=["decision", "decided_at", "proposer", "approver", "reason"])
    save_event(
        NewEvent(
            kind="person-review-decided",
            subject=ChainId(review.player_id),
            actor=by.actor,
            reason=by.reason,
            before={"review": review.id.hex, "decision": ""},
            after={"review": review.id.hex, "decision": decision.value},
        ),
        now=now,
    )


def _let_play(player: Player, by: Approval, *, excluded: Excluded, now: datetime) -> None:
    chain = ChainId(player.chain)
    if (
        player.status == Status.SUSPENDED
        and not has_open_review(chain)
        and _waits_for_reviews_alone(chain)
        and not is_bound_through_another(chain, excluded)
    ):
        change_status(player, Status.ACTIVE, reason="is not the person of the review", actor=by.actor, now=now)


def _waits_for_reviews_alone(chain: ChainId) -> bool:
    """Return whether a review suspended the player, and nobody was found to be the same person since."""
    newest = newest_event("player-status", subject=chain)
    if newest is None or newest.actor != "platform":
        return False
    reviews = PersonReview.objects.filter(player=chain)
    # A review and the suspension that it made have one instant.
    made = reviews.filter(suspended=True, opened_at=newest.at).exists()
    return made and not reviews.filter(decision=PersonReviewDecision.SAME.value, decided_at__gte=newest.at).exists()
