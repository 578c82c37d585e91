"""POST and GET /api/v1/withdrawals, GET and DELETE /api/v1/withdrawals/{payment}."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cashier.api.deposits import page_of
from cashier.api.present import PaymentInput, PaymentOutput, PaymentPage, payment_id, present_payment
from cashier.core.payment import Direction
from cashier.operations.cancel_withdrawal import cancel_withdrawal
from cashier.operations.deposit import PaymentRequest
from cashier.operations.withdraw import withdraw
from cashier.providers import PROVIDERS, provider_named
from cashier.queries.payments import get_player_payment
from kernel.canonical_json import encode
from rest.bare import bare
from rest.caller import chain_of
from rest.fields import StrictText
from rest.paging import PAGE_PARAMETERS
from rest.permissions import IsPlayer
from wallet.api.idempotency import KEY_PARAMETER, read_request


class WithdrawalsView(APIView):
    """The caller's withdrawals, and a new one."""

    permission_classes = (IsPlayer,)

    class Input(PaymentInput):
        """How much, by which method, and the PIN."""

        pin = StrictText(max_length=8)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewWithdrawal"

    @extend_schema(operation_id="withdraw", parameters=[KEY_PARAMETER], request=Input, responses={201: PaymentOutput})
    def post(self, request: Request) -> Response:
        """Withdraw with the PIN. The money leaves the account at once; what is not paid out comes back."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        # A hash of the PIN beside what else was said would give it away to whoever reads the database.
        words = encode({"amount": told["amount"], "method": told["method"]})
        payment = withdraw(
            PaymentRequest(
                chain=chain_of(request),
                amount_minor=told["amount"]["amount"],
                currency=told["amount"]["currency"],
                method=told["method"],
                request=read_request(bare(request), body=words),
            ),
            provider_named(settings.REDDOG_PAYMENT_PROVIDER),
            pin=told["pin"],
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return Response(present_payment(payment), status=201)

    @extend_schema(operation_id="withdrawals", parameters=list(PAGE_PARAMETERS), responses=PaymentPage)
    def get(self, request: Request) -> Response:
        """Return a page of the caller's withdrawals, whatever became of them."""
        return page_of(request, Direction.WITHDRAWAL)


class WithdrawalView(APIView):
    """A withdrawal of the caller's."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="withdrawal_by_id", responses=PaymentOutput)
    def get(self, request: Request, payment: str) -> Response:
        """Return a withdrawal as it stands now."""
        return Response(
            present_payment(get_player_payment(chain_of(request), payment_id(payment), Direction.WITHDRAWAL))
        )

    @extend_schema(operation_id="cancel_withdrawal", responses={200: PaymentOutput})
    def delete(self, request: Request, payment: str) -> Response:
        """Cancel a withdrawal while it is pending, where the jurisdiction allows it; `status` says what became of it."""
        cancelled = cancel_withdrawal(
            chain_of(request),
            payment_id(payment),
            providers=PROVIDERS,
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return Response(present_payment(cancelled))
