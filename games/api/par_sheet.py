"""GET /api/v1/games/{game}/par-sheet: the exact figures of a game."""

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.games import FRESH_SECONDS
from games.documents.par_json import par_json
from games.engine import engine_sha256
from games.queries.public_rules import public_rules
from rest.http_cache import cacheable_file


class ParSheetView(APIView):
    """A game's figures, counted."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(
        operation_id="get_par_sheet",
        responses=OpenApiResponse(OpenApiTypes.OBJECT, description="docs/formats/par-sheet.md"),
    )
    def get(self, request: Request, game: str) -> HttpResponseBase:
        """Return all exact figures of a game, as a test laboratory reads them. Needs no account."""
        content = par_json(public_rules(game).sheet, engine_sha256=engine_sha256())
        fresh = f"public, max-age={FRESH_SECONDS}"
        return cacheable_file(request, content, media_type="application/json", cache_control=fresh)
