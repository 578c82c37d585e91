"""GET /api/v1/ops/players/{player_id}/stakes: the stakes of one player at tables, for the staff."""

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players.api.player_path import known_player
from rest.interval import INTERVAL_PARAMETERS
from rest.paging import PAGE_PARAMETERS
from rest.permissions import IsAuditor
from tables.api.my_stakes import MyStakesView, page_of_stakes


class PlayerStakesView(APIView):
    """A player's stakes at tables."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(
        operation_id="list_player_stakes",
        parameters=[*INTERVAL_PARAMETERS, *PAGE_PARAMETERS],
        responses=MyStakesView.Output,
    )
    def get(self, request: Request, player_id: str) -> Response:
        """Return a page of a player's stakes at tables, as the player sees them."""
        return Response(page_of_stakes(known_player(player_id), request.query_params))
