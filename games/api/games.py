"""GET /api/v1/games, GET /api/v1/games/{game}: the public rules."""

from collections.abc import Collection
from typing import Any, Final

from django.conf import settings
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from audit.queries.switches import OffSwitch, first_off, off_switches, sheet_switches
from games.core.montana.terms import MontanaTerms
from games.core.sheet import RuleSheet
from games.documents.page import Language
from games.documents.titles import name_of
from games.queries.sheets import Offer, current_sheet, current_sheets
from kernel.decimals import percent
from kernel.money import CURRENCIES, amount_document
from responsible_gaming.core.jurisdiction import Jurisdiction
from rest.fields import MoneyOutput
from rest.http_cache import cacheable_response

FRESH_SECONDS: Final = 60
"""How long a cache may show rules after others were published. A round names the rules that settle it."""


class _Rtp(serializers.Serializer[Any]):
    fraction = serializers.CharField(help_text="Exact, as numerator/denominator.")
    percent = serializers.CharField(help_text="Rounded to five decimals.")
    basis = serializers.ChoiceField(
        ("stake", "total-staked", "side-bet"), help_text="What the return is divided by: raises are in `total-staked`."
    )
    strategy = serializers.ChoiceField(("optimal",))

    class Meta:
        ref_name = "Rtp"


class _Stakes(serializers.Serializer[Any]):
    stake_min = MoneyOutput()
    stake_max = MoneyOutput(help_text="As the sheet and the jurisdiction allow.")
    side_bet_min = MoneyOutput(allow_null=True, help_text="Null where there is no side bet.")
    side_bet_max = MoneyOutput(allow_null=True)

    class Meta:
        ref_name = "GameStakes"


class _Titles(serializers.Serializer[Any]):
    en = serializers.CharField()
    ja = serializers.CharField()

    class Meta:
        ref_name = "GameTitles"


class GameOutput(serializers.Serializer[Any]):
    """A game's rules as data. `rules` is the leaf of the record that holds the whole sheet."""

    game = serializers.CharField()
    titles = _Titles(help_text="What it is called, as on its rules page.")
    version = serializers.IntegerField()
    rules = serializers.CharField()
    played = serializers.ChoiceField(
        ("alone", "at-tables"),
        help_text="`alone`: a round at POST /games/{game}/rounds. `at-tables`: a seat at a table of /tables.",
    )
    available = serializers.BooleanField(
        help_text="False while the operator has switched it off, or where it is played in no currency of this jurisdiction: then"
        " no new bet is taken. A cache may show it a minute late."
    )
    seats = serializers.IntegerField(help_text="How many players a deal is for, at most.")
    stake_min = MoneyOutput(help_text="As the first of `stakes`, like `stake_max` and `wager_max`.")
    stake_max = MoneyOutput(help_text="As the sheet and the jurisdiction allow.")
    stakes = _Stakes(
        many=True,
        help_text="The limits in each currency in which the game is played here, the sheet's own first. An account plays"
        " in its currency alone. Empty where the jurisdiction names none of the sheet's currencies: the game is not available,"
        " and `stake_min` and `stake_max` are those of the sheet.",
    )
    wager_max = MoneyOutput(
        allow_null=True, help_text="The most that the jurisdiction allows at any one decision, if it says."
    )
    rtp = _Rtp(many=True)
    sheet = serializers.DictField(help_text="The rule sheet as it stands in the log: docs/formats/rule-sheet.md.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Game"


class _Currency(serializers.Serializer[Any]):
    currency = serializers.CharField(help_text="ISO 4217.")
    decimals = serializers.IntegerField(help_text="One major unit is 10 to the power of this minor units: 0 of yen.")

    class Meta:
        ref_name = "AccountCurrency"


class GamesView(APIView):
    """The games on offer."""

    authentication_classes = ()
    permission_classes = ()

    class Output(serializers.Serializer[Any]):
        """All of them."""

        items = GameOutput(many=True)
        currencies = _Currency(
            many=True,
            help_text="Those in which accounts are opened here. An account that names none is in the first.",
        )
        next = serializers.CharField(allow_null=True, help_text="Always null: all games are in one page.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Games"

    @extend_schema(operation_id="list_games", responses=Output)
    def get(self, request: Request) -> HttpResponseBase:
        """Return every game with its rules, paytable, limits and return to player. Needs no account."""
        jurisdiction, off = settings.REDDOG_JURISDICTION, off_switches()
        document = {
            "items": [_present(offer, off, jurisdiction) for offer in current_sheets()],
            "currencies": [
                {"currency": code, "decimals": CURRENCIES[code].exponent} for code in jurisdiction.currencies
            ],
            "next": None,
        }
        return cacheable_response(request, document, fresh_seconds=FRESH_SECONDS)


class GameView(APIView):
    """A game."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(operation_id="get_game", responses=GameOutput)
    def get(self, request: Request, game: str) -> HttpResponseBase:
        """Return a game's rules, paytable, limits and return to player. Needs no account."""
        shown = _present(current_sheet(game), off_switches(), settings.REDDOG_JURISDICTION)
        return cacheable_response(request, shown, fresh_seconds=FRESH_SECONDS)


def _present(offer: Offer, off: Collection[OffSwitch], jurisdiction: Jurisdiction) -> dict[str, object]:
    sheet = offer.sheet
    played_here = [played for played in sheet.in_each_currency() if played.currency in jurisdiction.amounts]
    stakes = [_limits(played, jurisdiction) for played in played_here]
    shown = stakes[0] if stakes else _limits(sheet, jurisdiction)
    currency = played_here[0].currency if played_here else sheet.currency
    cap_minor = jurisdiction.amounts_in(currency).wager_maximum_minor
    switched_off = first_off(off, *sheet_switches(sheet.game, sheet.version)) is not None
    returns = {
        "stake": sheet.rtp.first_bet,
        "total-staked": sheet.rtp.total_wagered,
        "side-bet": sheet.rtp.side_bet,
    }
    return {
        "game": sheet.game,
        "titles": {language.value: name_of(sheet, language) for language in Language},
        "version": sheet.version,
        "rules": offer.leaf.hex(),
        "played": "at-tables" if sheet.at_tables else "alone",
        "available": bool(stakes) and not switched_off,
        "seats": sheet.seats,
        "stake_min": shown["stake_min"],
        "stake_max": shown["stake_max"],
        "stakes": stakes,
        "wager_max": None if cap_minor is None else amount_document(cap_minor, currency),
        "rtp": [
            {
                "fraction": str(rtp),
                "percent": percent(rtp, places=5),
                "basis": basis,
                "strategy": "optimal",
            }
            for basis, rtp in returns.items()
            if rtp is not None
        ],
        "sheet": offer.document,
    }


def _limits(sheet: RuleSheet, jurisdiction: Jurisdiction) -> dict[str, object]:
    """Write the limits of a sheet as it is played in one currency."""
    terms, currency = sheet.terms, sheet.currency
    side_bet: list[object] = [None, None]
    if isinstance(terms, MontanaTerms) and terms.side_bet_scale is not None:
        bounds_minor = (terms.side_bet_min_minor, terms.side_bet_max_minor)
        side_bet = [amount_document(bound_minor, currency) for bound_minor in bounds_minor]
    cap_minor = jurisdiction.amounts_in(currency).wager_maximum_minor
    most_minor = sheet.stake_max_minor if cap_minor is None else min(sheet.stake_max_minor, cap_minor)
    return {
        "stake_min": amount_document(sheet.stake_min_minor, currency),
        "stake_max": amount_document(most_minor, currency),
        "side_bet_min": side_bet[0],
        "side_bet_max": side_bet[1],
    }
