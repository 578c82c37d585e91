"""Rounds: deal one, decide it, read it again."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.api.data_age import DATA_AS_OF_HEADER, telling_age
from audit.api.signatures import ChainSignatureInput, SignatureInput, is_plain_signature, signature_of
from audit.replica import read_lagging
from games.api.present import STATUSES, RoundOutput, in_kebab_case, present_round, status_of
from games.api.step_view import StepView, json_body
from games.core.action import Action
from games.core.family import Bet
from games.operations.act import ActRequest, act_on_round
from games.operations.deal import DealRequest, deal_round
from games.queries.rounds import RoundNotFound, RoundSummary, history_page, open_round_id, round_view
from kernel.ids import ChainId, RoundId
from kernel.instants import rfc3339
from kernel.money import MAX_MINOR, amount_document
from rest.caller import chain_of
from rest.fields import MoneyInput, MoneyOutput, Receipt, StrictSerializer, StrictText, WholeNumber, is_plain_money
from rest.interval import INTERVAL_PARAMETERS, interval_of
from rest.paging import PAGE_PARAMETERS, cursor_of, cursor_text, limit_of
from rest.permissions import IsPlayer
from wallet.api.idempotency import KEY_PARAMETER, read_request
from wallet.core.ledger import CurrencyMismatch
from wallet.queries.balances import currency_of

GAME_NAME: Final = "^[a-z0-9-]{1,60}$"


class _RaiseMoney(StrictSerializer):
    amount = WholeNumber(min_value=0, max_value=MAX_MINOR, help_text="Minor units; 0 where the action costs nothing.")
    currency = StrictText(max_length=3, min_length=3)

    class Meta:
        ref_name = "RaiseInput"


@extend_schema_field(_RaiseMoney)
class RaiseInput(MoneyInput):
    """The new money of a decision: an amount as elsewhere, or 0 for an action that costs nothing."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return `amount` in minor units, 0 to 2**53 - 1, and `currency`, three characters."""
        if isinstance(data, dict) and type(data.get("amount")) is int and data["amount"] == 0:
            return {**super().to_internal_value({**data, "amount": 1}), "amount": 0}
        return super().to_internal_value(data)


