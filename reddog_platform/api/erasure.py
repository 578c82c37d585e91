"""POST /api/v1/me/erasure-request."""

from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.instants import rfc3339
from players.core.erasure import Obstacle
from players.operations.erase import ask_erasure
from reddog_platform.erasure_hooks import erasure_hooks
from rest.caller import chain_of
from rest.permissions import IsPlayer

_DAY_SECONDS: Final = 24 * 60 * 60


class ErasureRequestView(APIView):
    """The caller's request for erasure."""

    permission_classes = (IsPlayer,)
    throttle_scope = "personal-data"

    class Output(serializers.Serializer[Any]):
        """When the erasure is possible, and what prevents it now."""

        erasable_from = serializers.DateTimeField(
            allow_null=True,
            help_text="When the retention ends. Null until the account is closed, when the retention begins.",
        )
        retention_seconds = serializers.IntegerField(
            help_text="How long the law requires the data to be kept after the account is closed."
        )
        obstacles = serializers.ListField(
            child=serializers.ChoiceField([obstacle.value for obstacle in Obstacle]),
            help_text="What prevents it now; empty if an operator can do it.",
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "ErasureRequest"

    @extend_schema(operation_id="create_erasure_request", request=None, responses={201: Output})
    def post(self, request: Request) -> Response:
        """Request erasure. The request is stored; an operator erases the player when nothing prevents it."""
        now = datetime.now(UTC)
        retention_days = settings.REDDOG_JURISDICTION.accounts.retention_days
        prospect = ask_erasure(chain_of(request), retention_days=retention_days, hooks=erasure_hooks(now), now=now)
        from_ms = prospect.erasable_from_ms
        return Response(
            {
                "erasable_from": None if from_ms is None else rfc3339(from_ms),
                "retention_seconds": retention_days * _DAY_SECONDS,
                "obstacles": [obstacle.value for obstacle in prospect.obstacles],
            },
            status=201,
        )
