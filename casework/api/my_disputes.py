"""POST /api/v1/rounds/{round_id}/disputes, POST /api/v1/tables/{table_id}/hands/{epoch}/disputes, GET /api/v1/me/disputes."""

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
from casework.queries.disputes import Disputed, disputes_of_player
from kernel.ids import RoundId
from rest.caller import chain_of
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsPlayer
from tables.api.table_path import epoch_from_path, table_from_path
from tables.core.epoch import TableEpoch


class _Input(WrittenText):
    """What is wrong with the round or hand."""

    class Meta:
        """The schema's name for it."""

        ref_name = "NewDispute"


class RoundDisputesView(APIView):
    """The caller's disputes about a round."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="open_dispute", request=_Input, responses={201: DisputeOutput})
    def post(self, request: Request, round_id: str) -> Response:
        """Open a dispute about a round of the caller's. It is answered until `answer_due_at`."""
        return _opened(request, RoundId.parse(round_id))


class HandDisputesView(APIView):
    """The caller's disputes about a hand at a table."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="open_hand_dispute", request=_Input, responses={201: DisputeOutput})
    def post(self, request: Request, table_id: str, epoch: str) -> Response:
        """Open a dispute about a hand or a game in which the caller placed a stake, given back or not.

        It is answered until `answer_due_at`.
        """
        return _opened(request, TableEpoch(table_from_path(table_id), epoch_from_path(epoch)))


def _opened(request: Request, about: Disputed) -> Response:
    body = _Input(data=request.data)
    body.is_valid(raise_exception=True)
    dispute = open_dispute(
        chain_of(request),
        about,
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
