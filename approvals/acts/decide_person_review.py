"""Decide whether a player is the person that a review names."""

from datetime import datetime
from functools import partial
from uuid import UUID

from rest_framework import serializers

from approvals.act import ActContext, Applied, Arguments, StaffAct
from approvals.acts.fields import HexId
from kernel.ids import ChainId
from players.core.person_review import PersonReviewDecided, PersonReviewDecision
from players.operations.decide_person_review import decide_person_review, has_returned
from players.queries.accounts import player_for_update
from players.queries.person_reviews import get_person_review
from responsible_gaming.queries.exclusions import excluded_among
from rest.fields import StrictSerializer
from staff.core.approval import Approval


class _Arguments(StrictSerializer):
    """Which review, and what was found."""

    review_id = HexId()
    decision = serializers.ChoiceField([decision.value for decision in PersonReviewDecision])

    class Meta:
        """The schema's name for it."""

        ref_name = "DecidePersonReviewArguments"


def _subject(arguments: Arguments) -> ChainId:
    return get_person_review(_review_id(arguments)).player


def _view(arguments: Arguments, context: ActContext, now: datetime) -> dict[str, object]:  # noqa: ARG001  an act's signature
    player = player_for_update(_subject(arguments))
    review = get_person_review(_review_id(arguments))
    if review.decision:
        raise PersonReviewDecided("Nothing was changed.", decision=review.decision)
    return {
        "player_id": review.player.hex,
        "of": {"national_list": review.listed_reference} if review.other is None else {"player_id": review.other.hex},
        "shared": list(review.shared),
        "account_status": player.status,
        "same_closes": not has_returned(review.other, partial(excluded_among, now=now)),
    }


def _apply(arguments: Arguments, by: Approval, context: ActContext, now: datetime) -> Applied:  # noqa: ARG001  an act's signature
    decision = PersonReviewDecision(arguments["decision"])
    excluded = partial(excluded_among, now=now)
    decide_person_review(_review_id(arguments), decision, by=by, excluded=excluded, now=now)
    return Applied(outcome={"decision": decision.value})


def _review_id(arguments: Arguments) -> UUID:
    return UUID(hex=arguments["review_id"])


DECIDE_PERSON_REVIEW = StaffAct(
    name="decide-person-review",
    does="Decide whether a player is the person of another account or of the national list: the account is closed for ever, or may play.",
    arguments=_Arguments,
    subject=_subject,
    view=_view,
    apply=_apply,
)
