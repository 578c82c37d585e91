"""POST /api/v1/ops/sessions, DELETE /api/v1/ops/sessions/current, GET /api/v1/ops/players."""

from typing import Any

from django.contrib.auth import authenticate
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from knox.models import AuthToken
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.periods import rfc3339, to_ms
from players.operations.prove import WrongCredentials
from players.operations.set_status import PlayerNotFound
from players.queries import find_player
from rest.fields import Closed, StrictText
from rest.permissions import IsOperator
from rest.throttling import AddressThrottle


class OperatorLogInView(APIView):
    """Begin an operator's session."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = (AddressThrottle,)
    throttle_scope = "log-in"

    class Input(Closed):
        """Credentials of a member of the staff."""

        username = StrictText(max_length=150)
        password = StrictText(max_length=128)

        class Meta:
            """The schema's name for it."""

            ref_name = "OperatorCredentials"

    class Output(serializers.Serializer[None]):
        """The session's token, to be sent as `Authorization: Token …`."""

        token = serializers.CharField()
        expires_at = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "OperatorSession"

    @extend_schema(operation_id="operator_log_in", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Begin a session of ten hours."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        user = authenticate(request=request, **asked.validated_data)
        if user is None:
            raise WrongCredentials("No session was begun.")
        session, token = AuthToken.objects.create(user=user)  # type: ignore[no-untyped-call]  # knox has no types
        return Response({"token": token, "expires_at": rfc3339(to_ms(session.expiry))}, status=201)


class OperatorLogOutView(APIView):
    """End an operator's session."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    @extend_schema(operation_id="operator_log_out", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """End the session that the token stands for, at once."""
        request.auth.delete()
        return Response(status=204)


class PlayersView(APIView):
    """Players, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Output(serializers.Serializer[Any]):
        """A player as the operator sees it."""

        player = serializers.CharField(help_text="The player's id and chain, 32 hex digits.")
        username = serializers.CharField()
        status = serializers.CharField()
        created_at = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "PlayerForOperator"

    @extend_schema(
        operation_id="find_player",
        parameters=[OpenApiParameter("username", OpenApiTypes.STR, required=True)],
        responses=Output,
    )
    def get(self, request: Request) -> Response:
        """Find a player by the user name."""
        found = find_player(request.query_params.get("username", ""))
        if found is None:
            raise PlayerNotFound("No player has this user name.")
        return Response(
            {
                "player": found.chain.hex,
                "username": found.username,
                "status": found.status,
                "created_at": rfc3339(to_ms(found.created_at)),
            }
        )
