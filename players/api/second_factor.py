"""The caller's second factor: GET and POST /api/v1/me/second-factor, its confirmation and its removal."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.operations.change_second_factor import confirm_second_factor, offer_second_factor, remove_second_factor
from players.operations.prove import Proof
from players.queries import second_factor
from rest.address import address_of
from rest.caller import chain_of, session_of
from rest.fields import Closed, StrictText
from rest.permissions import IsPlayer
from rest.throttling import AddressThrottle


class SecondFactorView(APIView):
    """The second factor, and asking for one."""

    permission_classes = (IsPlayer,)
    throttle_classes = (AddressThrottle,)
    throttle_scope = "log-in"

    class Input(Closed):
        """The password."""

        password = StrictText(max_length=128)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewSecondFactor"

    class State(serializers.Serializer[Any]):
        """How the second factor stands."""

        enrolled = serializers.BooleanField(help_text="Whether it is in force.")
        codes_locked = serializers.BooleanField(help_text="Whether only recovery codes are taken, after wrong codes.")
        recovery_codes_left = serializers.IntegerField()

        class Meta:
            """The schema's name for it."""

            ref_name = "SecondFactor"

    class Output(serializers.Serializer[Any]):
        """The secret, told once."""

        secret = serializers.CharField(help_text="Base32, for an authenticator: SHA-1, six digits, thirty seconds.")
        otpauth_uri = serializers.CharField(help_text="The same for a QR code.")

        class Meta:
            """The schema's name for it."""

            ref_name = "OfferedSecondFactor"

    @extend_schema(operation_id="second_factor", responses=State)
    def get(self, request: Request) -> Response:
        """Return how the caller's second factor stands."""
        found = second_factor(chain_of(request))
        return Response(
            {
                "enrolled": found.enrolled,
                "codes_locked": found.codes_locked,
                "recovery_codes_left": found.recovery_codes_left,
            }
        )

    @extend_schema(operation_id="offer_second_factor", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Ask for a secret for an authenticator. It is in force once a code of it has come."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        proof = Proof(password=asked.validated_data["password"], address=address_of(request))
        offer = offer_second_factor(chain_of(request), proof=proof, now=datetime.now(UTC))
        return Response({"secret": offer.text, "otpauth_uri": offer.uri}, status=201)


class ConfirmationView(APIView):
    """The first code."""

    permission_classes = (IsPlayer,)
    throttle_classes = (AddressThrottle,)
    throttle_scope = "log-in"

    class Input(Closed):
        """A code of the offered secret."""

        code = StrictText(max_length=6)

        class Meta:
            """The schema's name for it."""

            ref_name = "FirstCode"

    class Output(serializers.Serializer[Any]):
        """What to keep on paper."""

        recovery_codes = serializers.ListField(child=serializers.CharField(), help_text="Each is right once.")

        class Meta:
            """The schema's name for it."""

            ref_name = "RecoveryCodes"

    @extend_schema(operation_id="confirm_second_factor", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Put the second factor in force. Other devices ask for a code from now on."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        code = asked.validated_data["code"]
        codes = confirm_second_factor(chain_of(request), session_of(request), code=code, now=datetime.now(UTC))
        return Response({"recovery_codes": codes}, status=201)


class RemovalView(APIView):
    """Doing without."""

    permission_classes = (IsPlayer,)
    throttle_classes = (AddressThrottle,)
    throttle_scope = "log-in"

    class Input(Closed):
        """The password and a code, or a recovery code."""

        password = StrictText(max_length=128)
        code = StrictText(max_length=40)

        class Meta:
            """The schema's name for it."""

            ref_name = "SecondFactorRemoval"

    @extend_schema(operation_id="remove_second_factor", request=Input, responses={204: None})
    def post(self, request: Request) -> Response:
        """Remove the second factor and its recovery codes."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        proof = Proof(**asked.validated_data, address=address_of(request))
        remove_second_factor(chain_of(request), proof=proof, now=datetime.now(UTC))
        return Response(status=204)
