"""Tables, for the staff: open, pause and close them, invite players, see who sits there and for how much."""

from typing import Any, Final

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.clock import database_now
from players.api.player_path import known_player, player_from_path
from rest.caller import actor_of
from rest.django_request import django_request
from rest.fields import MoneyInput, MoneyOutput, RequiresReason, StrictBoolean, StrictText, WholeNumber
from rest.paging import PAGE_PARAMETERS, id_cursor, id_cursor_of, limit_of
from rest.permissions import IsOperator, ReadAuditorWriteOperator
from rest.query import read_query
from tables.api.outputs import ADMISSIONS, PublicTable
from tables.api.table_path import table_from_path
from tables.api.tables import GAME_PARAMETER, TablesOutput, game_of
from tables.core.definition import Admission, TableClock
from tables.models import TableStatus
from tables.operations.invite import invite, take_invitation_back
from tables.operations.open_table import REVEAL_MAX_MS, REVEAL_MIN_MS, NewTable, open_table
from tables.operations.set_table_status import set_table_status
from tables.queries.table_for_operator import invited_players, table_as_opened, table_for_operator
from tables.queries.table_list import STATUSES, tables_page
from wallet.api.idempotency import KEY_PARAMETER, read_request
from wallet.core.idempotency import IdempotentRequest
from wallet.core.ledger import CurrencyMismatch

_SECOND_MS: Final = 1000
_SECONDS_MAX: Final = 86_400
_VERSION_MAX: Final = 2**31 - 1
_STATUS: Final = serializers.ChoiceField(STATUSES)


class _TablePlayer(serializers.Serializer[Any]):
    player_id = serializers.CharField()
    username = serializers.CharField()
    epoch = serializers.IntegerField()
    seat = serializers.IntegerField()
    staked = MoneyOutput(help_text="Stake, side bet and raise; around a pot the buy-in.")
    placed_at = serializers.DateTimeField()
    unseated = serializers.BooleanField(help_text="The stake takes part in no hand, and is about to be given back.")

    class Meta:
        ref_name = "TablePlayer"


class OperatorTable(PublicTable):
    """A table with its players and the money that lies there. Hidden cards are hidden from the staff too."""

    staked = MoneyOutput(help_text="All stakes and raises that have not ended.")
    players = _TablePlayer(many=True, help_text="Everybody whose stake here has not ended.")

    class Meta:
        """The schema's name for it."""

        ref_name = "OperatorTable"


class OperatorTablesView(APIView):
    """All tables, for the staff."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (ReadAuditorWriteOperator,)

    class Input(RequiresReason):
        """A table. What it is never changes: another one is opened instead."""

        game = StrictText(max_length=60)
        seats = WholeNumber(min_value=1, max_value=10)
        stake_min = MoneyInput()
        stake_max = MoneyInput()
        admission = serializers.ChoiceField(ADMISSIONS)
        betting_seconds = WholeNumber(min_value=1, max_value=_SECONDS_MAX)
        revealing_seconds = WholeNumber(
            min_value=1,
            max_value=_SECONDS_MAX,
            help_text=f"{REVEAL_MIN_MS // _SECOND_MS} or more: slow clients would burn hands."
            f" {REVEAL_MAX_MS // _SECOND_MS} or less: later, missing values are not counted.",
        )
        game_seconds = WholeNumber(
            min_value=1,
            max_value=_SECONDS_MAX,
            required=False,
            allow_null=True,
            help_text="For a game around a pot, and for no other. No longer than the time between two reality checks.",
        )
        test = StrictBoolean(help_text="Whether it is for test accounts, and for no others.")
        rules_version = WholeNumber(
            min_value=1,
            max_value=_VERSION_MAX,
            required=False,
            allow_null=True,
            help_text="The version of the rules that was read, as `GET /api/v1/games` names it. Another one is refused.",
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "NewTable"

    @extend_schema(
        operation_id="list_all_tables",
        parameters=[
            GAME_PARAMETER,
            OpenApiParameter("status", enum=STATUSES, description="Only tables of this status."),
            *PAGE_PARAMETERS,
        ],
        responses=TablesOutput,
    )
    def get(self, request: Request) -> Response:
        """Return a page of all tables, closed ones too, by id."""
        query = request.query_params
        statuses = [TableStatus(_STATUS.run_validation(query["status"]))] if "status" in query else list(TableStatus)
        page = tables_page(after=id_cursor_of(query), limit=limit_of(query), game=game_of(request), statuses=statuses)
        return Response({"items": page.items, "next": None if page.next is None else id_cursor(page.next)})

    @extend_schema(operation_id="open_table", parameters=[KEY_PARAMETER], request=Input, responses={201: OperatorTable})
    def post(self, request: Request) -> Response:
        """Open a table by the current rules of its game. Its first betting begins within a second."""
        idempotency = read_request(django_request(request))
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        chain = open_table(
            _new_table(body.validated_data, idempotency),
            jurisdiction=settings.REDDOG_JURISDICTION,
            actor=actor_of(request),
            now=database_now(),
        )
        return Response(table_as_opened(chain), status=201)


class OperatorTableView(APIView):
    """A table, for the staff."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (ReadAuditorWriteOperator,)

    @extend_schema(operation_id="get_table_for_staff", responses=OperatorTable)
    def get(self, request: Request, table_id: str) -> Response:  # noqa: ARG002  DRF's signature
        """Return a table with its players and the money that lies there."""
        return Response(table_for_operator(table_from_path(table_id)))


