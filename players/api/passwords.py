"""PUT /api/v1/me/password, POST /api/v1/password-resets, POST /api/v1/login-unlocks."""

from datetime import UTC, datetime

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.api.proof import PlayerFactorInput, PlayerProofInput, factor_outside, proof_in_session, proof_outside
from players.operations.change_password import PasswordReset, change_password, reset_password
from players.operations.unlock import LoginUnlock, unlock_login
from rest.caller import chain_of, session_of
from rest.credentials import CredentialView
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsPlayer


class PasswordView(APIView):
    """The caller's password."""

    permission_classes = (IsPlayer,)
    throttle_scope = "log-in"

    class Input(PlayerProofInput):
        """The new password, the one it replaces, and the second factor where there is one."""

        new_password = StrictText(max_length=128)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewPassword"

    class Output(serializers.Serializer[None]):
        """What is shown of the password."""

        changed_at = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "Password"

    @extend_schema(operation_id="set_password", request=Input, responses=Output)
    def put(self, request: Request) -> Response:
        """Replace the password. All other sessions end, and other devices require a full login."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields, now = body.validated_data, datetime.now(UTC)
        change_password(
            session_of(request),
            chain_of(request),
            proof=proof_in_session(request, fields),
            new_password=fields["new_password"],
            now=now,
        )
        return Response({"changed_at": rfc3339(to_epoch_ms(now))})


class PasswordResetView(CredentialView):
    """A lost password."""

    class Input(PlayerFactorInput):
        """The operator's one-time token, the new password, and the second factor where there is one."""

        username = StrictText(max_length=30)
        token = StrictText(max_length=64)
        new_password = StrictText(max_length=128)

        class Meta:
            """The schema's name for it."""

            ref_name = "PasswordReset"

    @extend_schema(operation_id="create_password_reset", request=Input, responses={204: None})
    def post(self, request: Request) -> Response:
        """Replace a lost password. All sessions end, and the login is unlocked."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        reset_password(
            PasswordReset(
                username=fields["username"],
                token=fields["token"],
                new_password=fields["new_password"],
                proof=factor_outside(request, fields),
            ),
            now=datetime.now(UTC),
        )
        return Response(status=204)


class LoginUnlockView(CredentialView):
    """A locked login."""

    class Input(StrictSerializer):
        """The credentials, and the second factor: a code, or the operator's token where the player has none."""

        username = StrictText(max_length=30)
        password = StrictText(max_length=128)
        code = StrictText(max_length=40, required=False)
        token = StrictText(max_length=64, required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "LoginUnlock"

        def validate(self, attrs: dict[str, str]) -> dict[str, str]:
            """Require exactly one second factor."""
            if ("code" in attrs) == ("token" in attrs):
                raise serializers.ValidationError("Send either code or token.")
            return attrs

    @extend_schema(operation_id="create_login_unlock", request=Input, responses={204: None})
    def post(self, request: Request) -> Response:
        """Unlock a login that failures locked. The answer is the same whatever is wrong."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        proof = proof_outside(request, fields)
        unlock_login(
            LoginUnlock(username=fields["username"], proof=proof, token=fields.get("token")), now=datetime.now(UTC)
        )
        return Response(status=204)
