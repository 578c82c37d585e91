"""The fields of a profile that can be changed."""

from typing import Any

from rest_framework.request import Request

from players.api.address import AddressInput
from players.core.identity import EMAIL_LENGTH
from rest.fields import StrictSerializer, StrictText


class ContactInput(StrictSerializer):
    """How to reach a person."""

    address = AddressInput(required=False)
    email = StrictText(max_length=EMAIL_LENGTH, trim_whitespace=True, required=False)
    phone = StrictText(max_length=16, required=False, allow_blank=True, help_text="E.164. Empty for none.")


def sent_fields(serializer: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """Return the members that were sent."""
    body = serializer(data=request.data)
    body.is_valid(raise_exception=True)
    fields: dict[str, Any] = body.validated_data
    return fields
