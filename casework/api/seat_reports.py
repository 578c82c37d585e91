"""POST /api/v1/tables/{table_id}/reports: a player reports another seat."""

from datetime import UTC, datetime
from typing import Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casework.core.suspicion import Suspicion
from casework.operations.report_seat import SeatReport, report_seat
from rest.caller import chain_of
from rest.fields import StrictSerializer, WholeNumber
from rest.permissions import IsPlayer
from tables.api.inputs import EpochNumber
from tables.api.table_path import table_from_path

SUSPICIONS: Final = [each.value for each in Suspicion]


class SeatReportsView(APIView):
    """The caller's reports of seats at a table."""

    permission_classes = (IsPlayer,)
    throttle_scope = "seat-reports"

    class Input(StrictSerializer):
        """Which seat, and what is suspected of it."""

        epoch = EpochNumber(help_text="Of a hand that the caller sits or sat in.")
        seat = WholeNumber(min_value=0, max_value=255, help_text="Another one than the caller's.")
        suspicion = serializers.ChoiceField(SUSPICIONS)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewSeatReport"

    class Output(serializers.Serializer[None]):
        """The report, as it was stored. What comes of it is told to nobody."""

        epoch = serializers.IntegerField()
        seat = serializers.IntegerField()
        suspicion = serializers.ChoiceField(SUSPICIONS)

        class Meta:
            """The schema's name for it."""

            ref_name = "SeatReport"

    @extend_schema(operation_id="create_seat_report", request=Input, responses={201: Output})
    def post(self, request: Request, table_id: str) -> Response:
        """Report another seat of a hand, once, for the staff to look at. The player there is told nothing."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        report = SeatReport(
            table=table_from_path(table_id),
            epoch=fields["epoch"],
            seat=fields["seat"],
            suspicion=Suspicion(fields["suspicion"]),
        )
        report_seat(chain_of(request), report, now=datetime.now(UTC))
        return Response(fields, status=201)
