"""GET and POST /api/v1/ops/reports/orders, GET …/{order}, POST …/{order}/cancellation."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from reports.api.present import ORDER_STATUSES, Order, order_id_of, present_order
from reports.configured_days import configured_days
from reports.operations.cancel_order import cancel_order
from reports.operations.order_report import ReportRequest, order_report
from reports.queries.orders import get_order, list_orders
from rest.caller import actor_of
from rest.fields import Day, RequiresReason, StrictSerializer, StrictText
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor, IsOperator

_STATUS_PARAMETER = OpenApiParameter(
    "status", {"type": "string", "enum": ORDER_STATUSES}, description="Only orders of this status; all by default."
)


class OrdersView(APIView):
    """Orders of reports."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Input(StrictSerializer):
        """Which report, of the gaming days from `first_day` to the day before `until_day`."""

        report = StrictText(max_length=60, help_text="As in the list of definitions.")
        first_day = Day(help_text="The first gaming day.")
        until_day = Day(help_text="The day after the last gaming day.")
        filters = serializers.DictField(
            child=StrictText(max_length=100),
            required=False,
            help_text="Column to the one value that rows are restricted to.",
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "ReportOrderInput"

    class Output(serializers.Serializer[Any]):
        """A page of orders, the newest first."""

        items = Order(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "ReportOrders"

    @extend_schema(
        operation_id="list_report_orders", parameters=[_STATUS_PARAMETER, *PAGE_PARAMETERS], responses=Output
    )
    def get(self, request: Request) -> Response:
        """Return a page of orders with their progress."""
        query = request.query_params
        status = serializers.ChoiceField(ORDER_STATUSES).run_validation(query["status"]) if "status" in query else None
        limit = limit_of(query)
        page = list_orders(status=status, before=id_cursor_of(query), limit=limit)
        return Response({"items": list(map(present_order, page)), "next": next_by_id(page, limit)})

    @extend_schema(operation_id="create_report_order", request=Input, responses={201: Order})
    def post(self, request: Request) -> Response:
        """Order a report. A repeated request returns the same order, filed or not."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        order_id = order_report(
            ReportRequest(
                kind=fields["report"],
                first=fields["first_day"],
                until=fields["until_day"],
                filters=fields.get("filters", {}),
                actor=f"staff:{request.user.get_username()}",
            ),
            zone=configured_days(),
            now=datetime.now(UTC),
        )
        return Response(present_order(get_order(order_id)), status=201)


class OrderView(APIView):
    """An order of a report."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="get_report_order", responses=Order)
    def get(self, request: Request, order_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return an order with its progress."""
        return Response(present_order(get_order(order_id_of(order_id))))


class CancellationView(APIView):
    """The cancellation of an order."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """The reason, which is stored."""

        class Meta:
            """The schema's name for it."""

            ref_name = "ReportCancellation"

    @extend_schema(operation_id="cancel_report_order", request=Input, responses={201: Order})
    def post(self, request: Request, order_id: str) -> Response:
        """Cancel an order that is not filed yet, and delete its pages. What the schedule asks for is not cancelled."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        actor = actor_of(request)
        cancel_order(order_id_of(order_id), actor=actor, reason=body.validated_data["reason"], now=datetime.now(UTC))
        return Response(present_order(get_order(order_id_of(order_id))), status=201)
