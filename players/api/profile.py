"""PUT /api/v1/me/profile, PUT /api/v1/ops/players/{player}/profile."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.address import AddressInput
from players.api.reason import ReasonInput
from players.api.subject import subject_of
from players.core.identity import EMAIL_LENGTH, NAME_LENGTH
from players.operations.change_profile import change_own_profile, change_profile
from rest.caller import chain_of
from rest.fields import Closed, StrictText
from rest.permissions import IsOperator, IsPlayer


class _Contact(Closed):
    address = AddressInput(required=False)
    email = StrictText(max_length=EMAIL_LENGTH, trim_whitespace=True, required=False)
    phone = StrictText(max_length=16, required=False, allow_blank=True, help_text="E.164. Empty for none.")


class ProfileView(APIView):
    """What is known of the caller's person."""

    permission_classes = (IsPlayer,)

    class Input(_Contact):
        """What shall be otherwise, and the PIN. Names are corrected by an operator."""

        pin = StrictText(max_length=8)

        class Meta:
            """The schema's name for it."""

            ref_name = "OwnCorrection"

    @extend_schema(operation_id="correct_profile", request=Input, responses={204: None})
    def put(self, request: Request) -> Response:
        """Correct address, e-mail or telephone number, those that are sent, with the PIN."""
        changes = _told(self.Input, request)
        pin = changes.pop("pin")
        change_own_profile(chain_of(request), changes, pin=pin, now=datetime.now(UTC))
        return Response(status=204)


class PlayerProfileView(APIView):
    """What is known of a player's person, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(_Contact, ReasonInput):
        """What shall be otherwise, and why; the reason is kept."""

        given_name = StrictText(max_length=NAME_LENGTH, trim_whitespace=True, required=False)
        family_name = StrictText(max_length=NAME_LENGTH, trim_whitespace=True, required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "Correction"

    @extend_schema(operation_id="correct_player_profile", request=Input, responses={204: None})
    def put(self, request: Request, player: str) -> Response:
        """Correct a player's names, address, e-mail or telephone number, those that are sent."""
        changes = _told(self.Input, request)
        reason = changes.pop("reason")
        actor = f"operator:{request.user.get_username()}"
        change_profile(subject_of(player), changes, reason=reason, actor=actor, now=datetime.now(UTC))
        return Response(status=204)


def _told(serializer: type[Closed], request: Request) -> dict[str, Any]:
    asked = serializer(data=request.data)
    asked.is_valid(raise_exception=True)
    told: dict[str, Any] = asked.validated_data
    return told
