"""GET /api/v1/ops/person-reviews: players who may be known already, for the staff to look at."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.core.person_review import PersonReviewDecision
from players.queries.person_reviews import PersonReviewView, person_reviews
from rest.paging import PAGE_PARAMETERS, MalformedPage, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor

_STATUSES: Final = ("open", "all")


class _Review(serializers.Serializer[Any]):
    id = serializers.CharField()
    player_id = serializers.CharField(help_text="Who waits, 32 hex digits.")
    other_player_id = serializers.CharField(
        allow_null=True, help_text="The player who may be the same person. Null: it is the national list's."
    )
    listed_reference = serializers.CharField(
        allow_null=True, help_text="What the keeper of the national list calls the entry, which may be nothing."
    )
    shared = serializers.ListField(
        child=serializers.CharField(),
        help_text="What both have in common, by kind: `birth-date-equal`, `address`, `device`.",
    )
    opened_at = serializers.DateTimeField()
    decision = serializers.ChoiceField(
        choices=[decision.value for decision in PersonReviewDecision],
        allow_null=True,
        help_text="Null while it is open.",
    )
    decided_at = serializers.DateTimeField(allow_null=True)
    decided_by = serializers.ListField(child=serializers.CharField(), help_text="Who proposed it, and who approved.")
    reason = serializers.CharField(help_text="Empty while it is open.")

    class Meta:
        ref_name = "PersonReview"


class _Page(serializers.Serializer[Any]):
    items = _Review(many=True)
    next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

    class Meta:
        ref_name = "PersonReviews"


class PersonReviewsView(APIView):
    """The queue of reviews."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(
        operation_id="list_person_reviews",
        parameters=[
            OpenApiParameter("status", {"type": "string", "enum": list(_STATUSES), "default": "open"}),
            *PAGE_PARAMETERS,
        ],
        responses=_Page,
    )
    def get(self, request: Request) -> Response:
        """Return reviews, newest first: the open ones, or all."""
        query, limit = request.query_params, limit_of(request.query_params)
        status = query.get("status", "open")
        if status not in _STATUSES:
            raise MalformedPage("status is open or all.")
        page = person_reviews(open_only=status == "open", before=id_cursor_of(query), limit=limit)
        return Response({"items": [_document(review) for review in page], "next": next_by_id(page, limit)})


def _document(review: PersonReviewView) -> dict[str, object]:
    return {
        "id": review.id.hex,
        "player_id": review.player.hex,
        "other_player_id": None if review.other is None else review.other.hex,
        "listed_reference": review.listed_reference if review.other is None else None,
        "shared": review.shared,
        "opened_at": rfc3339(to_epoch_ms(review.opened_at)),
        "decision": review.decision or None,
        "decided_at": None if review.decided_at is None else rfc3339(to_epoch_ms(review.decided_at)),
        "decided_by": review.decided_by,
        "reason": review.reason,
    }
