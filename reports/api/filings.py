"""GET /api/v1/ops/reports, GET …/{filing}, GET …/{filing}/files/{format}, POST …/{filing}/deliveries/{destination}."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from reports.api.present import (
    Delivery,
    Filing,
    WholeFiling,
    filing_id_of,
    present_delivery,
    present_file,
    present_filing,
)
from reports.catalogue import BY_KIND
from reports.core.file_names import NOTE, NOTE_TYPE
from reports.formats import BY_NAME, FORMATS
from reports.operations.deliver import deliver_again
from reports.operations.download import download_file
from reports.queries.deliveries import list_deliveries
from reports.queries.filings import FilingFilter, get_filing, list_files, list_filings, record_note
from reports.queries.outdated_filings import is_filing_outdated, outdated_ids
from rest.caller import actor_of
from rest.fields import Day
from rest.interval import INTERVAL_PARAMETERS, interval_of
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor, IsOperator
from rest.renderers import JsonRenderer

MAX_REVISION: Final = 2**31 - 1

_MEDIA_TYPES: Final = tuple(
    media_type.partition(";")[0] for media_type in (*(format_.media_type for format_ in FORMATS), NOTE_TYPE)
)


class _Wanted(serializers.Serializer[Any]):
    report = serializers.ChoiceField(list(BY_KIND), required=False)
    gaming_day = Day(required=False)
    first_day = Day(required=False)
    until_day = Day(required=False)
    revision = serializers.IntegerField(required=False, min_value=1, max_value=MAX_REVISION)


_FILTERS: Final = ("report", "gaming_day", "first_day", "until_day", "revision")


class FilingsView(APIView):
    """Filed reports."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """A page of filed reports, the newest order first."""

        items = Filing(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "ReportFilings"

    @extend_schema(
        operation_id="list_reports",
        parameters=[
            OpenApiParameter("report", OpenApiTypes.STR, description="Only reports of this kind."),
            OpenApiParameter("gaming_day", OpenApiTypes.DATE, description="Only reports of this one gaming day."),
            OpenApiParameter("first_day", OpenApiTypes.DATE, description="Only reports that begin on this gaming day."),
            OpenApiParameter(
                "until_day", OpenApiTypes.DATE, description="Only reports that end before this gaming day."
            ),
            OpenApiParameter(
                "revision",
                {"type": "integer", "minimum": 1, "maximum": MAX_REVISION},
                description="Only these revisions.",
            ),
            *INTERVAL_PARAMETERS,
            *PAGE_PARAMETERS,
        ],
        responses=Output,
    )
    def get(self, request: Request) -> Response:
        """Return a page of filed reports; every revision is an item."""
        query = request.query_params
        limit = limit_of(query)
        interval = interval_of(query)
        page = list_filings(
            _wanted(query),
            before=id_cursor_of(query),
            limit=limit,
            filed_since=interval.start,
            filed_until=interval.end,
        )
        outdated = outdated_ids(page, BY_KIND)
        items = [present_filing(row, outdated=row.id in outdated) for row in page]
        return Response({"items": items, "next": next_by_id(page, limit)})


def _wanted(query: Mapping[str, str]) -> FilingFilter:
    wanted = _Wanted(data={name: query[name] for name in _FILTERS if name in query})
    wanted.is_valid(raise_exception=True)
    fields = wanted.validated_data
    if "gaming_day" not in fields:
        first, until = fields.get("first_day"), fields.get("until_day")
    elif {"first_day", "until_day"} & fields.keys():
        raise serializers.ValidationError(
            {"gaming_day": ["It is an interval by itself: leave out `first_day` and `until_day`."]}
        )
    else:
        first = fields["gaming_day"]
        # No calendar has a day after its last one, and nobody has a report of that day.
        until = None if first == date.max else first + timedelta(days=1)
    return FilingFilter(kind=fields.get("report"), first=first, until=until, revision=fields.get("revision"))


class FilingView(APIView):
    """A filed report."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="get_report", responses=WholeFiling)
    def get(self, request: Request, filing_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a filed report with its files, its deliveries and its signed record."""
        wanted = filing_id_of(filing_id)
        filing = get_filing(wanted)
        return Response(
            {
                **present_filing(filing, outdated=is_filing_outdated(filing, BY_KIND.get(filing.kind))),
                "files": list(map(present_file, list_files(wanted))),
                "deliveries": list(map(present_delivery, list_deliveries(wanted))),
                "note": record_note(wanted),
            }
        )


class FileView(APIView):
    """A file of a filed report."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(
        operation_id="get_report_file",
        parameters=[
            OpenApiParameter(
                "file_format",
                {"type": "string", "enum": [*BY_NAME, NOTE]},
                OpenApiParameter.PATH,
                description="The format of the file; `note` is the signed record.",
            )
        ],
        responses={
            (200, media_type): OpenApiResponse(
                OpenApiTypes.OBJECT if media_type == JsonRenderer.media_type else OpenApiTypes.BINARY,
                description="The file, as it was filed.",
            )
            for media_type in _MEDIA_TYPES
        },
    )
    def get(self, request: Request, filing_id: str, file_format: str) -> StreamingHttpResponse:
        """Return a file as it was filed. The download is saved as a significant event."""
        file = download_file(
            filing_id_of(filing_id), file_format, actor=f"staff:{request.user.get_username()}", now=datetime.now(UTC)
        )
        headers = {
            "Content-Disposition": f'attachment; filename="{file.name}"',
            # Whoever gets fewer bytes, because the database went away meanwhile, knows that some are missing.
            "Content-Length": str(file.size),
            "Cache-Control": "no-store",
        }
        return StreamingHttpResponse(file.pieces(), content_type=file.media_type, headers=headers)


class DeliveryView(APIView):
    """A delivery that is waiting or has failed."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    @extend_schema(operation_id="retry_report_delivery", request=None, responses={202: Delivery})
    def post(self, request: Request, filing_id: str, destination: str) -> Response:
        """Retry a failed delivery, or one that is waiting at once."""
        wanted = filing_id_of(filing_id)
        deliver_again(wanted, destination, actor=actor_of(request), now=datetime.now(UTC))
        (delivery,) = (row for row in list_deliveries(wanted) if row.destination == destination)
        return Response(present_delivery(delivery), status=202)
