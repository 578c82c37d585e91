"""PUT /api/v1/me/profile."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players import vault
from players.api.address import AddressInput
from players.core.identity import EMAIL_LENGTH
from players.operations.change_profile import change_own_profile
from rest.caller import chain_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsPlayer


class ContactInput(StrictSerializer):
    """How to reach a person."""

    address = AddressInput(required=False)
    email = StrictText(max_length=EMAIL_LENGTH, trim_whitespace=True, required=False)
    phone = StrictText(max_length=16, required=False, allow_blank=True, help_text="E.164. Empty for none.")


class ProfileView(APIView):
    """The caller's contact data."""

    permission_classes = (IsPlayer,)

    class Input(ContactInput):
        """The members to change, and the PIN. An operator corrects names."""

        pin = StrictText(max_length=8)

        class Meta:
            """The schema's name for it."""

            ref_name = "OwnCorrection"

    class Output(serializers.Serializer[Any]):
        """The contact data, as it is stored now."""

        address = AddressInput()
        email = serializers.CharField()
        phone = serializers.CharField()

        class Meta:
            """The schema's name for it."""

            ref_name = "ContactData"

    @extend_schema(operation_id="set_profile", request=Input, responses=Output)
    def put(self, request: Request) -> Response:
        """Change address, e-mail or telephone number, whichever is sent, with the PIN."""
        changes = sent_fields(self.Input, request)
        pin = changes.pop("pin")
        change_own_profile(chain_of(request), changes, pin=pin, now=datetime.now(UTC))
        document = vault.read(chain_of(request))
        return Response({name: document[name] for name in ("address", "email", "phone")})


def sent_fields(serializer: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """Return the members that were sent."""
    body = serializer(data=request.data)
    body.is_valid(raise_exception=True)
    fields: dict[str, Any] = body.validated_data
    return fields
