"""POST /api/v1/ops/exclusion-list: the national exclusion list, sent by an operator."""

import io
import shutil
from datetime import UTC, datetime
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO, Final, cast

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from approvals.queries.exclusion_list import authorised_list
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.operations.import_exclusions import ImportOrder, import_exclusions
from rest.caller import actor_of
from rest.fields import StrictSerializer, StrictText
from rest.permissions import IsOperator
from rest.query import read_query

_IN_MEMORY_BYTES: Final = 1024 * 1024
_BY_COMMAND: Final = "Import a longer file by the command import_exclusions."


class TruncatedBody(Refusal):
    """The file is incomplete."""

    code, kind = "truncated-body", RefusalKind.MALFORMED


class CsvBody(BaseParser):
    """Read text/csv into a file that the request deletes. A large file is on disk."""

    media_type = "text/csv"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:  # noqa: ARG002  DRF's
        """Return the complete body: a truncated list would end exclusions.

        Raises:
            TruncatedBody: fewer bytes came than Content-Length announced, as of every body that a web server does not read.
        """
        body = SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)  # noqa: SIM115  the request closes it
        # The body is copied by blocks: a server's own stream may not support reading by lines.
        shutil.copyfileobj(stream, body)
        announced = int(parser_context["request"].META.get("CONTENT_LENGTH") or 0)
        if body.tell() != announced:
            body.close()
            longest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
            what = (
                "Send the file once more."
                if announced <= longest
                else f"A request holds {longest} bytes. {_BY_COMMAND}"
            )
            raise TruncatedBody(f"Nothing was changed. {what}")
        body.seek(0)
        return body


class ExclusionListView(APIView):
    """The national exclusion list."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)
    parser_classes = (CsvBody,)

    class Query(StrictSerializer):
        """The reason, which is stored."""

        reason = StrictText(max_length=200, trim_whitespace=True)

    class Output(serializers.Serializer[Any]):
        """The result of the import."""

        sha256 = serializers.CharField(help_text="Of the file, 64 hex digits.")
        rows = serializers.IntegerField(help_text="Entries in the file.")
        persons = serializers.IntegerField(help_text="Different persons among them.")
        matched = serializers.IntegerField(help_text="Players who are among them.")
        excluded = serializers.IntegerField(help_text="Players who are excluded by this import.")
        lifted = serializers.IntegerField(help_text="Players whom it lets go, a day from now.")

        class Meta:
            """The schema's name for it."""

            ref_name = "ExclusionListImport"

    @extend_schema(
        operation_id="import_exclusion_list",
        parameters=[OpenApiParameter("reason", OpenApiTypes.STR, required=True, description="Kept with the import.")],
        request={"text/csv": OpenApiTypes.BINARY},
        responses={201: Output},
    )
    def post(self, request: Request) -> Response:
        """Replace the national exclusion list in force. The whole list is taken, or nothing.

        Columns: family_name, given_name, birth_date and optionally from, until, reference. Players it names are
        excluded at once; for those it no longer names, the exclusion ends a day later. A list that leaves somebody out,
        or lets somebody go earlier, needs the act `replace-exclusion-list` first.
        """
        reason = read_query(self.Query, request)["reason"]
        order = ImportOrder(actor=actor_of(request), reason=reason, authorised=authorised_list(now=datetime.now(UTC)))
        # Without a body DRF calls no parser, and `data` is an empty document.
        with cast(BinaryIO, request.data or io.BytesIO()) as file:
            done = import_exclusions(
                file, order=order, jurisdiction=settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC)
            )
        return Response(self.Output(done).data, status=201)
