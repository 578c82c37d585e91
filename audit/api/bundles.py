"""GET /api/v1/log/tile/entries/…, /api/v1/log/events/…: the parts of the published log that auditors alone read."""

from functools import partial
from typing import Final

from django.http.response import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework.request import Request
from rest_framework.views import APIView

from audit.api.data_age import DATA_AS_OF_HEADER, telling_age
from audit.queries.published_bundles import published_entries, published_events
from audit.replica import read_lagging
from rest.permissions import IsAuditor

_BYTES: Final = "application/octet-stream"
_LINES: Final = "application/jsonl"
_NUMBER: Final = OpenApiParameter(
    "number",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    description="The file's number in groups of three digits with slashes between them, all but the last led by x; a"
    " partial file adds .p/ and its width, 1 to 255.",
)


class BundleView(APIView):
    """A file of an export, which no cache keeps."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)


class EntryBundleView(BundleView):
    """Entries of the log."""

    @extend_schema(
        operation_id="get_entry_bundle",
        parameters=[_NUMBER, DATA_AS_OF_HEADER],
        responses={(200, _BYTES): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, number: str) -> HttpResponseBase:  # noqa: ARG002  DRF's signature
        """Return up to 256 entries of the published log, each behind its length of two bytes, as an export has them."""
        bundle = read_lagging(partial(published_entries, number), with_all_so_far=True)
        return telling_age(HttpResponse(bundle.value, content_type=_BYTES), bundle.as_of)


class EventBundleView(BundleView):
    """Significant events as the log lists them."""

    @extend_schema(
        operation_id="get_event_bundle",
        parameters=[_NUMBER, DATA_AS_OF_HEADER],
        responses={(200, _LINES): OpenApiTypes.STR},
    )
    def get(self, request: Request, number: str) -> HttpResponseBase:  # noqa: ARG002  DRF's signature
        """Return up to 256 events that the published log lists, one a line, as an export has them."""
        bundle = read_lagging(partial(published_events, number), with_all_so_far=True)
        return telling_age(HttpResponse(bundle.value, content_type=_LINES), bundle.as_of)
