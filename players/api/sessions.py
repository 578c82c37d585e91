"""POST /api/v1/sessions, DELETE /api/v1/sessions/current, POST /api/v1/sessions/current/unlocks."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.api.proof import PlayerFactorInput, PlayerProofInput, proof_in_session, proof_outside
from players.operations.log_in import LoginRequest, log_in, log_out
from players.operations.unlock import unlock_with_password, unlock_with_pin
from players.queries.person_candidates import ExcludedAt
from players.queries.session_history import Login
from rest.caller import session_of
from rest.credentials import CredentialView
from rest.fields import StrictText
from rest.permissions import IsPlayer


class LoginOutput(serializers.Serializer[Any]):
    """When, from where and on which device a session began."""

    began_at = serializers.DateTimeField()
    ip_address = serializers.CharField(help_text="Empty where it is not known.")
    device_label = serializers.CharField(help_text="As the device called itself; empty where it did not.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Login"


class LockOutput(serializers.Serializer[Any]):
    """Where wrong attempts have locked a login."""

    origin = serializers.CharField(
        help_text="A network, a device's row, or `every device that is not known`: attempts from many networks."
    )
    locked_at = serializers.DateTimeField()

    class Meta:
        """The schema's name for it."""

        ref_name = "LoginLock"


class LoginView(CredentialView):
    """Begin a session."""

    excluded: ExcludedAt | None = None
    """Given where the view gets its address: exclusions are stored by a package above this one."""

    class Input(PlayerProofInput):
        """Credentials, and the device."""

        username = StrictText(max_length=30)
        device = StrictText(
            min_length=16,
            max_length=64,
            required=False,
            help_text="The secret that this device keeps: a random one, or the one of an earlier answer.",
        )
        device_label = StrictText(max_length=60, default="", allow_blank=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "Credentials"

    class Output(serializers.Serializer[None]):
        """A new session. Whoever has its token plays with this player's money until it ends."""

        player_id = serializers.CharField()
        token = serializers.CharField()
        expires_at = serializers.DateTimeField()
        device = serializers.CharField(help_text="The device's secret. Keep it, and send it at the next login.")
        last_login = LoginOutput(allow_null=True, help_text="The login before this one.")
        locks = LockOutput(many=True, help_text="Where wrong attempts have locked the login. A code ends all locks.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Session"

    @extend_schema(operation_id="create_session", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Begin a session of 24 hours. The answer is the same whichever credential is wrong."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields, now = body.validated_data, datetime.now(UTC)
        assert self.excluded is not None, "who routes to this view says who is excluded"
        session = log_in(
            LoginRequest(
                username=fields["username"],
                proof=proof_outside(request, fields),
                device=fields.get("device"),
                label=fields["device_label"],
            ),
            rules=settings.REDDOG_JURISDICTION.sessions,
            accounts=settings.REDDOG_JURISDICTION.accounts,
            excluded=partial(self.excluded, now=now),
            now=now,
        )
        return Response(
            {
                "player_id": session.chain.hex,
                "token": session.token,
                "expires_at": rfc3339(to_epoch_ms(session.expires_at)),
                "device": session.device,
                "last_login": None if session.last_login is None else login_document(session.last_login),
                "locks": [{"origin": origin, "locked_at": rfc3339(to_epoch_ms(at))} for origin, at in session.locks],
            },
            status=201,
        )


class LogoutView(APIView):
    """End the session."""

    permission_classes = (IsPlayer,)
    open_while_locked = ("DELETE",)

    @extend_schema(operation_id="delete_current_session", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """End the session that the token stands for, at once."""
        log_out(session_of(request), now=datetime.now(UTC))
        return Response(status=204)


class UnlockView(APIView):
    """Unlock the session after a pause."""

    permission_classes = (IsPlayer,)
    throttle_scope = "log-in"
    open_while_locked = ("POST",)

    class Input(PlayerFactorInput):
        """The PIN; or the password, with the second factor where the device asks for everything."""

        pin = StrictText(max_length=8, required=False)
        password = StrictText(max_length=128, required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "SessionUnlock"

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            """Require exactly one proof."""
            if ("pin" in attrs) == ("password" in attrs) or ("pin" in attrs and attrs.keys() & {"code", "passkey"}):
                raise serializers.ValidationError("Send either pin, or password and perhaps code or passkey.")
            return super().validate(attrs)

    @extend_schema(operation_id="create_session_unlock", request=Input, responses={204: None})
    def post(self, request: Request) -> Response:
        """Unlock the session. Wrong PINs count as everywhere, wrong passwords as failed logins."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        session_id, rules, now = session_of(request), settings.REDDOG_JURISDICTION.sessions, datetime.now(UTC)
        if "pin" in fields:
            unlock_with_pin(session_id, fields["pin"], rules=rules, now=now)
        else:
            proof = proof_in_session(request, fields)
            unlock_with_password(session_id, proof, rules=rules, now=now)
        return Response(status=204)


def login_document(login: Login) -> dict[str, object]:
    """Write a login."""
    return {
        "began_at": rfc3339(to_epoch_ms(login.began_at)),
        "ip_address": login.address,
        "device_label": login.device_label,
    }
