"""Help for a player who is locked out: a one-time token, the removal of a lost second factor. For operators."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.api.player_path import player_from_path
from players.operations.change_second_factor import remove_lost_factor
from players.operations.issue_reset_token import issue_reset_token
from rest.caller import actor_of
from rest.fields import RequiresReason
from rest.permissions import IsOperator


class _Input(RequiresReason):
    """The reason, which is kept."""

    class Meta:
        ref_name = "ReasonForCredentials"


class ResetTokenView(APIView):
    """A one-time token for a player, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Output(serializers.Serializer[Any]):
        """The token, shown once. The operator identifies the person before handing it over."""

        token = serializers.CharField()
        expires_at = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "ResetToken"

    @extend_schema(operation_id="create_reset_token", request=_Input, responses={201: Output})
    def post(self, request: Request, player_id: str) -> Response:
        """Issue a token that resets a password or unlocks a login, once and within 30 minutes."""
        body = _Input(data=request.data)
        body.is_valid(raise_exception=True)
        issued = issue_reset_token(
            player_from_path(player_id),
            reason=body.validated_data["reason"],
            actor=actor_of(request),
            now=datetime.now(UTC),
        )
        return Response({"token": issued.token, "expires_at": rfc3339(to_epoch_ms(issued.expires_at))}, status=201)


class LostFactorView(APIView):
    """A lost second factor, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    @extend_schema(operation_id="create_lost_factor_removal", request=_Input, responses={204: None})
    def post(self, request: Request, player_id: str) -> Response:
        """Remove the second factor of a player who lost it and its recovery codes."""
        body = _Input(data=request.data)
        body.is_valid(raise_exception=True)
        reason = body.validated_data["reason"]
        remove_lost_factor(player_from_path(player_id), reason=reason, actor=actor_of(request), now=datetime.now(UTC))
        return Response(status=204)
