"""POST /api/v1/me/erasure-request."""

from datetime import UTC, datetime
from typing import Any

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
from rest.throttling import AddressThrottle


class ErasureRequestView(APIView):
    """Asking to be erased."""

    permission_classes = (IsPlayer,)
    throttle_classes = (AddressThrottle,)
    throttle_scope = "personal-data"

    class Output(serializers.Serializer[Any]):
        """When it can be done, and what stands in the way now."""

        erasable_from = serializers.DateTimeField(
            allow_null=True, help_text="When the retention ends. Null while the account is not closed: it begins then."
        )
        retention_days = serializers.IntegerField(help_text="How long the law has the data kept after the closing.")
        obstacles = serializers.ListField(
            child=serializers.ChoiceField([obstacle.value for obstacle in Obstacle]),
            help_text="What stands in the way now; empty where an operator can do it.",
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "ErasureProspect"

    @extend_schema(operation_id="ask_erasure", request=None, responses=Output)
    def post(self, request: Request) -> Response:
        """Ask to be erased. That it was asked is kept; an operator does it when nothing stands in the way."""
        now = datetime.now(UTC)
        retention_days = settings.REDDOG_JURISDICTION.accounts.retention_days
        prospect = ask_erasure(chain_of(request), retention_days=retention_days, beyond=erasure_hooks(now), now=now)
        from_ms = prospect.erasable_from_ms
        return Response(
            {
                "erasable_from": None if from_ms is None else rfc3339(from_ms),
                "retention_days": retention_days,
                "obstacles": [obstacle.value for obstacle in prospect.obstacles],
            }
        )
