"""GET /api/v1/ops/players/{player_id}/statement: the ledger of one player, for the staff."""

from functools import partial

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.data_age import DATA_AS_OF_HEADER, telling_age
from audit.replica import read_lagging
from players.api.player_path import known_player
from rest.interval import INTERVAL_PARAMETERS
from rest.paging import PAGE_PARAMETERS
from rest.permissions import IsAuditor
from wallet.api.wallet import StatementView, page_of_statement


class PlayerStatementView(APIView):
    """A player's ledger."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(
        operation_id="list_player_statement_lines",
        parameters=[*INTERVAL_PARAMETERS, *PAGE_PARAMETERS, DATA_AS_OF_HEADER],
        responses=StatementView.Output,
    )
    def get(self, request: Request, player_id: str) -> HttpResponseBase:
        """Return a page of a player's journals, as the player sees them."""
        page = read_lagging(partial(page_of_statement, known_player(player_id), request.query_params))
        return telling_age(Response(page.value), page.as_of)
