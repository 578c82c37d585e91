"""GET /api/v1/ops/reports/definitions: the catalogue of reports, with the meaning of every column."""

from typing import Any, Final

from django.conf import settings
from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from reports.catalogue import CATALOGUE
from reports.core.definition import Definition
from reports.core.table import Type
from reports.formats import FORMATS
from rest.permissions import IsAuditor

TYPES: Final = [type_.value for type_ in Type]


class _Column(serializers.Serializer[Any]):
    name = serializers.CharField()
    type = serializers.ChoiceField(TYPES, help_text="As docs/formats/report.md has them.")
    meaning = serializers.CharField()

    class Meta:
        ref_name = "ReportColumn"


class _Definition(serializers.Serializer[Any]):
    report = serializers.CharField(help_text="The name of the report in orders and records.")
    title = serializers.CharField()
    version = serializers.IntegerField()
    regulation = serializers.CharField(help_text="The rule that requires the report.")
    columns = _Column(many=True)
    filters = serializers.ListField(
        child=serializers.CharField(), help_text="Columns that an order may restrict to a value."
    )
    parameters = serializers.DictField(
        child=serializers.IntegerField(), help_text="What the jurisdiction sets for it now, such as thresholds."
    )
    from_log = serializers.BooleanField(
        help_text="Whether the figures follow from the log, so that anybody can prove them."
    )

    class Meta:
        ref_name = "ReportDefinition"


class DefinitionsView(APIView):
    """The catalogue of reports."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """All reports, and the formats of their files."""

        items = _Definition(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: the catalogue is one page.")
        formats = serializers.ListField(child=serializers.CharField())

        class Meta:
            """The schema's name for it."""

            ref_name = "ReportDefinitions"

    @extend_schema(operation_id="list_report_definitions", responses=Output)
    def get(self, request: Request) -> Response:  # noqa: ARG002  DRF's signature
        """Return every report, with the meaning of each column."""
        items = list(map(_present, CATALOGUE))
        return Response({"items": items, "next": None, "formats": [format_.name for format_ in FORMATS]})


def _present(definition: Definition) -> dict[str, object]:
    return {
        "report": definition.kind,
        "title": definition.title,
        "version": definition.version,
        "regulation": definition.regulation,
        "columns": [
            {"name": column.name, "type": column.type.value, "meaning": column.meaning} for column in definition.columns
        ],
        "filters": list(definition.filters),
        "parameters": dict(definition.parameters(settings.REDDOG_JURISDICTION)),
        "from_log": definition.from_log,
    }
