"""GET /api/v1/ops/payments, GET .../{payment_id}, PUT .../{payment_id}/review."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cashier.api.present import STATUSES, parse_payment_id, present_request
from cashier.core.payment import Direction, Payment, Status
from cashier.operations.review_payment import PaymentRefusal, ReviewDecision, refuse_payment
from cashier.providers import PROVIDERS
from cashier.queries.payments import get_payment, list_payments
from kernel.ids import ChainId
from kernel.instants import rfc3339
from rest.caller import actor_of
from rest.fields import MoneyOutput, RequiresReason
from rest.interval import INTERVAL_PARAMETERS, interval_of
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor, IsOperator
from staff.core.approval import ProposalNeeded

_DIRECTIONS: Final = [direction.value for direction in Direction]
_FILTERS: Final = (
    OpenApiParameter(
        "player_id", {"type": "string", "pattern": "^[0-9a-f]{32}$"}, description="Only payments of this player."
    ),
    OpenApiParameter(
        "direction", {"type": "string", "enum": _DIRECTIONS}, description="Only payments of this direction."
    ),
    OpenApiParameter("status", {"type": "string", "enum": STATUSES}, description="Only payments with this status."),
)


class _Filters(serializers.Serializer[Any]):
    player_id = serializers.RegexField("^[0-9a-f]{32}$", required=False)
    direction = serializers.ChoiceField(_DIRECTIONS, required=False)
    status = serializers.ChoiceField(STATUSES, required=False)


class _StatusEntry(serializers.Serializer[Any]):
    status = serializers.ChoiceField(STATUSES)
    changed_at = serializers.DateTimeField()
    actor = serializers.CharField()
    reason = serializers.CharField()
    seq = serializers.IntegerField(allow_null=True, help_text="The number of the record that moved money with it.")

    class Meta:
        ref_name = "PaymentStatusEntry"


class _Output(serializers.Serializer[Any]):
    id = serializers.CharField()
    player_id = serializers.CharField(help_text="The id of the player, and of its chain: 32 hex digits.")
    direction = serializers.ChoiceField(_DIRECTIONS)
    amount = MoneyOutput()
    method = serializers.CharField()
    status = serializers.ChoiceField(STATUSES)
    requested_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)
    provider = serializers.CharField()
    reference = serializers.CharField(
        help_text="The provider's own name for it; empty until the provider has answered."
    )
    history = _StatusEntry(many=True, help_text="The oldest first.")

    class Meta:
        ref_name = "PaymentForOperator"


class PaymentsView(APIView):
    """The payments of all players, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """A page of payments, the newest first."""

        items = _Output(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "PaymentsForOperator"

    @extend_schema(
        operation_id="list_payments", parameters=[*_FILTERS, *INTERVAL_PARAMETERS, *PAGE_PARAMETERS], responses=Output
    )
    def get(self, request: Request) -> Response:
        """Return a page of payments with their history. The filters given must all match."""
        query = request.query_params
        filters = _Filters(data=query.dict())
        filters.is_valid(raise_exception=True)
        player_id, direction, status = map(filters.validated_data.get, ("player_id", "direction", "status"))
        limit, interval = limit_of(query), interval_of(query)
        page = list_payments(
            chain=None if player_id is None else ChainId(UUID(hex=player_id)),
            direction=None if direction is None else Direction(direction),
            status=None if status is None else Status(status),
            start_ms=interval.start_ms,
            end_ms=interval.end_ms,
            before=id_cursor_of(query),
            limit=limit,
        )
        return Response({"items": list(map(_present, page)), "next": next_by_id(page, limit)})


class OperatorPaymentView(APIView):
    """A payment of any player."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="get_payment", responses=_Output)
    def get(self, request: Request, payment_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a payment with its history."""
        return Response(_present(get_payment(parse_payment_id(payment_id))))


class PaymentReviewView(APIView):
    """An operator's review of a pending payment."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """The decision and its reason, which is stored."""

        decision = serializers.ChoiceField([decision.value for decision in ReviewDecision])

        class Meta:
            """The schema's name for it."""

            ref_name = "PaymentReview"

    @extend_schema(operation_id="review_payment", request=Input, responses=_Output)
    def put(self, request: Request, payment_id: str) -> Response:
        """Refuse a pending payment. To settle one by hand needs two people: propose the act `settle-payment`."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        if body.validated_data["decision"] == ReviewDecision.SETTLE:
            raise ProposalNeeded("settle-payment")
        payment = refuse_payment(
            PaymentRefusal(
                payment_id=parse_payment_id(payment_id),
                reason=body.validated_data["reason"],
                actor=actor_of(request),
            ),
            providers=PROVIDERS,
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return Response(_present(payment))


def _present(payment: Payment) -> dict[str, object]:
    return {
        **present_request(payment),
        "player_id": payment.chain.hex,
        "direction": payment.direction.value,
        "provider": payment.provider,
        "reference": payment.reference,
        "history": [
            {
                "status": entry.status.value,
                "changed_at": rfc3339(entry.at_ms),
                "actor": entry.actor,
                "reason": entry.reason,
                "seq": entry.seq,
            }
            for entry in payment.history
        ],
    }
