"""GET /api/v1/ops/players/{player_id}/records: a player's chain in the log, for the staff."""

from typing import Any

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.records import AFTER_PARAMETER, record_numbers
from audit.core.note import leaf_hash
from audit.queries.records import placed_entries
from players.api.player_path import known_player
from rest.fields import Receipt
from rest.paging import PAGE_PARAMETERS
from rest.permissions import IsAuditor


class _PlacedRecord(Receipt):
    log_index = serializers.IntegerField(allow_null=True, help_text="Its place in the log; null for about a second.")

    class Meta:
        ref_name = "PlacedRecord"


class PlayerRecordsView(APIView):
    """The records of a player's chain."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Output(serializers.Serializer[Any]):
        """A page of records, oldest first."""

        items = _PlacedRecord(many=True)
        next = serializers.CharField(
            allow_null=True, help_text="`after` of the next page; null if this page has the newest record."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "PlayerRecords"

    @extend_schema(
        operation_id="list_player_records", parameters=[AFTER_PARAMETER, PAGE_PARAMETERS[0]], responses=Output
    )
    def get(self, request: Request, player_id: str) -> Response:
        """Return a player's signed records after a given one, each with its place in the log."""
        chain, numbers = known_player(player_id), record_numbers(request)
        placed = placed_entries(chain, from_seq=numbers.start, to_seq=numbers.stop)
        items = [
            {"seq": row.seq, "leaf": leaf_hash(row.entry).hex(), "note": row.entry, "log_index": row.log_index}
            for row in placed
        ]
        following = str(numbers.stop - 1) if len(items) == len(numbers) else None
        return Response({"items": items, "next": following})
