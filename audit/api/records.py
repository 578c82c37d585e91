"""GET /api/v1/records: the caller's chain, record by record."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.core.note import leaf_hash
from audit.queries.records import entries
from rest.caller import chain_of
from rest.fields import Receipt
from rest.paging import PAGE_PARAMETERS, MalformedPage, limit_of
from rest.permissions import IsPlayer

_BEFORE_FIRST: Final = -1
_AFTER_MAX: Final = 10**15 - 1

AFTER_PARAMETER: Final = OpenApiParameter(
    "after",
    {"type": "integer", "minimum": _BEFORE_FIRST, "maximum": _AFTER_MAX, "default": _BEFORE_FIRST},
    description="Only records of a higher `seq`. Without it, from the first.",
)


class RecordsView(APIView):
    """The records of the caller's chain."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """A page of receipts, oldest first."""

        items = Receipt(many=True)
        next = serializers.CharField(
            allow_null=True, help_text="`after` of the next page; null if this page has the newest record."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "Records"

    @extend_schema(
        operation_id="list_records",
        parameters=[AFTER_PARAMETER, PAGE_PARAMETERS[0]],
        responses=Output,
    )
    def get(self, request: Request) -> Response:
        """Return the receipts of the caller's records after a given one: what came between, before one signs."""
        numbers = record_numbers(request)
        notes = entries(chain_of(request), from_seq=numbers.start, to_seq=numbers.stop)
        items = [
            {"seq": seq, "leaf": leaf_hash(note).hex(), "note": note} for seq, note in enumerate(notes, numbers.start)
        ]
        return Response({"items": items, "next": str(numbers.stop - 1) if len(items) == len(numbers) else None})


def record_numbers(request: Request) -> range:
    """Return the numbers of the records that a page has at most: those after `after`, as many as `limit` says.

    Raises:
        MalformedPage: `after` or `limit` is out of range.
    """
    first = _after(request) + 1
    return range(first, first + limit_of(request.query_params))


def _after(request: Request) -> int:
    text = request.query_params.get("after", str(_BEFORE_FIRST))
    digits = text.removeprefix("-")
    after = int(text) if digits.isascii() and digits.isdigit() and len(digits) <= len(str(_AFTER_MAX)) else None
    if after is None or after < _BEFORE_FIRST:
        raise MalformedPage(f"`after` is the number of a record, {_BEFORE_FIRST} for none.")
    return after
