"""GET /api/v1/me/session, POST /api/v1/me/session/reality-check."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId
from kernel.instants import rfc3339
from kernel.money import amount_document
from responsible_gaming.core.session_summary import SessionSummary, SessionWarning
from responsible_gaming.operations.acknowledge_reality_check import acknowledge_reality_check
from responsible_gaming.player_in_session import session_summary
from rest.caller import chain_of, session_of
from rest.fields import MoneyOutput
from rest.permissions import IsPlayer
from wallet.queries.balances import currency_of


class _RealityCheck(serializers.Serializer[Any]):
    due = serializers.BooleanField(help_text="Whether the next round waits for it to be acknowledged.")
    due_at = serializers.DateTimeField()

    class Meta:
        ref_name = "RealityCheck"


class _Output(serializers.Serializer[Any]):
    read_at = serializers.DateTimeField(help_text="The platform's clock.")
    started_at = serializers.DateTimeField(
        help_text="From when on time counts: a log-in without a pause before it begins no new count."
    )
    elapsed_seconds = serializers.IntegerField(help_text="Since then.")
    playing_from = serializers.DateTimeField(
        allow_null=True, help_text="The first bet since the last pause, by whatever log-in or device; null without one."
    )
    pause_seconds = serializers.IntegerField(help_text="How long a break must be for time to begin a new count.")
    played_today_seconds = serializers.IntegerField(help_text="On this day, over all log-ins and devices.")
    staked = MoneyOutput(help_text="All that was put at stake since `started_at`.")
    returned = MoneyOutput(help_text="All that came back from rounds, stakes included.")
    net = MoneyOutput(
        help_text="Returned less staked: below zero for a loss. A stake in play counts as lost until it returns."
    )
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="When no new round begins any more, by one's own limits on time."
    )
    warning = serializers.ChoiceField([ending.value for ending in SessionWarning], allow_null=True)
    reality_check = _RealityCheck()

    class Meta:
        ref_name = "SessionSummary"


class SessionSummaryView(APIView):
    """The summary of the session."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="get_session_summary", responses=_Output)
    def get(self, request: Request) -> Response:
        """Return the clock, how long you have played, what was staked and returned, and when the time is over."""
        summary = session_summary(session_of(request), jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC))
        return _response(chain_of(request), summary)


class RealityCheckView(APIView):
    """The reality check."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="acknowledge_reality_check", request=None, responses={201: _Output})
    def post(self, request: Request) -> Response:
        """Acknowledge the session summary, and play on."""
        chain = chain_of(request)
        summary = acknowledge_reality_check(
            session_of(request), chain, jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC)
        )
        return _response(chain, summary, status=201)


def _response(chain: ChainId, summary: SessionSummary, status: int = 200) -> Response:
    currency, play = currency_of(chain), summary.play
    return Response(
        {
            "read_at": rfc3339(summary.at_ms),
            "started_at": rfc3339(summary.started_ms),
            "elapsed_seconds": summary.elapsed_duration_ms // 1000,
            "playing_from": None if summary.playing_since_ms is None else rfc3339(summary.playing_since_ms),
            "pause_seconds": summary.pause_duration_ms // 1000,
            "played_today_seconds": summary.played_today_duration_ms // 1000,
            "staked": amount_document(play.staked_minor, currency),
            "returned": amount_document(play.returned_minor, currency),
            "net": amount_document(-play.loss_minor, currency),
            "ends_at": None if summary.ends_ms is None else rfc3339(summary.ends_ms),
            "warning": None if summary.warning is None else summary.warning.value,
            "reality_check": {"due": summary.check_due, "due_at": rfc3339(summary.check_due_ms)},
        },
        status=status,
    )
