"""GET /api/v1/ops/players/{player_id}/rounds, GET /api/v1/ops/rounds/{round_id}: rounds, for the staff."""

from functools import partial

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.data_age import DATA_AS_OF_HEADER, telling_age
from audit.replica import read_lagging
from games.api.present import RoundOutput, present_round
from games.api.rounds import GAME_PARAMETER, HistoryView, page_of_rounds
from games.queries.rounds import round_view
from kernel.ids import RoundId
from players.api.player_path import known_player
from rest.interval import INTERVAL_PARAMETERS
from rest.paging import PAGE_PARAMETERS
from rest.permissions import IsAuditor


class PlayerRoundsView(APIView):
    """A player's rounds."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(
        operation_id="list_player_rounds",
        parameters=[GAME_PARAMETER, *INTERVAL_PARAMETERS, *PAGE_PARAMETERS, DATA_AS_OF_HEADER],
        responses=HistoryView.Output,
    )
    def get(self, request: Request, player_id: str) -> HttpResponseBase:
        """Return a page of a player's rounds, as the player sees them."""
        page = read_lagging(partial(page_of_rounds, known_player(player_id), request.query_params))
        return telling_age(Response(page.value), page.as_of)


class AnyRoundView(APIView):
    """A round of any player."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="get_any_round", responses=RoundOutput)
    def get(self, request: Request, round_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a round with its cards, money, seed (once settled) and signed records, as its player sees it."""
        named = RoundId.parse(round_id)
        return Response(present_round(round_view(named.chain, named)))
