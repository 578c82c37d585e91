"""POST and GET /api/v1/withdrawals, GET /api/v1/withdrawals/{payment_id}, PUT .../cancellation."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cashier.api.deposits import page_of
from cashier.api.present import PaymentInput, PaymentOutput, PaymentPage, parse_payment_id, present_payment
from cashier.core.payment import Direction
from cashier.operations.cancel_withdrawal import cancel_withdrawal
from cashier.operations.deposit import PaymentRequest
from cashier.operations.withdraw import withdraw
from cashier.providers import PROVIDERS, provider_named
from cashier.queries.payments import get_player_payment
from kernel.canonical_json import encode
from rest.caller import chain_of
from rest.django_request import django_request
from rest.fields import StrictText
from rest.interval import INTERVAL_PARAMETERS
from rest.paging import PAGE_PARAMETERS
from rest.permissions import IsPlayer
from wallet.api.idempotency import KEY_PARAMETER, read_request


class WithdrawalsView(APIView):
    """The caller's withdrawals, and a new one."""

    permission_classes = (IsPlayer,)
    throttle_scope = "payments"

    class Input(PaymentInput):
        """How much, by which method, and the PIN."""

        pin = StrictText(max_length=8)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewWithdrawal"

    @extend_schema(
        operation_id="create_withdrawal", parameters=[KEY_PARAMETER], request=Input, responses={201: PaymentOutput}
    )
    def post(self, request: Request) -> Response:
        """Withdraw with the PIN. The money leaves the account at once and is returned if it is not paid out."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        # The PIN is left out: from its hash beside the other members, a reader of the database could guess it.
        content = encode({"amount": fields["amount"], "method": fields["method"]})
        payment = withdraw(
            PaymentRequest(
                chain=chain_of(request),
                amount_minor=fields["amount"]["amount"],
                currency=fields["amount"]["currency"],
                method=fields["method"],
                idempotency=read_request(django_request(request), body=content),
            ),
            provider_named(settings.REDDOG_PAYMENT_PROVIDER),
            pin=fields["pin"],
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return Response(present_payment(payment), status=201)

    @extend_schema(
        operation_id="list_withdrawals", parameters=[*INTERVAL_PARAMETERS, *PAGE_PARAMETERS], responses=PaymentPage
    )
    def get(self, request: Request) -> Response:
        """Return a page of the caller's withdrawals."""
        return page_of(request, Direction.WITHDRAWAL)


class WithdrawalView(APIView):
    """One of the caller's withdrawals."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="get_withdrawal", responses=PaymentOutput)
    def get(self, request: Request, payment_id: str) -> Response:
        """Return a withdrawal."""
        return Response(
            present_payment(get_player_payment(chain_of(request), parse_payment_id(payment_id), Direction.WITHDRAWAL))
        )


class WithdrawalCancellationView(APIView):
    """The cancellation of one of the caller's withdrawals."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="cancel_withdrawal", request=None, responses={200: PaymentOutput})
    def put(self, request: Request, payment_id: str) -> Response:
        """Cancel a pending withdrawal, where the jurisdiction allows it. It may have been settled meanwhile."""
        payment = cancel_withdrawal(
            chain_of(request),
            parse_payment_id(payment_id),
            providers=PROVIDERS,
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return Response(present_payment(payment))
