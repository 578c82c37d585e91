"""POST /api/v1/sessions, DELETE /api/v1/sessions/current."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.periods import rfc3339, to_ms
from players.operations.log_in import log_in, log_out
from rest.caller import session_of
from rest.fields import Closed, StrictText
from rest.permissions import IsPlayer
from rest.throttling import AddressThrottle


class LogInView(APIView):
    """Begin a session."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = (AddressThrottle,)
    throttle_scope = "log-in"

    class Input(Closed):
        """Credentials."""

        username = StrictText(max_length=30)
        password = StrictText(max_length=128)

        class Meta:
            """The schema's name for it."""

            ref_name = "Credentials"

    class Output(serializers.Serializer[None]):
        """The session's token: whoever has it plays with this player's money until it ends."""

        player = serializers.CharField()
        token = serializers.CharField()
        expires_at = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "Session"

    @extend_schema(operation_id="log_in", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Begin a session of 24 hours. The answer is the same whichever credential is wrong."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        begun = log_in(**asked.validated_data, rules=settings.REDDOG_PROFILE.accounts, now=datetime.now(UTC))
        expires_at = rfc3339(to_ms(begun.expires_at))
        return Response({"player": begun.chain.hex, "token": begun.token, "expires_at": expires_at}, status=201)


class LogOutView(APIView):
    """End the session."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="log_out", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """End the session that the token stands for, at once."""
        log_out(session_of(request), now=datetime.now(UTC))
        return Response(status=204)
