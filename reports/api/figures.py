"""GET /api/v1/ops/figures: how the gaming day goes, before any report of it can be filed."""

from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from reports.configured_days import configured_days
from reports.queries.backlog import rollup_progress
from reports.queries.day_figures import DAYS_SHOWN, CurrencyFigures, DayFigures, GameFigures, day_figures
from rest.fields import MoneyOutput
from rest.permissions import IsAuditor


class _Game(serializers.Serializer[Any]):
    game = serializers.CharField()
    rounds = serializers.IntegerField(help_text="Settled on the day; voided ones are not among them.")
    handle = MoneyOutput(help_text="All that was staked in them, side bets and raises among it.")
    returned = MoneyOutput(help_text="All that they gave back.")
    ggr = MoneyOutput(help_text="Gross gaming revenue: handle less returned. May be below zero.")

    class Meta:
        ref_name = "GameFigures"


class _Day(serializers.Serializer[Any]):
    gaming_day = serializers.DateField()
    rounds = serializers.IntegerField(help_text="Settled on the day; voided ones are not among them.")
    handle = MoneyOutput(help_text="All that was staked in them, side bets and raises among it.")
    returned = MoneyOutput(help_text="All that they gave back.")
    ggr = MoneyOutput(help_text="Gross gaming revenue: handle less returned. May be below zero.")

    class Meta:
        ref_name = "DayFigures"


class _Currency(serializers.Serializer[Any]):
    currency = serializers.CharField(help_text="ISO 4217.")
    active_players = serializers.IntegerField(help_text="Accounts that put money into play on the day.")
    cash = MoneyOutput(help_text="The money on all accounts now.")
    in_play = MoneyOutput(help_text="The money at risk in open rounds and stakes now.")
    games = _Game(many=True)
    days = _Day(
        many=True,
        help_text=f"The last {DAYS_SHOWN} gaming days, this one among them, the oldest first; days without a settled round are left out.",
    )

    class Meta:
        ref_name = "CurrencyFigures"


class FiguresView(APIView):
    """The gaming day that runs."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """The figures of players' accounts on the gaming day that runs; test accounts are never added."""

        gaming_day = serializers.DateField(help_text="In that zone.")
        zone = serializers.CharField(help_text="The time zone of gaming days.")
        starts = serializers.CharField(help_text="The hour at which this one began there, such as `06:00`.")
        covered_size = serializers.IntegerField(help_text="How many entries of the log the figures include.")
        log_size = serializers.IntegerField(help_text="How many the log has. A worker adds the rest every minute.")
        items = _Currency(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: there is one page.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Figures"

    @extend_schema(operation_id="list_figures", responses=Output)
    def get(self, request: Request) -> Response:  # noqa: ARG002  DRF's signature
        """Return how the gaming day goes."""
        progress = rollup_progress()
        # An hour that is configured and not in force yet is not that of the figures.
        zone = progress.zone or configured_days()
        day = zone.day_of(datetime.now(UTC))
        document = {
            "gaming_day": day,
            "zone": zone.name,
            "starts": f"{zone.starts_on(day):%H:%M}",
            "covered_size": progress.covered_size,
            "log_size": progress.log_size,
            "items": [_present(figures) for figures in day_figures(day, zone=zone)],
            "next": None,
        }
        return Response(self.Output(document).data)


def _present(figures: CurrencyFigures) -> dict[str, object]:
    currency = figures.currency
    return {
        "currency": currency,
        "active_players": figures.active_players,
        "cash": _money(figures.cash_minor, currency),
        "in_play": _money(figures.in_play_minor, currency),
        "games": [{"game": game.game, **_present_rounds(game, currency)} for game in figures.games],
        "days": [{"gaming_day": day.day, **_present_rounds(day, currency)} for day in figures.days],
    }


def _present_rounds(figures: GameFigures | DayFigures, currency: str) -> dict[str, object]:
    return {
        "rounds": figures.rounds,
        "handle": _money(figures.handle_minor, currency),
        "returned": _money(figures.returned_minor, currency),
        "ggr": _money(figures.handle_minor - figures.returned_minor, currency),
    }


def _money(minor: int, currency: str) -> dict[str, object]:
    return {"amount": minor, "currency": currency}
