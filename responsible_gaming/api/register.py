"""POST /api/v1/players."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.address import AddressInput
from players.api.consents import ConsentsInput
from players.core.identity import EMAIL_LENGTH, NAME_LENGTH, Address, Identity
from players.operations.register import Registration
from responsible_gaming.operations.register_player import register_player
from rest.fields import StrictSerializer, StrictText


class RegisterView(APIView):
    """Open an account."""

    authentication_classes = ()
    permission_classes = ()
    throttle_scope = "register"

    class Input(StrictSerializer):
        """What is needed to open an account."""

        username = StrictText(max_length=30)
        password = StrictText(max_length=128)
        given_name = StrictText(max_length=NAME_LENGTH, trim_whitespace=True)
        family_name = StrictText(max_length=NAME_LENGTH, trim_whitespace=True)
        birth_date = serializers.DateField()
        address = AddressInput()
        email = StrictText(max_length=EMAIL_LENGTH, trim_whitespace=True)
        phone = StrictText(
            max_length=16, default="", allow_blank=True, help_text="E.164: +12015550123. Empty for none."
        )
        currency = StrictText(
            required=False,
            max_length=3,
            help_text="ISO 4217: one of the jurisdiction's, which GET /games names. Left out: the usual one of them.",
        )
        consents = ConsentsInput(help_text="The current versions, as GET /documents tells them.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Registration"

    class Output(serializers.Serializer[None]):
        """The new player."""

        id = serializers.CharField(help_text="The player's id and chain, 32 hex digits.")
        username = serializers.CharField()

        class Meta:
            """The schema's name for it."""

            ref_name = "Registered"

    @extend_schema(operation_id="create_player", request=Input, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Open an account for a person of legal age who has none. Log in afterwards."""
        serializer = self.Input(data=request.data)
        serializer.is_valid(raise_exception=True)
        data, jurisdiction = serializer.validated_data, settings.REDDOG_JURISDICTION
        chain = register_player(
            Registration(
                username=data["username"],
                password=data["password"],
                identity=_identity(data),
                currency=data.get("currency", jurisdiction.currencies[0]),
                consents=data["consents"],
            ),
            jurisdiction=jurisdiction,
            now=datetime.now(UTC),
        )
        return Response({"id": chain.hex, "username": data["username"].lower()}, status=201)


def _identity(data: dict[str, Any]) -> Identity:
    return Identity(
        given_name=data["given_name"],
        family_name=data["family_name"],
        born=data["birth_date"],
        address=Address(**data["address"]),
        email=data["email"],
        phone=data["phone"],
    )
