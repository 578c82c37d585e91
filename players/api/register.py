"""POST /api/v1/players."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.money import USD
from players.operations.register import Registration, register
from rest.fields import Closed, StrictText
from rest.throttling import AddressThrottle


class RegisterView(APIView):
    """Open an account."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = (AddressThrottle,)
    throttle_scope = "register"

    class Input(Closed):
        """What a person tells us to open an account."""

        username = StrictText(max_length=30)
        password = StrictText(max_length=128)
        birth_date = serializers.DateField()
        currency = StrictText(default=USD.code, max_length=3)

        class Meta:
            """The schema's name for it."""

            ref_name = "Registration"

    class Output(serializers.Serializer[None]):
        """The new player."""

        player = serializers.CharField(help_text="The player's id and chain, 32 hex digits.")
        username = serializers.CharField()

        class Meta:
            """The schema's name for it."""

            ref_name = "Registered"

    @extend_schema(operation_id="register", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Open an account for somebody of legal age. Log in afterwards."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        told = asked.validated_data
        chain = register(
            Registration(
                username=told["username"],
                password=told["password"],
                born=told["birth_date"],
                currency=told["currency"],
            ),
            now=datetime.now(UTC),
            minimum_years=settings.REDDOG_PROFILE.accounts.minimum_age_years,
        )
        return Response({"player": chain.hex, "username": told["username"].lower()}, status=201)
