"""POST and GET /api/v1/deposits, GET /api/v1/deposits/{payment_id}."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cashier.api.present import (
    PaymentInput,
    PaymentOutput,
    PaymentPage,
    parse_payment_id,
    present_payment,
)
from cashier.core.payment import Direction
from cashier.operations.deposit import PaymentRequest, deposit
from cashier.providers import provider_named
from cashier.queries.payments import get_player_payment, list_payments
from rest.caller import chain_of
from rest.django_request import django_request
from rest.interval import INTERVAL_PARAMETERS, interval_of
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsPlayer
from wallet.api.idempotency import KEY_PARAMETER, read_request


class DepositsView(APIView):
    """The caller's deposits, and a new one."""

    permission_classes = (IsPlayer,)
    throttle_scope = "payments"

    @extend_schema(
        operation_id="create_deposit", parameters=[KEY_PARAMETER], request=PaymentInput, responses={201: PaymentOutput}
    )
    def post(self, request: Request) -> Response:
        """Deposit by one of the payment provider's methods. The money can be staked once the status is `settled`."""
        idempotency = read_request(django_request(request))
        body = PaymentInput(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        payment = deposit(
            PaymentRequest(
                chain=chain_of(request),
                amount_minor=fields["amount"]["amount"],
                currency=fields["amount"]["currency"],
                method=fields["method"],
                idempotency=idempotency,
            ),
            provider_named(settings.REDDOG_PAYMENT_PROVIDER),
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return Response(present_payment(payment), status=201)

    @extend_schema(
        operation_id="list_deposits", parameters=[*INTERVAL_PARAMETERS, *PAGE_PARAMETERS], responses=PaymentPage
    )
    def get(self, request: Request) -> Response:
        """Return a page of the caller's deposits."""
        return page_of(request, Direction.DEPOSIT)


class DepositView(APIView):
    """One of the caller's deposits."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="get_deposit", responses=PaymentOutput)
    def get(self, request: Request, payment_id: str) -> Response:
        """Return a deposit."""
        return Response(
            present_payment(get_player_payment(chain_of(request), parse_payment_id(payment_id), Direction.DEPOSIT))
        )


def page_of(request: Request, direction: Direction) -> Response:
    """Return a page of the caller's payments of one direction."""
    query = request.query_params
    limit, interval = limit_of(query), interval_of(query)
    page = list_payments(
        chain=chain_of(request),
        direction=direction,
        start_ms=interval.start_ms,
        end_ms=interval.end_ms,
        before=id_cursor_of(query),
        limit=limit,
    )
    return Response({"items": list(map(present_payment, page)), "next": next_by_id(page, limit)})
