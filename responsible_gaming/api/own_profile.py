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
from players.api.profile import ContactInput, sent_fields
from responsible_gaming.operations.correct_identity import correct_own_contacts
from rest.caller import chain_of
from rest.fields import StrictText
from rest.permissions import IsPlayer


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
        correct_own_contacts(chain_of(request), changes, pin=pin, now=datetime.now(UTC))
        document = vault.read(chain_of(request))
        return Response({name: document[name] for name in ("address", "email", "phone")})
