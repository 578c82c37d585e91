"""GET /api/v1/ops/reports, GET …/{filing}, GET …/{filing}/files/{format}, POST …/{filing}/deliveries/{place}."""

from datetime import UTC, datetime
from typing import Any, Final

from django.http import HttpResponse
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
from reports.core.names import NOTE, NOTE_TYPE
from reports.formats import BY_NAME, FORMATS
from reports.operations.deliver import deliver_again
from reports.operations.release import release
from reports.queries import deliveries, files, filing, filings, note_of
from rest.paging import PAGE_PARAMETERS, id_cursor_of, limit_of, next_by_id
from rest.permissions import IsAuditor, IsOperator
from rest.renderers import JsonRenderer

_MEDIA_TYPES: Final = tuple(
    media_type.partition(";")[0] for media_type in (*(format_.media_type for format_ in FORMATS), NOTE_TYPE)
)


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
        operation_id="reports",
        parameters=[
            OpenApiParameter("report", OpenApiTypes.STR, description="Only those of this kind."),
            *PAGE_PARAMETERS,
        ],
        responses=Output,
    )
    def get(self, request: Request) -> Response:
        """Return a page of filed reports, every revision by itself."""
        query = request.query_params
        kind = serializers.ChoiceField(list(BY_KIND)).run_validation(query["report"]) if "report" in query else None
        limit = limit_of(query)
        page = filings(kind=kind, before=id_cursor_of(query), limit=limit)
        return Response({"items": list(map(present_filing, page)), "next": next_by_id(page, limit)})


class FilingView(APIView):
    """A filed report."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(operation_id="report", responses=WholeFiling)
    def get(self, request: Request, filing_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a filed report: its files, where it was delivered, and its signed record."""
        wanted = filing_id_of(filing_id)
        return Response(
            {
                **present_filing(filing(wanted)),
                "files": list(map(present_file, files(wanted))),
                "deliveries": list(map(present_delivery, deliveries(wanted))),
                "note": note_of(wanted),
            }
        )


class FileView(APIView):
    """A file of a filed report."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    @extend_schema(
        operation_id="report_file",
        parameters=[
            OpenApiParameter(
                "file_format",
                {"type": "string", "enum": [*BY_NAME, NOTE]},
                OpenApiParameter.PATH,
                description="Which of its files; `note` is the signed record.",
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
    def get(self, request: Request, filing_id: str, file_format: str) -> HttpResponse:
        """Return a file to the byte. Who fetched it is noted as a significant event."""
        found = release(
            filing_id_of(filing_id), file_format, to=f"staff:{request.user.get_username()}", now=datetime.now(UTC)
        )
        response = HttpResponse(found.content, content_type=found.media_type)
        response["Content-Disposition"] = f'attachment; filename="{found.name}"'
        response["Cache-Control"] = "no-store"
        return response


class DeliveryView(APIView):
    """A delivery that waits or was given up."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    @extend_schema(operation_id="deliver_report", request=None, responses={202: Delivery})
    def post(self, request: Request, filing_id: str, place: str) -> Response:
        """Try a delivery again that was given up, or one that waits at once."""
        wanted = filing_id_of(filing_id)
        deliver_again(wanted, place, by=f"operator:{request.user.get_username()}", now=datetime.now(UTC))
        (found,) = (row for row in deliveries(wanted) if row.place == place)
        return Response(present_delivery(found), status=202)
