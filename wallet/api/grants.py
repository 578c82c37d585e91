"""POST /api/v1/ops/players/{player_id}/grants."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId, chain_id
from kernel.refusals import Refusal, RefusalKind
from rest.caller import actor_of
from rest.django_request import django_request
from rest.fields import MoneyInput, Receipt, RequiresReason
from rest.permissions import IsOperator
from wallet.api.idempotency import KEY_PARAMETER, read_request
from wallet.api.wallet import BalanceOutput, present_balance
from wallet.operations.adjust_balance import AccountNotFound
from wallet.operations.grant_play_money import GrantRequest, grant_play_money


class PlayMoneyOnly(Refusal):
    """Money is granted in demo mode only."""

    code, kind = "play-money-only", RefusalKind.FORBIDDEN


class GrantView(APIView):
    """Play money for a player."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """How much, and why."""

        amount = MoneyInput()

        class Meta:
            """The schema's name for it."""

            ref_name = "NewGrant"

    class Output(serializers.Serializer[Any]):
        """The player's money after the grant, and the receipt of its record."""

        balance = BalanceOutput()
        receipt = Receipt()

        class Meta:
            """The schema's name for it."""

            ref_name = "Grant"

    @extend_schema(operation_id="create_grant", parameters=[KEY_PARAMETER], request=Input, responses={201: Output})
    def post(self, request: Request, player_id: str) -> Response:
        """Grant play money to a player, as an adjustment of the ledger with its record. In demo mode only.

        What one person grants alone is bound. For more, propose the act `grant-play-money`.
        """
        if settings.REDDOG_MODE.value != "demo":
            raise PlayMoneyOnly("Nothing was granted. Real money comes in through the cashier.")
        idempotency = read_request(django_request(request))
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        grant = grant_play_money(
            GrantRequest(
                chain=_chain_of(player_id),
                amount_minor=fields["amount"]["amount"],
                currency=fields["amount"]["currency"],
                reason=fields["reason"],
                actor=actor_of(request),
                idempotency=idempotency,
            ),
            lone_max_minor=settings.REDDOG_JURISDICTION.amounts_in(fields["amount"]["currency"]).lone_grant_max_minor,
            now=datetime.now(UTC),
        )
        return Response(
            {
                "balance": present_balance(grant.balance, grant.currency),
                "receipt": {"seq": grant.seq, "leaf": grant.leaf.hex(), "note": grant.entry},
            },
            status=201,
        )


def _chain_of(player_id: str) -> ChainId:
    chain = chain_id(player_id)
    if chain is None:
        raise AccountNotFound("Nothing was granted. A player's id is 32 hex digits.")
    return chain