class DealView(StepView):
    """The first step of a round."""

    class Input(StrictSerializer):
        """The bet; `side_bet` is for games that offer one."""

        stake = MoneyInput()
        side_bet = MoneyInput(required=False, allow_null=True)
        psig = ChainSignatureInput(required=False, help_text="Required once the account has a player key.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Bet"

    @extend_schema(operation_id="create_round", parameters=[KEY_PARAMETER], request=Input, responses={201: RoundOutput})
    def post(self, request: HttpRequest, session_id: UUID, game: str) -> dict[str, object]:  # type: ignore[override]
        """Take the stake and deal. Where no decision is left to the player, the round is settled at once."""
        idempotency = read_request(request)
        document = json_body(request)
        bet = document if _is_plain_bet(document) else _BET.run_validation(document)
        stake, side_bet = bet["stake"], bet.get("side_bet")
        if side_bet is not None and side_bet["currency"] != stake["currency"]:
            raise CurrencyMismatch("Nothing was taken. A bet is in one currency.", currency=stake["currency"])
        view = deal_round(
            DealRequest(
                session_id=session_id,
                game=game,
                bet=Bet(stake["amount"], 0 if side_bet is None else side_bet["amount"]),
                currency=stake["currency"],
                idempotency=idempotency,
                signature=signature_of(bet.get("psig")),
            ),
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return present_round(view)


class ActView(StepView):
    """The second step of a round."""

    class Input(StrictSerializer):
        """The decision; `amount` may be left out if the action has a single cost."""

        action = serializers.ChoiceField([action.value for action in Action])
        amount = RaiseInput(required=False)
        psig = SignatureInput(required=False, help_text="Required once the account has a player key.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Decision"

    @extend_schema(
        operation_id="create_action", parameters=[KEY_PARAMETER], request=Input, responses={201: RoundOutput}
    )
    def post(self, request: HttpRequest, session_id: UUID, round_id: str) -> dict[str, object]:  # type: ignore[override]
        """Take the player's decision, deal what it leads to, and settle."""
        idempotency = read_request(request)
        document = json_body(request)
        decision = document if _is_plain_decision(document) else _DECISION.run_validation(document)
        amount = decision.get("amount")
        view = act_on_round(
            ActRequest(
                session_id=session_id,
                round_id=RoundId.parse(round_id),
                action=Action(decision["action"]),
                amount_minor=None if amount is None else amount["amount"],
                currency=None if amount is None else amount["currency"],
                idempotency=idempotency,
                signature=signature_of(decision.get("psig")),
            ),
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return present_round(view)


# One for all requests: a new serializer would copy all its fields, and validation keeps no state.
_BET, _DECISION = DealView.Input(), ActView.Input()
_ACTIONS = frozenset(action.value for action in Action)


def _is_plain_bet(document: object) -> bool:
    """Return whether this is a bet without side bet, signed or not. Nearly all are, and need no serializer."""
    if type(document) is not dict or not is_plain_money(document.get("stake")):
        return False
    if document.keys() == {"stake"}:
        return True
    return document.keys() == {"stake", "psig"} and is_plain_signature(document["psig"], of_chain=True)


def _is_plain_decision(document: object) -> bool:
    """Return whether this is a decision that names no amount, signed or not."""
    if type(document) is not dict or type(document.get("action")) is not str or document["action"] not in _ACTIONS:
        return False
    if document.keys() == {"action"}:
        return True
    return document.keys() == {"action", "psig"} and is_plain_signature(document["psig"], of_chain=False)


class OpenRoundView(APIView):
    """The open round."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="get_open_round", responses=RoundOutput)
    def get(self, request: Request) -> Response:
        """Return the caller's open round, to be resumed as it was; 404 `round-not-found` where none is open."""
        round_id = open_round_id(chain_of(request))
        if round_id is None:
            raise RoundNotFound("No round of yours is open.")
        return Response(present_round(round_view(chain_of(request), round_id)))


class RoundView(APIView):
    """A round."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="get_round", responses=RoundOutput)
    def get(self, request: Request, round_id: str) -> Response:
        """Return a round of the caller's with its cards, money, seed (once settled) and receipts."""
        return Response(present_round(round_view(chain_of(request), RoundId.parse(round_id))))


class RoundReceiptsView(APIView):
    """What the player keeps of a round."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """The round's signed records, oldest first."""

        items = Receipt(many=True)
        next = serializers.CharField(allow_null=True, help_text="Always null: a round has few records.")

        class Meta:
            """The schema's name for it."""

            ref_name = "Receipts"

    @extend_schema(operation_id="list_round_receipts", responses=Output)
    def get(self, request: Request, round_id: str) -> Response:
        """Return the receipts of a round of the caller's, once more."""
        view = round_view(chain_of(request), RoundId.parse(round_id))
        return Response({"items": present_round(view)["receipts"], "next": None})


GAME_PARAMETER: Final = OpenApiParameter(
    "game", {"type": "string", "pattern": GAME_NAME}, description="Only rounds of this game."
)
_GAME: Final = serializers.RegexField(GAME_NAME)


class _Summary(serializers.Serializer[Any]):
    id = serializers.CharField()
    game = serializers.CharField()
    status = serializers.ChoiceField(STATUSES)
    dealt_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)
    stake = MoneyOutput()
    side_bet = MoneyOutput(allow_null=True, help_text="Null where there was none.")
    staked = MoneyOutput(allow_null=True)
    returned = MoneyOutput(allow_null=True)
    outcome = serializers.CharField(allow_null=True)

    class Meta:
        ref_name = "RoundSummary"


class HistoryView(APIView):
    """The caller's rounds."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """A page of rounds, newest first."""

        items = _Summary(many=True)
        next = serializers.CharField(allow_null=True, help_text="The cursor of the next page, or null.")

        class Meta:
            """The schema's name for it."""

            ref_name = "History"

    @extend_schema(
        operation_id="list_rounds",
        parameters=[GAME_PARAMETER, *INTERVAL_PARAMETERS, *PAGE_PARAMETERS, DATA_AS_OF_HEADER],
        responses=Output,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return a page of the caller's rounds, by the instant of the deal.

        A page of one game may have fewer items than `limit`, even none, while `next` names another one.
        """
        chain = chain_of(request)
        page = read_lagging(partial(page_of_rounds, chain, request.query_params), with_all_of=chain)
        return telling_age(Response(page.value), page.as_of)


def page_of_rounds(chain: ChainId, query: Mapping[str, str]) -> dict[str, object]:
    """Return the page of a player's rounds that a query asks for."""
    interval, cursor = interval_of(query), cursor_of(query, parts=2)
    page = history_page(
        chain,
        before=None if cursor is None else (cursor[0], cursor[1]),
        limit=limit_of(query),
        game=None if "game" not in query else _GAME.run_validation(query["game"]),
        start_ms=interval.start_ms,
        end_ms=interval.end_ms,
    )
    currency = currency_of(chain)
    following = None if page.next is None else cursor_text(*page.next)
    return {"items": [present_summary(line, currency) for line in page.rounds], "next": following}


def present_summary(line: RoundSummary, currency: str) -> dict[str, object]:
    """Write a line of the history as the API does."""
    return {
        "id": str(line.round_id),
        "game": line.game,
        "status": status_of(line.outcome),
        "dealt_at": rfc3339(line.dealt_ms),
        "settled_at": None if line.settled_ms is None else rfc3339(line.settled_ms),
        "stake": amount_document(line.stake_minor, currency),
        "side_bet": money_or_none(line.side_bet_minor or None, currency),
        "staked": money_or_none(line.staked_minor, currency),
        "returned": money_or_none(line.returned_minor, currency),
        "outcome": in_kebab_case(line.outcome),
    }


def money_or_none(amount_minor: int | None, currency: str) -> dict[str, object] | None:
    """Write an amount as the API does, None as null."""
    return None if amount_minor is None else amount_document(amount_minor, currency)
