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
from responsible_gaming.protection import session_summary
from rest.caller import chain_of, session_of
from rest.fields import Money
from rest.permissions import IsPlayer
from wallet.queries import currency_of


class _RealityCheck(serializers.Serializer[Any]):
    due = serializers.BooleanField(help_text="Whether the next round waits for it to be acknowledged.")
    due_at = serializers.DateTimeField()

    class Meta:
        ref_name = "RealityCheck"


class _Output(serializers.Serializer[Any]):
    now = serializers.DateTimeField(help_text="The platform's clock.")
    started_at = serializers.DateTimeField()
    elapsed_seconds = serializers.IntegerField()
    played_today_seconds = serializers.IntegerField(help_text="In all sessions of this day.")
    wagered = Money(help_text="All that was put at stake since the session began.")
    won = Money(help_text="All that came back from rounds, stakes included.")
    net = Money(help_text="Won less wagered: below zero for a loss. A stake in play counts as lost until it returns.")
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="When no new round begins any more, by one's own limits on time."
    )
    warning = serializers.ChoiceField([ending.value for ending in SessionWarning], allow_null=True)
    reality_check = _RealityCheck()

    class Meta:
        ref_name = "SessionSummary"


class SessionSummaryView(APIView):
    """What the session has come to."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="session_summary", responses=_Output)
    def get(self, request: Request) -> Response:
        """Return the clock, how long the session has lasted, what was wagered and won, and when it ends."""
        told = session_summary(session_of(request), jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC))
        return _answer(chain_of(request), told)


class RealityCheckView(APIView):
    """The reality check."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="acknowledge_reality_check", request=None, responses=_Output)
    def post(self, request: Request) -> Response:
        """Acknowledge what the session has come to, and play on."""
        chain = chain_of(request)
        told = acknowledge_reality_check(
            session_of(request), chain, jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC)
        )
        return _answer(chain, told)


def _answer(chain: ChainId, told: SessionSummary) -> Response:
    currency, play = currency_of(chain), told.play
    return Response(
        {
            "now": rfc3339(told.at_ms),
            "started_at": rfc3339(told.started_ms),
            "elapsed_seconds": told.elapsed_ms // 1000,
            "played_today_seconds": told.played_today_ms // 1000,
            "wagered": amount_document(play.staked_minor, currency),
            "won": amount_document(play.returned_minor, currency),
            "net": amount_document(-play.loss_minor, currency),
            "ends_at": None if told.ends_ms is None else rfc3339(told.ends_ms),
            "warning": None if told.warning is None else told.warning.value,
            "reality_check": {"due": told.check_due, "due_at": rfc3339(told.check_due_ms)},
        }
    )
