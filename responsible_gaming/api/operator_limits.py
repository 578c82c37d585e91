"""A player's limits, for operators."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId, chain_id
from players.queries.accounts import PlayerNotFound, player_exists
from responsible_gaming.api.limit_documents import LimitOutput, LimitsOutput, limit_document, limits_document
from responsible_gaming.api.limit_fields import NAME_PARAMETER, LimitValue, limit_named, value_of
from responsible_gaming.operations.set_operator_limit import set_operator_limit
from responsible_gaming.queries.limit_views import limit_view, limit_views
from rest.caller import actor_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsAuditor, IsOperator
from wallet.queries.balances import currency_of


class PlayerLimitsView(APIView):
    """All limits."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="list_player_limits", responses=LimitsOutput)
    def get(self, request: Request, player_id: str) -> Response:  # noqa: ARG002  Django's signature
        """Return every limit of a player, what binds, and what remains of the day, the week and the month."""
        chain = _chain_of(player_id)
        views = limit_views(chain, settings.REDDOG_JURISDICTION.window_rule, now=datetime.now(UTC))
        return Response(limits_document(views, currency_of(chain)))


class OperatorLimitView(APIView):
    """One limit."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(StrictSerializer):
        """The value, and the reason, which is saved."""

        value = LimitValue(help_text="Null, no limit of the operator's, needs a proposal.")
        reason = StrictText(max_length=200, trim_whitespace=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewOperatorLimit"

    @extend_schema(operation_id="set_player_limit", parameters=[NAME_PARAMETER], request=Input, responses=LimitOutput)
    def put(self, request: Request, player_id: str, name: str) -> Response:
        """Set or tighten the operator's limit for a player at once. To loosen or end it is the act `loosen-operator-limit`.

        What the player set stays: the strictest of both binds.
        """
        now, chain, limit = datetime.now(UTC), _chain_of(player_id), limit_named(name)
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        currency = currency_of(chain)
        jurisdiction = settings.REDDOG_JURISDICTION
        set_operator_limit(
            chain,
            limit,
            value_of(limit, body.validated_data["value"], currency),
            reason=body.validated_data["reason"],
            actor=actor_of(request),
            jurisdiction=jurisdiction,
            now=now,
        )
        return Response(limit_document(limit_view(chain, limit, jurisdiction.window_rule, now=now), currency))


def _chain_of(player_id: str) -> ChainId:
    chain = chain_id(player_id)
    if chain is None or not player_exists(chain):
        raise PlayerNotFound("Nothing was changed. No player has this id, 32 hex digits.")
    return chain
