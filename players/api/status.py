"""PUT /api/v1/ops/players/{player}/status: suspending a player, and letting the player back."""

from datetime import UTC, datetime

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import chain_id
from players.models import Status
from players.operations.set_status import PlayerNotFound, set_status
from rest.fields import Closed, StrictText
from rest.permissions import IsOperator


class PlayerStatusView(APIView):
    """A player's status, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(Closed):
        """The status, and why; the reason is kept."""

        status = serializers.ChoiceField(Status.values)
        reason = StrictText(min_length=1, max_length=200)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewStatus"

        def validate_reason(self, reason: str) -> str:
            """Refuse a reason of nothing but spaces."""
            if not reason.strip():
                raise serializers.ValidationError("Say why.")
            return reason

    @extend_schema(operation_id="set_player_status", request=Input, responses={204: None})
    def put(self, request: Request, player: str) -> Response:
        """Suspend a player, at once and on every device, or end a suspension. An open round can be finished."""
        asked = self.Input(data=request.data)
        asked.is_valid(raise_exception=True)
        chain = chain_id(player)
        if chain is None:
            raise PlayerNotFound("Nothing was changed. A player's id is 32 hex digits.")
        set_status(
            chain,
            Status(asked.validated_data["status"]),
            reason=asked.validated_data["reason"],
            actor=f"operator:{request.user.get_username()}",
            now=datetime.now(UTC),
        )
        return Response(status=204)
