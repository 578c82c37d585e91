"""GET /api/v1/ops/cells: the cells that this web server serves, and how each stands."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from reddog_platform.cell_standings import cell_standings
from rest.permissions import IsStaff

STATUSES: Final = ("open", "closed", "away")


class _Cell(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Empty for the installation itself.", allow_blank=True)
    url = serializers.CharField(help_text="Where its interface, pages and console are.")
    status = serializers.ChoiceField(
        choices=STATUSES,
        help_text="`closed` to new players; `away`: its database does not answer, and the rest is not known.",
    )
    log_size = serializers.IntegerField(allow_null=True, help_text="Entries in the newest published checkpoint.")
    checkpoint_at = serializers.DateTimeField(allow_null=True, help_text="When the newest checkpoint was signed.")
    looked_at = serializers.DateTimeField(
        allow_null=True, help_text="When its worker looked last. Null where none did, or Redis does not answer."
    )
    red = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="The parts that were not healthy then."
    )

    class Meta:
        ref_name = "Cell"


class CellsView(APIView):
    """The cells, for the staff: the installation's see all of them, a cell's their own."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsStaff,)

    class Output(serializers.Serializer[Any]):
        """The installation, and the cells that are served beside it."""

        items = _Cell(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: there is one page.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Cells"

    @extend_schema(operation_id="list_cells", responses=Output)
    def get(self, request: Request) -> Response:  # noqa: ARG002  DRF's signature
        """Return how each cell stands."""
        return Response({"items": cell_standings(), "next": None})
