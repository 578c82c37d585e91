"""GET /api/v1/me, PUT /api/v1/me/pin."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339, to_epoch_ms
from players.api.proof import PlayerFactorInput, proof_in_session
from players.api.verification import VerificationOutput, verification_document
from players.core.status import Status
from players.operations.set_pin import change_pin, set_pin
from players.queries.accounts import player
from rest.caller import chain_of
from rest.fields import StrictText
from rest.permissions import IsPlayer

STATUSES = (*(status.value for status in Status), "excluded")
"""Every status as it is shown. An account that is active or dormant may be shown as excluded."""


class MeView(APIView):
    """The caller's account. Responsible gaming adds whether the caller is excluded."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[None]):
        """The caller's account."""

        id = serializers.CharField(help_text="The player's id and chain, 32 hex digits.")
        username = serializers.CharField()
        status = serializers.ChoiceField(STATUSES)
        verification = VerificationOutput()
        consents_current = serializers.BooleanField(
            help_text="Whether the current version of every mandatory document is agreed to. No bet is taken without."
        )
        has_pin = serializers.BooleanField()
        pin_locked = serializers.BooleanField()
        created_at = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "Me"

    @extend_schema(operation_id="get_me", responses=Output)
    def get(self, request: Request) -> Response:
        """Return the caller's account."""
        return Response(self.document(request))

    def document(self, request: Request) -> dict[str, Any]:
        """Write the caller's account."""
        row = player(chain_of(request))
        return {
            "id": row.chain.hex,
            "username": row.username,
            "status": row.status,
            "verification": verification_document(row),
            "consents_current": row.consents_current(settings.REDDOG_JURISDICTION.accounts),
            "has_pin": row.has_pin,
            "pin_locked": row.pin_locked,
            "created_at": rfc3339(to_epoch_ms(row.created_at)),
        }


class PinView(APIView):
    """The caller's PIN."""

    permission_classes = (IsPlayer,)
    throttle_scope = "log-in"

    class Input(PlayerFactorInput):
        """The new PIN, with the password or the current PIN."""

        new_pin = StrictText(min_length=4, max_length=8)
        password = StrictText(max_length=128, required=False)
        current_pin = StrictText(max_length=8, required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewPin"

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            """Require exactly one proof."""
            by_pin = "current_pin" in attrs
            if ("password" in attrs) == by_pin or (by_pin and attrs.keys() & {"code", "passkey"}):
                raise serializers.ValidationError("Send either password, and perhaps code or passkey, or current_pin.")
            return super().validate(attrs)

    class Output(serializers.Serializer[None]):
        """The PIN, without its digits."""

        changed_at = serializers.DateTimeField()

        class Meta:
            """The schema's name for it."""

            ref_name = "Pin"

    @extend_schema(operation_id="set_pin", request=Input, responses=Output)
    def put(self, request: Request) -> Response:
        """Set the PIN with the password, or change it with the current one. Five wrong PINs lock it."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields, now = body.validated_data, datetime.now(UTC)
        if "password" in fields:
            proof = proof_in_session(request, fields)
            set_pin(chain_of(request), proof=proof, new_pin=fields["new_pin"], now=now)
        else:
            change_pin(chain_of(request), current_pin=fields["current_pin"], new_pin=fields["new_pin"], now=now)
        return Response({"changed_at": rfc3339(to_epoch_ms(now))})
