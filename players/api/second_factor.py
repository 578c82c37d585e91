"""The caller's second factor: GET and POST /api/v1/me/second-factor, its confirmation and its removal."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.proof import PlayerProofInput, proof_in_session
from players.operations.change_second_factor import confirm_second_factor, offer_second_factor, remove_second_factor
from players.queries.second_factors import second_factor
from rest.caller import chain_of, session_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsPlayer


class SecondFactorView(APIView):
    """The second factor, and the offer of a new one."""

    permission_classes = (IsPlayer,)
    throttle_scope = "log-in"

    class Input(PlayerProofInput):
        """The password, and the second factor of who has a passkey."""

        class Meta:
            """The schema's name for it."""

            ref_name = "NewSecondFactor"

    class State(serializers.Serializer[Any]):
        """The state of the second factor."""

        enrolled = serializers.BooleanField(help_text="Whether an authenticator is in force.")
        codes_locked = serializers.BooleanField(
            help_text="Whether only recovery codes are accepted, after wrong codes."
        )
        recovery_codes_left = serializers.IntegerField()

        class Meta:
            """The schema's name for it."""

            ref_name = "SecondFactor"

    class Output(serializers.Serializer[Any]):
        """The secret, shown once."""

        secret = serializers.CharField(help_text="Base32, for an authenticator: SHA-1, six digits, thirty seconds.")
        otpauth_uri = serializers.CharField(help_text="The same, for a QR code.")

        class Meta:
            """The schema's name for it."""

            ref_name = "OfferedSecondFactor"

    @extend_schema(operation_id="get_second_factor", responses=State)
    def get(self, request: Request) -> Response:
        """Return the state of the caller's second factor."""
        view = second_factor(chain_of(request))
        return Response(
            {
                "enrolled": view.enrolled,
                "codes_locked": view.codes_locked,
                "recovery_codes_left": view.recovery_codes_left,
            }
        )

    @extend_schema(operation_id="create_second_factor_offer", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Offer a secret for an authenticator app. It is in force once its first code has come."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        proof = proof_in_session(request, body.validated_data)
        offer = offer_second_factor(chain_of(request), proof=proof, now=datetime.now(UTC))
        return Response({"secret": offer.text, "otpauth_uri": offer.uri}, status=201)


class ConfirmationView(APIView):
    """The first code."""

    permission_classes = (IsPlayer,)
    throttle_scope = "log-in"

    class Input(StrictSerializer):
        """A code of the offered secret."""

        code = StrictText(max_length=6)

        class Meta:
            """The schema's name for it."""

            ref_name = "FirstCode"

    class Output(serializers.Serializer[Any]):
        """The recovery codes, shown once: keep them on paper."""

        recovery_codes = serializers.ListField(
            child=serializers.CharField(),
            help_text="Each is accepted once. Empty where the account has recovery codes already.",
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "RecoveryCodes"

    @extend_schema(operation_id="create_second_factor_confirmation", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Put the second factor in force. Other devices require a code from now on."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        code = body.validated_data["code"]
        codes = confirm_second_factor(chain_of(request), session_of(request), code=code, now=datetime.now(UTC))
        return Response({"recovery_codes": codes}, status=201)


class RemovalView(APIView):
    """The removal of the second factor."""

    permission_classes = (IsPlayer,)
    throttle_scope = "log-in"

    class Input(PlayerProofInput):
        """The password and the second factor."""

        class Meta:
            """The schema's name for it."""

            ref_name = "SecondFactorRemoval"

    @extend_schema(operation_id="create_second_factor_removal", request=Input, responses={204: None})
    def post(self, request: Request) -> Response:
        """Remove the authenticator; the recovery codes go with it, unless a passkey is left."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        proof = proof_in_session(request, body.validated_data)
        remove_second_factor(chain_of(request), proof=proof, now=datetime.now(UTC))
        return Response(status=204)
