"""GET /api/v1/ops/payments, PUT /api/v1/ops/payments/{payment}, POST /api/v1/ops/players/{player}/deposits/unblock."""

from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cashier.api.present import STATUSES, payment_id, present_request
from cashier.core.payment import Direction, Payment, Status
from cashier.operations.block_deposits import DepositsNotBlocked, unblock_deposits
from cashier.operations.review_payment import PaymentReview, ReviewDecision, review_payment
from cashier.providers import PROVIDERS
from cashier.queries.payments import payments
from kernel.ids import chain_id
from kernel.instants import rfc3339
from rest.fields import Money, Reasoned
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor, IsOperator

_DIRECTIONS: Final = [direction.value for direction in Direction]
_STATUS_PARAMETER = OpenApiParameter(
    "status", {"type": "string", "enum": STATUSES}, description="Only those that stand so; all, if it is left out."
)


class _StatusEntry(serializers.Serializer[Any]):
    status = serializers.ChoiceField(STATUSES)
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    reason = serializers.CharField()
    seq = serializers.IntegerField(allow_null=True, help_text="The record of the money that moved with it.")

    class Meta:
        ref_name = "PaymentStep"


class _Output(serializers.Serializer[Any]):
    id = serializers.CharField()
    player = serializers.CharField(help_text="The player's id and chain, 32 hex digits.")
    direction = serializers.ChoiceField(_DIRECTIONS)
    amount = Money()
    method = serializers.CharField()
    status = serializers.ChoiceField(STATUSES)
    requested_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)
    provider = serializers.CharField()
    reference = serializers.CharField(help_text="The provider's own name for it; empty before it was asked.")
    history = _StatusEntry(many=True)

    class Meta:
        ref_name = "PaymentForOperator"


class PaymentsView(APIView):
    """Everybody's payments, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """A page of payments, the newest first."""

        items = _Output(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "PaymentsForOperator"

    @extend_schema(operation_id="payments", parameters=[_STATUS_PARAMETER, *PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of payments with all their steps."""
        query = request.query_params
        wanted = serializers.ChoiceField(STATUSES).run_validation(query["status"]) if "status" in query else None
        limit = limit_of(query)
        page = payments(status=None if wanted is None else Status(wanted), before=id_cursor_of(query), limit=limit)
        return Response({"items": list(map(_present, page)), "next": next_by_id(page, limit)})


class PaymentView(APIView):
    """A payment that waits for an operator."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(Reasoned):
        """The decision, and why; the reason is kept."""

        decision = serializers.ChoiceField([decision.value for decision in ReviewDecision])

        class Meta:
            """The schema's name for it."""

            ref_name = "PaymentDecision"

    @extend_schema(operation_id="decide_payment", request=Input, responses=_Output)
    def put(self, request: Request, payment: str) -> Response:
        """Settle or refuse a pending payment. A deposit that the limits forbid by now is refused and given back."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        decided = review_payment(
            PaymentReview(
                payment_id=payment_id(payment),
                decision=ReviewDecision(asked.validated_data["decision"]),
                reason=asked.validated_data["reason"],
                actor=f"operator:{request.user.get_username()}",
            ),
            providers=PROVIDERS,
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return Response(_present(decided))


class UnblockDepositsView(APIView):
    """Allowing deposits after failures, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(Reasoned):
        """Why; the reason is kept."""

        class Meta:
            """The schema's name for it."""

            ref_name = "Unblocking"

    @extend_schema(operation_id="unblock_deposits", request=Input, responses={204: None})
    def post(self, request: Request, player: str) -> Response:
        """Allow the deposits of a player again, which too many failures have blocked."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        chain = chain_id(player)
        if chain is None:
            raise DepositsNotBlocked("Nothing was changed. A player's id is 32 hex digits.")
        unblock_deposits(
            chain,
            reason=asked.validated_data["reason"],
            actor=f"operator:{request.user.get_username()}",
            now=datetime.now(UTC),
        )
        return Response(status=204)


def _present(payment: Payment) -> dict[str, object]:
    return {
        **present_request(payment),
        "player": payment.chain.hex,
        "direction": payment.direction.value,
        "provider": payment.provider,
        "reference": payment.reference,
        "steps": [
            {
                "status": step.status.value,
                "at": rfc3339(step.at_ms),
                "actor": step.actor,
                "reason": step.reason,
                "seq": step.seq,
            }
            for step in payment.history
        ],
    }
