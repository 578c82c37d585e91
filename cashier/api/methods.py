"""GET /api/v1/payment-methods."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cashier.providers import provider_named
from rest.permissions import IsPlayer


class _Method(serializers.Serializer[Any]):
    """A way to pay in or out."""

    method = serializers.CharField(help_text="As a deposit and a withdrawal name it.")
    real_money = serializers.BooleanField(help_text="False where only play money moves.")

    class Meta:
        """The schema's name for it."""

        ref_name = "PaymentMethod"


class PaymentMethodsView(APIView):
    """The ways to pay in and out."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """All methods of the payment provider, by name."""

        items = _Method(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: the list is one page.")

        class Meta:
            """The schema's name for it."""

            ref_name = "PaymentMethods"

    @extend_schema(operation_id="list_payment_methods", responses=Output)
    def get(self, request: Request) -> Response:  # noqa: ARG002  DRF's signature
        """Return the methods by which deposits and withdrawals are made here."""
        provider = provider_named(settings.REDDOG_PAYMENT_PROVIDER)
        items = [{"method": method, "real_money": provider.moves_real_money} for method in sorted(provider.methods)]
        return Response({"items": items, "next": None})
