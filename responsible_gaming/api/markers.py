"""Markers of harm, for operators."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId, chain_id
from kernel.instants import rfc3339
from players.queries.accounts import PlayerNotFound, player_exists
from responsible_gaming.core.assessment import SCORE_MAX
from responsible_gaming.operations.assess_players import assess_player
from responsible_gaming.queries.assessments import AssessmentView, assessments_of, most_urgent
from rest.paging import PAGE_PARAMETERS, MalformedPage, cursor_of, cursor_text, limit_of
from rest.permissions import IsAuditor, ReadAuditorWriteOperator


class _Finding(serializers.Serializer[Any]):
    marker = serializers.CharField()
    points = serializers.IntegerField()
    reason = serializers.CharField(help_text="In words, for a person.")
    figures = serializers.DictField(child=serializers.IntegerField(), help_text="What the reason rests on.")

    class Meta:
        ref_name = "Finding"


class _Assessment(serializers.Serializer[Any]):
    player_id = serializers.CharField()
    assessed_at = serializers.DateTimeField()
    score = serializers.IntegerField(help_text="0 to 100: the sum of the points. It decides nothing by itself.")
    findings = _Finding(many=True)

    class Meta:
        ref_name = "Assessment"


class _Page(serializers.Serializer[Any]):
    items = _Assessment(many=True)
    next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

    class Meta:
        ref_name = "Assessments"


class MarkersView(APIView):
    """The players whom an operator should look at."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(
        operation_id="list_assessments",
        parameters=[
            OpenApiParameter("minimum", {"type": "integer", "minimum": 0, "maximum": SCORE_MAX, "default": 1}),
            *PAGE_PARAMETERS,
        ],
        responses=_Page,
    )
    def get(self, request: Request) -> Response:
        """Return the assessments of the newest day, the most urgent first."""
        query, limit = request.query_params, limit_of(request.query_params)
        cursor = cursor_of(query, parts=2)
        after = None if cursor is None else (cursor[0], cursor[1])
        page = most_urgent(minimum=_minimum(query.get("minimum", "1")), after=after, limit=limit)
        next_cursor = cursor_text(page[-1].score, page[-1].id) if len(page) == limit else None
        return Response({"items": [_document(row) for row in page], "next": next_cursor})


class PlayerMarkersView(APIView):
    """The assessments of one player."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (ReadAuditorWriteOperator,)

    @extend_schema(operation_id="list_player_assessments", responses=_Page)
    def get(self, request: Request, player_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a player's assessments of the last thirty days on which there was one, newest first."""
        items = [_document(row) for row in assessments_of(_chain_of(player_id), limit=30)]
        return Response({"items": items, "next": None})

    @extend_schema(operation_id="create_player_assessment", request=None, responses={201: _Assessment})
    def post(self, request: Request, player_id: str) -> Response:  # noqa: ARG002  the same
        """Assess a player now."""
        chain = _chain_of(player_id)
        assess_player(chain, jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC))
        return Response(_document(assessments_of(chain, limit=1)[0]), status=201)


def _chain_of(player_id: str) -> ChainId:
    chain = chain_id(player_id)
    if chain is None or not player_exists(chain):
        raise PlayerNotFound("No player has this id.")
    return chain


def _minimum(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(SCORE_MAX)) and int(text) <= SCORE_MAX):
        raise MalformedPage(f"minimum is 0 to {SCORE_MAX}.")
    return int(text)


def _document(assessment: AssessmentView) -> dict[str, object]:
    return {
        "player_id": assessment.chain.hex,
        "assessed_at": rfc3339(assessment.at_ms),
        "score": assessment.score,
        "findings": assessment.findings,
    }
