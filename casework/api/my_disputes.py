"""POST /api/v1/rounds/{round_id}/disputes, GET /api/v1/me/disputes."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casework.api.dispute_output import DisputeOutput, present_dispute
from casework.api.notes import WrittenText
from casework.operations.settle_dispute import open_dispute
from casework.queries.disputes import disputes_of_player
from kernel.ids import RoundId
from rest.caller import chain_of
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsPlayer


class RoundDisputesView(APIView):
    """The caller's disputes about a round."""

    permission_classes = (IsPlayer,)

    class Input(WrittenText):
        """What is wrong with the round."""

        class Meta:
            """The schema's name for it."""

            ref_name = "NewDispute"

    @extend_schema(operation_id="open_dispute", request=Input, responses={201: DisputeOutput})
    def post(self, request: Request, round_id: str) -> Response:
        """Open a dispute about a round of the caller's. It is answered until `answer_due_at`."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        dispute = open_dispute(
            chain_of(request),
            RoundId.parse(round_id),
            body.validated_data["text"],
            answer_days=settings.REDDOG_JURISDICTION.cases.dispute_answer_days,
            now=datetime.now(UTC),
        )
        return Response(present_dispute(dispute), status=201)


class MyDisputesView(APIView):
    """The caller's disputes."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """A page of disputes, newest first."""

        items = DisputeOutput(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "DisputesOfMine"

    @extend_schema(operation_id="list_my_disputes", parameters=list(PAGE_PARAMETERS), responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of the caller's disputes with their answers."""
        limit = limit_of(request.query_params)
        page = disputes_of_player(chain_of(request), before=id_cursor_of(request.query_params), limit=limit)
        return Response({"items": list(map(present_dispute, page)), "next": next_by_id(page, limit)})
