"""POST /api/v1/sessions, DELETE /api/v1/sessions/current, POST /api/v1/sessions/current/unlock."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.operations.log_in import LogIn, log_in, log_out
from players.operations.prove import Proof
from players.operations.unlock import unlock_with_password, unlock_with_pin
from players.queries import LogOn
from rest.caller import session_of
from rest.client_ip import client_ip
from rest.credentials import CredentialView
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsPlayer
from rest.throttling import AddressThrottle


class LogOnOutput(serializers.Serializer[Any]):
    """When, from where and on which device a session was begun."""

    at = serializers.DateTimeField()
    address = serializers.CharField(help_text="Empty where it is not known.")
    device_label = serializers.CharField(help_text="As the device called itself; empty where it did not.")

    class Meta:
        """The schema's name for it."""

        ref_name = "LogOn"


class LogInView(CredentialView):
    """Begin a session."""

    class Input(StrictSerializer):
        """Credentials, and the device."""

        username = StrictText(max_length=30)
        password = StrictText(max_length=128)
        code = StrictText(
            max_length=40, required=False, help_text="Of the second factor, or a recovery code, where one is asked for."
        )
        device = StrictText(
            min_length=16,
            max_length=64,
            required=False,
            help_text="The secret that this device keeps: random, or the one that an earlier answer gave it.",
        )
        device_label = StrictText(max_length=60, default="", allow_blank=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "Credentials"

    class Output(serializers.Serializer[None]):
        """The session's token: whoever has it plays with this player's money until it ends."""

        player = serializers.CharField()
        token = serializers.CharField()
        expires_at = serializers.DateTimeField()
        device = serializers.CharField(help_text="The device's secret, to be kept and sent at the next log-in.")
        last_log_on = LogOnOutput(allow_null=True, help_text="The log-on before this one.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Session"

    @extend_schema(operation_id="log_in", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Begin a session of 24 hours. The answer is the same whichever credential is wrong."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        begun = log_in(
            LogIn(
                username=told["username"],
                proof=Proof(password=told["password"], code=told.get("code"), address=client_ip(request)),
                device=told.get("device"),
                label=told["device_label"],
            ),
            rules=settings.REDDOG_JURISDICTION.sessions,
            accounts=settings.REDDOG_JURISDICTION.accounts,
            now=datetime.now(UTC),
        )
        return Response(
            {
                "player": begun.chain.hex,
                "token": begun.token,
                "expires_at": rfc3339(to_epoch_ms(begun.expires_at)),
                "device": begun.device,
                "last_log_on": log_on_document(begun.last_log_on),
            },
            status=201,
        )


class LogOutView(APIView):
    """End the session."""

    permission_classes = (IsPlayer,)
    open_while_locked = ("DELETE",)

    @extend_schema(operation_id="log_out", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """End the session that the token stands for, at once."""
        log_out(session_of(request), now=datetime.now(UTC))
        return Response(status=204)


class UnlockView(APIView):
    """Go on after a time without activity."""

    permission_classes = (IsPlayer,)
    throttle_classes = (AddressThrottle,)
    throttle_scope = "log-in"
    open_while_locked = ("POST",)

    class Input(StrictSerializer):
        """The PIN; or the password, with a code where the device asks for everything."""

        pin = StrictText(max_length=8, required=False)
        password = StrictText(max_length=128, required=False)
        code = StrictText(max_length=40, required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "SessionUnlock"

        def validate(self, attrs: dict[str, str]) -> dict[str, str]:
            """Want one proof."""
            if ("pin" in attrs) == ("password" in attrs) or ("code" in attrs and "pin" in attrs):
                raise serializers.ValidationError("Send either pin, or password and perhaps code.")
            return attrs

    @extend_schema(operation_id="unlock_session", request=Input, responses={204: None})
    def post(self, request: Request) -> Response:
        """Unlock the session. Wrong PINs count as everywhere, wrong passwords as failed log-ins."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        session_id, rules, now = session_of(request), settings.REDDOG_JURISDICTION.sessions, datetime.now(UTC)
        if "pin" in told:
            unlock_with_pin(session_id, told["pin"], rules=rules, now=now)
        else:
            proof = Proof(password=told["password"], code=told.get("code"), address=client_ip(request))
            unlock_with_password(session_id, proof, rules=rules, now=now)
        return Response(status=204)


def log_on_document(log_on: LogOn | None) -> dict[str, str] | None:
    """Write a log-on, or null."""
    if log_on is None:
        return None
    return {"at": rfc3339(to_epoch_ms(log_on.at)), "address": log_on.address, "device_label": log_on.device_label}
