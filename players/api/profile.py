"""PUT /api/v1/me/profile."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.address import AddressInput
from players.core.identity import EMAIL_LENGTH
from players.operations.change_profile import change_own_profile
from rest.caller import chain_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsPlayer


class ContactInput(StrictSerializer):
    """Where somebody can be reached."""

    address = AddressInput(required=False)
    email = StrictText(max_length=EMAIL_LENGTH, trim_whitespace=True, required=False)
    phone = StrictText(max_length=16, required=False, allow_blank=True, help_text="E.164. Empty for none.")


class ProfileView(APIView):
    """What is known of the caller's person."""

    permission_classes = (IsPlayer,)

    class Input(ContactInput):
        """What shall be otherwise, and the PIN. Names are corrected by an operator."""

        pin = StrictText(max_length=8)

        class Meta:
            """The schema's name for it."""

            ref_name = "OwnCorrection"

    @extend_schema(operation_id="correct_profile", request=Input, responses={204: None})
    def put(self, request: Request) -> Response:
        """Correct address, e-mail or telephone number, those that are sent, with the PIN."""
        changes = told(self.Input, request)
        pin = changes.pop("pin")
        change_own_profile(chain_of(request), changes, pin=pin, now=datetime.now(UTC))
        return Response(status=204)


def told(serializer: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """Return the members that were sent."""
    asked = serializer(data=request.data)
    asked.is_valid(raise_exception=True)
    changes: dict[str, Any] = asked.validated_data
    return changes
