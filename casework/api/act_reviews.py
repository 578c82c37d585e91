"""GET /api/v1/ops/act-reviews and .../{review_id}; POST .../{review_id}/decision."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casework.core.act_review import ReviewOutcome
from casework.operations.review_act import review_act
from casework.queries.act_reviews import ActReviewNotFound, ActReviewView, act_review_of, act_reviews
from kernel.instants import rfc3339, to_epoch_ms
from rest.caller import actor_of
from rest.fields import RequiresReason
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor, IsOperator

STATUSES: Final = ("open", "reviewed")
OUTCOMES: Final = [outcome.value for outcome in ReviewOutcome]
_STATUS: Final = OpenApiParameter(
    "status", {"type": "string", "enum": list(STATUSES)}, description="Only reviews with this status."
)


class _Filters(serializers.Serializer[Any]):
    status = serializers.ChoiceField(STATUSES, required=False)


class _Output(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="32 hex digits: the id of the act's significant event.")
    act = serializers.CharField(help_text="The kind of that event.")
    actor = serializers.CharField(help_text="Who did it alone.")
    acted_at = serializers.DateTimeField()
    act_reason = serializers.CharField(help_text="Why, as this person said.")
    before = serializers.DictField(help_text="What the event says of the state before the act.")
    after = serializers.DictField(help_text="What it says of the state after it.")
    due_at = serializers.DateTimeField(help_text="Until when another person reviews it.")
    status = serializers.ChoiceField(STATUSES)
    overdue = serializers.BooleanField(help_text="Whether it is open and was due.")
    reviewed_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.ChoiceField(OUTCOMES, allow_null=True)
    reviewer = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_null=True, help_text="Why the reviewer found so.")

    class Meta:
        ref_name = "ActReview"


class ActReviewsView(APIView):
    """What single people of the staff did to the house because it was urgent."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """A page of reviews, the newest act first."""

        items = _Output(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "ActReviews"

    @extend_schema(operation_id="list_act_reviews", parameters=[_STATUS, *PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of reviews."""
        query = request.query_params
        filters = _Filters(data=query.dict())
        filters.is_valid(raise_exception=True)
        status, limit = filters.validated_data.get("status"), limit_of(query)
        page = act_reviews(
            is_open=None if status is None else status == "open", before=id_cursor_of(query), limit=limit
        )
        return Response({"items": list(map(_present, page)), "next": next_by_id(page, limit)})


class ActReviewDetailView(APIView):
    """A review."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="get_act_review", responses=_Output)
    def get(self, request: Request, review_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a review with what was done."""
        return Response(_present(act_review_of(_review_id(review_id))))


class ActReviewDecisionView(APIView):
    """What another person finds."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """Whether the act was right, and why, which is stored."""

        outcome = serializers.ChoiceField(OUTCOMES)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewActReviewDecision"

    @extend_schema(operation_id="decide_act_review", request=Input, responses={201: _Output})
    def post(self, request: Request, review_id: str) -> Response:
        """Review for good what somebody else did alone. It undoes nothing."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        reviewed = review_act(
            _review_id(review_id),
            ReviewOutcome(body.validated_data["outcome"]),
            reason=body.validated_data["reason"],
            username=request.user.get_username(),
            actor=actor_of(request),
            now=datetime.now(UTC),
        )
        return Response(_present(reviewed), status=201)


def _review_id(text: str) -> UUID:
    try:
        return UUID(hex=text)
    except ValueError as error:
        raise ActReviewNotFound("Nothing was changed. A review's id is 32 hex digits.") from error


def _present(review: ActReviewView) -> dict[str, object]:
    is_open = review.reviewed_ms is None
    return {
        "id": review.id.hex,
        "act": review.kind,
        "actor": review.actor,
        "acted_at": rfc3339(review.acted_ms),
        "act_reason": review.act_reason,
        "before": review.before,
        "after": review.after,
        "due_at": rfc3339(review.due_ms),
        "status": "open" if is_open else "reviewed",
        "overdue": is_open and review.due_ms <= to_epoch_ms(datetime.now(UTC)),
        "reviewed_at": None if review.reviewed_ms is None else rfc3339(review.reviewed_ms),
        "outcome": review.outcome,
        "reviewer": review.reviewed_by,
        "reason": review.reason,
    }
