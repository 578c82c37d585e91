"""PUT /api/v1/ops/players/{player_id}/status, POST /api/v1/me/closure."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.player_path import player_from_path
from players.api.proof import PlayerFactorInput, proof_in_session
from players.core.status import Status
from players.operations.close_account import close_with_password, close_with_pin
from players.operations.set_status import set_status
from rest.caller import actor_of, chain_of
from rest.fields import RequiresReason, StrictText
from rest.permissions import IsOperator, IsPlayer

_SET_BY_OPERATORS = [status.value for status in (Status.ACTIVE, Status.SUSPENDED, Status.CLOSED)]


class PlayerStatusView(APIView):
    """A player's status, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """The status, and the reason, which is kept."""

        status = serializers.ChoiceField(_SET_BY_OPERATORS)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewStatus"

    class Output(serializers.Serializer[None]):
        """The new status of an account."""

        status = serializers.ChoiceField(_SET_BY_OPERATORS)

        class Meta:
            """The schema's name for it."""

            ref_name = "PlayerStatus"

    @extend_schema(operation_id="set_player_status", request=Input, responses=Output)
    def put(self, request: Request, player_id: str) -> Response:
        """Suspend a player, at once and on every device, or close the account for ever.

        An open round can be finished. To end a suspension needs two people: propose the act `reactivate-player`.
        """
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        set_status(
            player_from_path(player_id),
            Status(fields["status"]),
            reason=fields["reason"],
            actor=actor_of(request),
            now=datetime.now(UTC),
        )
        return Response({"status": fields["status"]})


class ClosureView(APIView):
    """The closure of the caller's account."""

    permission_classes = (IsPlayer,)
    throttle_scope = "log-in"

    class Input(PlayerFactorInput):
        """The PIN, or the password with the second factor where there is one."""

        pin = StrictText(max_length=8, required=False)
        password = StrictText(max_length=128, required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "Closure"

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            """Require exactly one proof."""
            if ("password" in attrs) == ("pin" in attrs):
                raise serializers.ValidationError("Send either pin or password.")
            return super().validate(attrs)

    @extend_schema(operation_id="create_closure", request=Input, responses={204: None})
    def post(self, request: Request) -> Response:
        """Close the account for ever. Its money can still be withdrawn, and an open round can be finished."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields, now = body.validated_data, datetime.now(UTC)
        if "pin" in fields:
            close_with_pin(chain_of(request), pin=fields["pin"], now=now)
        else:
            proof = proof_in_session(request, fields)
            close_with_password(chain_of(request), proof=proof, now=now)
        return Response(status=204)
