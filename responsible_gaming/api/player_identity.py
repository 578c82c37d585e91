"""PUT /api/v1/ops/players/{player_id}/profile: correct a player's personal data."""

from datetime import UTC, datetime

from django.conf import settings
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.player_path import player_from_path
from players.api.profile import ContactInput, sent_fields
from players.core.identity import NAME_LENGTH
from responsible_gaming.operations.correct_identity import correct_contacts
from rest.caller import actor_of
from rest.fields import RequiresReason, StrictText
from rest.permissions import IsOperator


class PlayerProfileView(APIView):
    """A player's personal data, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(ContactInput, RequiresReason):
        """The members to change, and the reason, which is stored."""

        given_name = StrictText(max_length=NAME_LENGTH, trim_whitespace=True, required=False)
        family_name = StrictText(max_length=NAME_LENGTH, trim_whitespace=True, required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "Correction"

    @extend_schema(operation_id="correct_player_profile", request=Input, responses={204: None})
    def put(self, request: Request, player_id: str) -> Response:
        """Correct a player's e-mail or telephone number. To correct names or address is the act `correct-identity`."""
        changes = sent_fields(self.Input, request)
        reason = changes.pop("reason")
        actor = actor_of(request)
        correct_contacts(
            player_from_path(player_id),
            changes,
            reason=reason,
            actor=actor,
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return Response(status=204)
