"""POST /api/v1/ops/players/{player_id}/adjustments."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cashier.operations.adjust_account import AdjustmentOrder, adjust_alone
from kernel.ids import ChainId, chain_id
from rest.caller import actor_of
from rest.django_request import django_request
from rest.fields import MoneyInput, Receipt, RequiresReason, StrictSerializer, WholeNumber
from rest.permissions import IsOperator
from wallet.api.idempotency import KEY_PARAMETER, read_request
from wallet.api.wallet import BalanceOutput, present_balance
from wallet.core.adjustment_cause import AdjustmentCause
from wallet.operations.adjust_balance import AccountNotFound

_MAX_SEQ: Final = 2**53 - 1
CAUSES: Final = (AdjustmentCause.CORRECTION.value, AdjustmentCause.OTHER.value)
DIRECTIONS: Final = ("give", "take")


class AdjustmentFields(StrictSerializer):
    """What is given or taken, and for which cause."""

    cause = serializers.ChoiceField(CAUSES)
    corrects = WholeNumber(
        min_value=0,
        max_value=_MAX_SEQ,
        required=False,
        help_text="For the cause `correction`, and no other: the `seq` of the player's record that is corrected.",
    )
    direction = serializers.ChoiceField(DIRECTIONS, help_text="Whether the player is given the amount, or it is taken.")
    amount = MoneyInput()

    class Meta:
        """The schema's name for it."""

        ref_name = "AdjustmentFields"

    def validate(self, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
        """Refuse a correction of nothing, and another cause that corrects something."""
        if ("corrects" in attrs) is not (attrs["cause"] == AdjustmentCause.CORRECTION):
            raise serializers.ValidationError({"corrects": ["A correction names a record, and nothing else does."]})
        return attrs


def order_of(chain: ChainId, fields: Mapping[str, Any]) -> AdjustmentOrder:
    """Return what validated fields ask for."""
    amount_minor = fields["amount"]["amount"]
    return AdjustmentOrder(
        chain=chain,
        amount_minor=amount_minor if fields["direction"] == "give" else -amount_minor,
        currency=fields["amount"]["currency"],
        corrects=fields.get("corrects"),
    )


class AdjustmentsView(APIView):
    """Adjustments of a player's balance."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(AdjustmentFields, RequiresReason):
        """How much, for which cause, and why."""

        class Meta:
            """The schema's name for it."""

            ref_name = "NewAdjustment"

    class Output(serializers.Serializer[Any]):
        """The player's money after the adjustment, and the receipt of its record."""

        balance = BalanceOutput()
        receipt = Receipt()

        class Meta:
            """The schema's name for it."""

            ref_name = "Adjustment"

    @extend_schema(operation_id="create_adjustment", parameters=[KEY_PARAMETER], request=Input, responses={201: Output})
    def post(self, request: Request, player_id: str) -> Response:
        """Give money to a player or take it, as an adjustment of the ledger with its record.

        What one person adjusts alone is bound. For more, propose the act `adjust-balance`.
        """
        idempotency = read_request(django_request(request))
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        adjusted = adjust_alone(
            order_of(_chain_of(player_id), body.validated_data),
            reason=body.validated_data["reason"],
            actor=actor_of(request),
            idempotency=idempotency,
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return Response(
            {
                "balance": present_balance(adjusted.balance, adjusted.currency),
                "receipt": {"seq": adjusted.seq, "leaf": adjusted.leaf.hex(), "note": adjusted.entry},
            },
            status=201,
        )


def _chain_of(player_id: str) -> ChainId:
    chain = chain_id(player_id)
    if chain is None:
        raise AccountNotFound("Nothing was moved. A player's id is 32 hex digits.")
    return chain
