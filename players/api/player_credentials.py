"""What an operator does for a player who is locked out: a one-time token, and a lost second factor removed."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId, chain_id
from kernel.instants import rfc3339, to_epoch_ms
from players.operations.change_second_factor import remove_lost_factor
from players.operations.issue_reset_token import issue_reset_token
from players.operations.set_status import PlayerNotFound
from rest.fields import RequiresReason
from rest.permissions import IsOperator


class _Input(RequiresReason):
    """Why; the reason is kept."""

    class Meta:
        ref_name = "ReasonForCredentials"


class ResetTokenView(APIView):
    """A one-time token for a player, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Output(serializers.Serializer[Any]):
        """The token, told once, to be handed to a person of whom the operator has made sure."""

        token = serializers.CharField()
        expires_at = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "ResetToken"

    @extend_schema(operation_id="issue_reset_token", request=_Input, responses={201: Output})
    def post(self, request: Request, player: str) -> Response:
        """Issue a token that is right once and for 30 minutes: it resets a password, and unlocks a log-in."""
        asked = _Input(data=request.data)
        asked.is_valid(raise_exception=True)
        issued = issue_reset_token(
            _chain(player), reason=asked.validated_data["reason"], actor=_actor(request), now=datetime.now(UTC)
        )
        return Response({"token": issued.token, "expires_at": rfc3339(to_epoch_ms(issued.expires_at))}, status=201)


class LostFactorView(APIView):
    """A lost second factor, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    @extend_schema(operation_id="remove_lost_factor", request=_Input, responses={204: None})
    def post(self, request: Request, player: str) -> Response:
        """Remove the second factor of a player who lost it and its recovery codes."""
        asked = _Input(data=request.data)
        asked.is_valid(raise_exception=True)
        reason = asked.validated_data["reason"]
        remove_lost_factor(_chain(player), reason=reason, actor=_actor(request), now=datetime.now(UTC))
        return Response(status=204)


def _chain(player: str) -> ChainId:
    chain = chain_id(player)
    if chain is None:
        raise PlayerNotFound("Nothing was changed. A player's id is 32 hex digits.")
    return chain


def _actor(request: Request) -> str:
    return f"operator:{request.user.get_username()}"