class TableStatusView(APIView):
    """The status of a table."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    class Input(RequiresReason):
        """The status, and the reason, which is kept."""

        status = serializers.ChoiceField(STATUSES)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewTableStatus"

    class Output(serializers.Serializer[None]):
        """The new status of a table."""

        status = serializers.ChoiceField(STATUSES)

        class Meta:
            """The schema's name for it."""

            ref_name = "TableStatus"

    @extend_schema(operation_id="set_table_status", request=Input, responses=Output)
    def put(self, request: Request, table_id: str) -> Response:
        """Pause a table, go on with it, or close it for good. A hand that has begun is finished first."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        set_table_status(
            table_from_path(table_id),
            TableStatus(fields["status"]),
            reason=fields["reason"],
            actor=actor_of(request),
            now=database_now(),
        )
        return Response({"status": fields["status"]})


class _Invitation(serializers.Serializer[Any]):
    player_id = serializers.CharField()

    class Meta:
        ref_name = "Invitation"


class InvitationsView(APIView):
    """Who may sit at a table that is not public."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (ReadAuditorWriteOperator,)

    class Input(RequiresReason):
        """A player."""

        player_id = StrictText(max_length=32)

        class Meta:
            """The schema's name for it."""

            ref_name = "NewInvitation"

    class Output(serializers.Serializer[Any]):
        """A page of invitations, by the player's id."""

        items = _Invitation(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Invitations"

    @extend_schema(operation_id="list_invitations", parameters=[*PAGE_PARAMETERS], responses=Output)
    def get(self, request: Request, table_id: str) -> Response:
        """Return a page of the players who are invited to a table."""
        query = request.query_params
        limit = limit_of(query)
        players = invited_players(table_from_path(table_id), after=id_cursor_of(query), limit=limit)
        items = [{"player_id": player.hex} for player in players]
        return Response({"items": items, "next": id_cursor(players[-1]) if len(players) == limit else None})

    @extend_schema(operation_id="create_invitation", request=Input, responses={201: _Invitation})
    def post(self, request: Request, table_id: str) -> Response:
        """Let a player sit at a table that is not public."""
        body = self.Input(data=request.data)
        body.is_valid(raise_exception=True)
        fields = body.validated_data
        table, player = table_from_path(table_id), player_from_path(fields["player_id"])
        invite(table, player, reason=fields["reason"], actor=actor_of(request), now=database_now())
        return Response({"player_id": player.hex}, status=201)


class InvitationView(APIView):
    """An invitation."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsOperator,)

    @extend_schema(
        operation_id="delete_invitation",
        parameters=[
            OpenApiParameter(
                "reason",
                OpenApiTypes.STR,
                required=True,
                description="The reason, which is kept (1 to 200 characters).",
            )
        ],
        responses={204: None},
    )
    def delete(self, request: Request, table_id: str, player_id: str) -> Response:
        """Let a player sit at a table no longer. A stake that is placed stays."""
        reason = read_query(RequiresReason, request)["reason"]
        table, player = table_from_path(table_id), known_player(player_id)
        take_invitation_back(table, player, reason=reason, actor=actor_of(request), now=database_now())
        return Response(status=204)


def _new_table(fields: dict[str, Any], idempotency: IdempotentRequest) -> NewTable:
    least, most, game_seconds = fields["stake_min"], fields["stake_max"], fields.get("game_seconds")
    if least["currency"] != most["currency"]:
        raise CurrencyMismatch("No table was opened. Its stakes are in one currency.", currency=least["currency"])
    return NewTable(
        game=fields["game"],
        seats=fields["seats"],
        currency=least["currency"],
        stake_min_minor=least["amount"],
        stake_max_minor=most["amount"],
        admission=Admission(fields["admission"]),
        clock=TableClock(
            bet_ms=fields["betting_seconds"] * _SECOND_MS,
            reveal_ms=fields["revealing_seconds"] * _SECOND_MS,
            game_ms=None if game_seconds is None else game_seconds * _SECOND_MS,
        ),
        test=fields["test"],
        reason=fields["reason"],
        rules_version=fields.get("rules_version"),
        idempotency=idempotency,
    )
