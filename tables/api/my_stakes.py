"""GET /api/v1/me/stakes: one's stakes at tables."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.ids import ChainId
from rest.caller import chain_of
from rest.interval import INTERVAL_PARAMETERS, interval_of
from rest.paging import PAGE_PARAMETERS, cursor_of, cursor_text, limit_of
from rest.permissions import IsPlayer
from tables.api.stake_output import StakeOutput, present_stake
from tables.queries.stakes import stakes


class MyStakesView(APIView):
    """The caller's stakes at tables."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """A page of stakes, newest first. An open one is the first of all."""

        items = StakeOutput(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Stakes"

    @extend_schema(operation_id="list_stakes", parameters=[*INTERVAL_PARAMETERS, *PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of the caller's stakes at tables, with their receipts."""
        return Response(page_of_stakes(chain_of(request), request.query_params))


def page_of_stakes(chain: ChainId, query: Mapping[str, str]) -> dict[str, object]:
    """Return the page of a player's stakes that a query asks for."""
    cursor, limit, interval = cursor_of(query, parts=1), limit_of(query), interval_of(query)
    page = stakes(
        chain,
        before_seq=None if cursor is None else cursor[0],
        limit=limit,
        start_ms=interval.start_ms,
        end_ms=interval.end_ms,
    )
    following = cursor_text(page[-1].receipts[0][0]) if len(page) == limit else None
    return {"items": [present_stake(view) for view in page], "next": following}
