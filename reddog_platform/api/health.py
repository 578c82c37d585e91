"""GET /api/v1/ops/health: how the installation is, as the worker saw it last."""

from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from reddog_platform.stored_diagnostics import stored_diagnostics
from rest.permissions import IsStaff


class _Diagnostic(serializers.Serializer[Any]):
    subject = serializers.CharField(help_text="The part that was looked at.")
    healthy = serializers.BooleanField()
    finding = serializers.CharField(help_text="What was seen, in words.")
    repair = serializers.CharField(help_text="What to do where it is not healthy.")

    class Meta:
        ref_name = "Diagnostic"


class HealthView(APIView):
    """The installation, for the staff."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsStaff,)

    class Output(serializers.Serializer[Any]):
        """The lines of `manage.py doctor`, as the worker of the queue `batch` saw them."""

        looked_at = serializers.DateTimeField(
            allow_null=True,
            help_text="Every two minutes. Null where nobody has looked, or Redis does not answer.",
        )
        items = _Diagnostic(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: there is one page.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Health"

    @extend_schema(operation_id="get_health", responses=Output)
    def get(self, request: Request) -> Response:  # noqa: ARG002  DRF's signature
        """Return how the installation is."""
        return Response(stored_diagnostics())
