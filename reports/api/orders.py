"""GET and POST /api/v1/ops/reports/orders, GET …/{order}, POST …/{order}/cancellation."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from reports.api.present import STATES, Order, order_id_of, present_order
from reports.operations.cancel import cancel
from reports.operations.order import Ask, order_report
from reports.queries import order, orders
from rest.fields import Day, RequiresReason, StrictSerializer, StrictText
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor, IsOperator

_STATE_PARAMETER = OpenApiParameter(
    "state", {"type": "string", "enum": STATES}, description="Only those that stand so; all, if it is left out."
)


class OrdersView(APIView):
    """Reports on their way."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Input(StrictSerializer):
        """Which report, of the gaming days from `first` to the day before `until`."""

        report = StrictText(max_length=60, help_text="As in the list of definitions.")
        first = Day(help_text="The first gaming day.")
        until = Day(help_text="The day after the last gaming day.")
        filters = serializers.DictField(
            child=StrictText(max_length=100), required=False, help_text="Column to the one value that is wanted."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "ReportWanted"

    class Output(serializers.Serializer[Any]):
        """A page of orders, the newest first."""

        items = Order(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "ReportOrders"

    @extend_schema(operation_id="report_orders", parameters=[_STATE_PARAMETER, *PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of orders, each with its state, and the pages and rows that are ready."""
        query = request.query_params
        state = serializers.ChoiceField(STATES).run_validation(query["state"]) if "state" in query else None
        limit = limit_of(query)
        page = orders(state=state, before=id_cursor_of(query), limit=limit)
        return Response({"items": list(map(present_order, page)), "next": next_by_id(page, limit)})

    @extend_schema(operation_id="order_report", request=Input, responses={202: Order})
    def post(self, request: Request) -> Response:
        """Order a report. Asked for again, the same order is returned, filed already or not."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        ordered = order_report(
            Ask(
                kind=wanted["report"],
                first=wanted["first"],
                until=wanted["until"],
                filters=wanted.get("filters", {}),
                by=f"staff:{request.user.get_username()}",
            ),
            zone=settings.REDDOG_JURISDICTION.zone,
            now=datetime.now(UTC),
        )
        return Response(present_order(order(ordered)), status=202)


class OrderView(APIView):
    """A report on its way."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="report_order", responses=Order)
    def get(self, request: Request, order_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return an order and how far it is."""
        return Response(present_order(order(order_id_of(order_id))))


class CancellationView(APIView):
    """Taking an order back."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """Why; the reason is kept."""

        class Meta:
            """The schema's name for it."""

            ref_name = "ReportCancellation"

    @extend_schema(operation_id="cancel_report", request=Input, responses=Order)
    def post(self, request: Request, order_id: str) -> Response:
        """Cancel an order that is not filed yet; nothing of it is kept."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        by = f"operator:{request.user.get_username()}"
        cancel(order_id_of(order_id), by=by, reason=asked.validated_data["reason"], now=datetime.now(UTC))
        return Response(present_order(order(order_id_of(order_id))))
