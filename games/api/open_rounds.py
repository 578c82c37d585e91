"""GET /api/v1/ops/rounds: open rounds, for the staff."""

from datetime import UTC, datetime
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.queries.open_rounds import OpenRoundRow, list_open_rounds
from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from kernel.money import amount_document
from rest.fields import MoneyOutput, StrictSerializer
from rest.paging import PAGE_PARAMETERS, id_cursor, id_cursor_of, limit_of
from rest.permissions import IsAuditor
from rest.query import read_query
from wallet.queries.balances import currencies_of

_FLAGS: Final = {"true": True, "false": False}


class _OpenRound(serializers.Serializer[Any]):
    id = serializers.CharField()
    player_id = serializers.CharField()
    game = serializers.CharField()
    stake = MoneyOutput()
    side_bet = MoneyOutput(allow_null=True)
    dealt_at = serializers.DateTimeField()
    times_out_at = serializers.DateTimeField(help_text="When the sheet's default action settles it.")
    overdue = serializers.BooleanField(help_text="Whether it is past that, and nobody has settled it.")

    class Meta:
        ref_name = "OpenRound"


class OpenRoundsView(APIView):
    """The open rounds of all players."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuditor,)

    class Query(StrictSerializer):
        """Which of them."""

        overdue = serializers.ChoiceField(
            list(_FLAGS), required=False, help_text="`true`: only those past their time-out, which are stuck."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "OpenRoundsQuery"

    class Output(serializers.Serializer[Any]):
        """A page of open rounds, in the order of their players' ids: a player has one at most."""

        items = _OpenRound(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "OpenRounds"

    @extend_schema(operation_id="list_open_rounds", parameters=[Query, *PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of open rounds, or of those that are past their time-out."""
        query, page = read_query(self.Query, request), request.query_params
        limit, now, after = limit_of(page), datetime.now(UTC), id_cursor_of(page)
        rows = list_open_rounds(
            overdue_at=now if _FLAGS[query.get("overdue", "false")] else None,
            after=None if after is None else ChainId(after),
            limit=limit,
        )
        currencies = currencies_of(row.round_id.chain for row in rows)
        items = [_present(row, currencies[row.round_id.chain], now) for row in rows]
        following = id_cursor(rows[-1].round_id.chain) if len(rows) == limit else None
        return Response({"items": items, "next": following})


def _present(row: OpenRoundRow, currency: str, now: datetime) -> dict[str, object]:
    side_bet = amount_document(row.side_bet_minor, currency) if row.side_bet_minor else None
    return {
        "id": str(row.round_id),
        "player_id": row.round_id.chain.hex,
        "game": row.game,
        "stake": amount_document(row.stake_minor, currency),
        "side_bet": side_bet,
        "dealt_at": rfc3339(row.dealt_ms),
        "times_out_at": rfc3339(row.times_out_ms),
        "overdue": row.times_out_ms <= to_epoch_ms(now),
    }
