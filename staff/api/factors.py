"""PUT /api/v1/ops/password, POST and PUT /api/v1/ops/factors/…: with the token of an enrolment."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import StrictSerializer, StrictText
from staff.api.authentication import EnrolmentAuthentication, IsEnrolling, enrolment_of
from staff.operations.enrol import (
    enrol_passkey,
    enrol_totp,
    offer_passkey,
    offer_totp,
    renew_recovery_codes,
    set_password,
)


class _EnrollingView(APIView):
    authentication_classes = (EnrolmentAuthentication,)
    permission_classes = (IsEnrolling,)
    throttle_scope = "log-in"


class _Enrolled(serializers.Serializer[None]):
    recovery_codes = serializers.ListField(
        child=serializers.CharField(), help_text="Shown once. Empty where the account has recovery codes already."
    )

    class Meta:
        ref_name = "FactorEnrolled"


class _PasswordChanged(serializers.Serializer[None]):
    changed_at = serializers.DateTimeField()

    class Meta:
        ref_name = "StaffPassword"


class StaffPasswordView(_EnrollingView):
    """The caller's password."""

    class Input(StrictSerializer):
        """The new password."""

        password = StrictText(max_length=128)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewStaffPassword"

    @extend_schema(operation_id="set_staff_password", request=Input, responses=_PasswordChanged)
    def put(self, request: Request) -> Response:
        """Replace the password, and end all sessions of the account."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        now = datetime.now(UTC)
        set_password(enrolment_of(request), body.validated_data["password"], now=now)
        return Response({"changed_at": rfc3339(to_epoch_ms(now))})


class TotpView(_EnrollingView):
    """Time-based one-time codes (TOTP)."""

    class Input(StrictSerializer):
        """The code that the new secret gives now."""

        code = StrictText(max_length=20)

        class Meta:
            """The schema's name for it."""

            ref_name = "TotpCode"

    class Output(serializers.Serializer[None]):
        """A secret for an authenticator app. It is in force once its first code has come."""

        secret = serializers.CharField(help_text="Base 32.")
        otpauth_uri = serializers.CharField(help_text="`otpauth://totp/…`, to be shown as a QR code.")

        class Meta:
            """The schema's name for it."""

            ref_name = "TotpSecret"

    @extend_schema(operation_id="create_totp_secret", request=None, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Draw a secret."""
        offer = offer_totp(enrolment_of(request), now=datetime.now(UTC))
        return Response({"secret": offer.text, "otpauth_uri": offer.uri}, status=201)

    @extend_schema(operation_id="enrol_totp", request=Input, responses=_Enrolled)
    def put(self, request: Request) -> Response:
        """Enrol the secret that was drawn, in place of an older one."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        codes = enrol_totp(enrolment_of(request), body.validated_data["code"], now=datetime.now(UTC))
        return Response({"recovery_codes": codes})


class PasskeysView(_EnrollingView):
    """Passkeys."""

    class Input(StrictSerializer):
        """The browser's answer to the options."""

        name = StrictText(min_length=1, max_length=50, help_text="What its owner calls it.")
        credential = serializers.DictField(help_text="What the browser's `credential.toJSON()` gives.")

        class Meta:
            """The schema's name for it."""

            ref_name = "NewPasskey"

    @extend_schema(operation_id="create_passkey_options", request=None, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request) -> Response:
        """Return the options for the browser's `navigator.credentials.create`, as JSON."""
        options: dict[str, Any] = offer_passkey(enrolment_of(request), now=datetime.now(UTC))
        return Response(options, status=201)

    @extend_schema(operation_id="enrol_passkey", request=Input, responses=_Enrolled)
    def put(self, request: Request) -> Response:
        """Enrol the passkey that the browser created with these options, beside the others."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        codes = enrol_passkey(enrolment_of(request), **body.validated_data, now=datetime.now(UTC))
        return Response({"recovery_codes": codes})


class RecoveryCodesView(_EnrollingView):
    """Recovery codes."""

    @extend_schema(operation_id="create_recovery_codes", request=None, responses={201: _Enrolled})
    def post(self, request: Request) -> Response:
        """Draw new codes. The old ones are void."""
        codes = renew_recovery_codes(enrolment_of(request), now=datetime.now(UTC))
        return Response({"recovery_codes": codes}, status=201)
