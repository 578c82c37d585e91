"""POST /api/v1/ops/player-searches: find a player by what no address or log of requests shall hold."""

from datetime import UTC, datetime

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.operators import FoundPlayer, present_player
from players.operations.find_by_email import find_by_email
from rest.caller import actor_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsOperator


class PlayerSearchesView(APIView):
    """A search for a player, for operators."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(StrictSerializer):
        """What is known of the player."""

        email = StrictText(max_length=254, trim_whitespace=True, help_text="The whole e-mail address, in any case.")

        class Meta:
            """The schema's name for it."""

            ref_name = "PlayerSearch"

    @extend_schema(operation_id="create_player_search", request=Input, responses={201: FoundPlayer})
    def post(self, request: Request) -> Response:
        """Find the player of an open account by the whole e-mail address. Who was found, and by whom, is stored."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        found = find_by_email(body.validated_data["email"], actor=actor_of(request), now=datetime.now(UTC))
        return Response(present_player(found), status=201)
