"""PUT /api/v1/me/password, POST /api/v1/password-reset, POST /api/v1/log-in-unlock."""

from datetime import UTC, datetime

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.operations.change_password import PasswordReset, change_password, reset_password
from players.operations.prove import Proof
from players.operations.unlock import LogInUnlock, unlock_log_in
from rest.caller import chain_of, session_of
from rest.client_ip import client_ip
from rest.credentials import CredentialView
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsPlayer
from rest.throttling import AddressThrottle


class PasswordView(APIView):
    """The caller's password."""

    permission_classes = (IsPlayer,)
    throttle_classes = (AddressThrottle,)
    throttle_scope = "log-in"

    class Input(StrictSerializer):
        """The new password, the one it replaces, and a code where there is a second factor."""

        new_password = StrictText(max_length=128)
        password = StrictText(max_length=128)
        code = StrictText(max_length=40, required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewPassword"

    @extend_schema(operation_id="change_password", request=Input, responses={204: None})
    def put(self, request: Request) -> Response:
        """Replace the password. All other sessions end, and other devices ask for everything again."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        change_password(
            session_of(request),
            chain_of(request),
            proof=Proof(password=told["password"], code=told.get("code"), address=client_ip(request)),
            new_password=told["new_password"],
            now=datetime.now(UTC),
        )
        return Response(status=204)


class PasswordResetView(CredentialView):
    """A lost password."""

    class Input(StrictSerializer):
        """The operator's one-time token, the new password, and a code where there is a second factor."""

        username = StrictText(max_length=30)
        token = StrictText(max_length=64)
        new_password = StrictText(max_length=128)
        code = StrictText(max_length=40, required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "PasswordReset"

    @extend_schema(operation_id="reset_password", request=Input, responses={204: None})
    def post(self, request: Request) -> Response:
        """Replace a lost password. All sessions end, and the log-in is unlocked."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        reset_password(PasswordReset(**asked.validated_data, address=client_ip(request)), now=datetime.now(UTC))
        return Response(status=204)


class LogInUnlockView(CredentialView):
    """A locked log-in."""

    class Input(StrictSerializer):
        """The credentials, and the second factor: a code, or the operator's token where the player has none."""

        username = StrictText(max_length=30)
        password = StrictText(max_length=128)
        code = StrictText(max_length=40, required=False)
        token = StrictText(max_length=64, required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "LogInUnlock"

        def validate(self, attrs: dict[str, str]) -> dict[str, str]:
            """Want one second factor."""
            if ("code" in attrs) == ("token" in attrs):
                raise serializers.ValidationError("Send either code or token.")
            return attrs

    @extend_schema(operation_id="unlock_log_in", request=Input, responses={204: None})
    def post(self, request: Request) -> Response:
        """Unlock a log-in that failures locked. The answer is the same whatever is wrong."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        proof = Proof(password=told["password"], code=told.get("code"), address=client_ip(request))
        unlock_log_in(
            LogInUnlock(username=told["username"], proof=proof, token=told.get("token")), now=datetime.now(UTC)
        )
        return Response(status=204)
