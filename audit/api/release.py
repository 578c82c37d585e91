"""The software that runs, for the staff: what was verified last, and a verification now."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.queries.release import newest_verification, stop_in_force
from audit.release_watch import Verification, require_release_verified, verify
from kernel.instants import rfc3339, to_epoch_ms
from rest.fields import RequiresReason
from rest.permissions import IsAuditor


class _Component(serializers.Serializer[Any]):
    component = serializers.CharField(help_text="code, configuration, dependencies, pages or rule-sheets.")
    approved_sha256 = serializers.CharField(allow_null=True, help_text="Null where nothing of it was approved.")
    found_sha256 = serializers.CharField(allow_null=True, help_text="Null where nothing of it was found.")

    class Meta:
        ref_name = "ReleaseComponent"


class _Stop(serializers.Serializer[Any]):
    stopped_at = serializers.DateTimeField()
    host = serializers.CharField()
    process = serializers.CharField(help_text="Which process found the difference.")
    count = serializers.IntegerField(help_text="How many differences it found.")
    findings = serializers.ListField(child=serializers.CharField(), help_text="The first hundred of them.")

    class Meta:
        ref_name = "WagerStop"


class ReleaseOutput(serializers.Serializer[Any]):
    """The newest self-verification, and whether new wagers are stopped."""

    verified = serializers.BooleanField(help_text="False in a demonstration that names no release key.")
    verified_at = serializers.DateTimeField(allow_null=True, help_text="Null before the first verification.")
    components = _Component(many=True)
    stop = _Stop(allow_null=True, help_text="Null while new wagers are taken.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Release"


class ReleaseReason(RequiresReason):
    """Why it is verified, which is kept."""

    class Meta:
        """The schema's name for it."""

        ref_name = "ReleaseReason"


class ReleaseView(APIView):
    """The software that runs."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="get_release", responses=ReleaseOutput)
    def get(self, request: Request) -> Response:  # noqa: ARG002  DRF's signature
        """Return what the newest self-verification found, and the stop of new wagers if one is in force."""
        return Response(_shown())


class ReleaseChecksView(APIView):
    """Verifications of the software on demand."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="verify_release", request=ReleaseReason, responses={201: ReleaseOutput})
    def post(self, request: Request) -> Response:
        """Compare all files of this web server with the approved release. A difference stops new wagers everywhere."""
        verify(_asked(request), now=datetime.now(UTC))
        return Response(_shown(), status=201)


def _asked(request: Request) -> Verification:
    body = ReleaseReason(data=request.data)
    body.is_valid(raise_exception=True)
    require_release_verified()
    return Verification(
        process="web",
        actor=f"operator:{request.user.get_username()}",
        reason=body.validated_data["reason"],
        # A web worker plays meanwhile; the daily verification compiles, and so does `manage.py check_release`.
        compiles_all=False,
    )


def _shown() -> dict[str, object]:
    events, stop = newest_verification(), stop_in_force()
    return {
        "verified": settings.REDDOG_RELEASE_VERIFIED,
        "verified_at": rfc3339(to_epoch_ms(events[0].at)) if events else None,
        "components": [
            {
                "component": event.after["component"],
                "approved_sha256": event.before.get("sha256"),
                "found_sha256": event.after.get("sha256"),
            }
            for event in events
        ],
        "stop": None if stop is None else {"stopped_at": rfc3339(to_epoch_ms(stop.at)), **stop.after},
    }
