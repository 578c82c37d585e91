"""GET /api/v1/games, GET /api/v1/games/{game}: the public rules."""

from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.queries import Offer, current_sheet, current_sheets
from kernel.money import amount_document
from rest.fields import Money


class _Rtp(serializers.Serializer[Any]):
    fraction = serializers.CharField(help_text="Exact, as numerator/denominator.")
    percent = serializers.CharField(help_text="Rounded to five decimals.")
    denominator = serializers.CharField(help_text="What the return is divided by.")
    strategy = serializers.CharField()

    class Meta:
        ref_name = "Rtp"


class GameOutput(serializers.Serializer[Any]):
    """A game's rules as data. `rules` is the leaf of the record that holds the whole sheet."""

    game = serializers.CharField()
    version = serializers.IntegerField()
    rules = serializers.CharField()
    stake_min = Money()
    stake_max = Money()
    rtp = _Rtp(many=True)
    sheet = serializers.DictField(help_text="The rule sheet as it stands in the log: docs/formats/rule-sheet.md.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Game"


class GamesView(APIView):
    """The games on offer."""

    authentication_classes = ()
    permission_classes = ()

    class Output(serializers.Serializer[Any]):
        """All of them."""

        items = GameOutput(many=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "Games"

    @extend_schema(operation_id="games", responses=Output)
    def get(self, request: Request) -> Response:  # noqa: ARG002  DRF's signature
        """Return every game with its rules, paytable, limits and return to player. Needs no account."""
        return Response({"items": [_present(offer) for offer in current_sheets()]})


class GameView(APIView):
    """A game."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(operation_id="game", responses=GameOutput)
    def get(self, request: Request, game: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a game's rules, paytable, limits and return to player. Needs no account."""
        return Response(_present(current_sheet(game)))


def _present(offer: Offer) -> dict[str, object]:
    sheet = offer.sheet
    returns = (("first bet", sheet.rtp.first_bet), ("all money wagered", sheet.rtp.total_wagered))
    return {
        "game": sheet.game,
        "version": sheet.version,
        "rules": offer.leaf.hex(),
        "stake_min": amount_document(sheet.stake_min_minor, sheet.currency),
        "stake_max": amount_document(sheet.stake_max_minor, sheet.currency),
        "rtp": [
            {
                "fraction": str(rtp),
                "percent": _percent(rtp),
                "denominator": denominator,
                "strategy": "optimal",
            }
            for denominator, rtp in returns
        ],
        "sheet": offer.document,
    }


def _percent(share: Fraction) -> str:
    """Write a share of one in percent with five decimals, ties to even: exact, where a float would not be."""
    whole, rest = divmod(round(share * 100 * 10**5), 10**5)
    return f"{whole}.{rest:05}"
