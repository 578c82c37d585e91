"""GET /api/v1/ops/players/{player_id}/events: significant events of one player."""

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.events import KIND_PARAMETER, SEVERITY_PARAMETER, EventsOutput, page_of_events
from players.api.player_path import known_player
from rest.interval import INTERVAL_PARAMETERS
from rest.paging import PAGE_PARAMETERS
from rest.permissions import IsAuditor


class PlayerEventsView(APIView):
    """A player's significant events."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(
        operation_id="list_player_events",
        parameters=[KIND_PARAMETER, SEVERITY_PARAMETER, *INTERVAL_PARAMETERS, *PAGE_PARAMETERS],
        responses=EventsOutput,
    )
    def get(self, request: Request, player_id: str) -> Response:
        """Return a page of what was changed about a player, by whom and why, before and after."""
        return Response(page_of_events(request.query_params, known_player(player_id)))
