"""The way of a round: deal, act, look at it again."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.present import STATES, RoundOutput, present_round, state_of
from games.core.family import Action, Bet
from games.operations.act import ActRequest, act_on_round
from games.operations.deal import DealRequest, deal_round
from games.queries import RoundNotFound, RoundSummary, history, open_round, round_view
from kernel.ids import RoundId
from kernel.instants import rfc3339
from kernel.money import amount_document
from players.api.authentication import SignedTokenAuthentication
from rest.bare import bare
from rest.caller import chain_of, session_of
from rest.fields import Closed, Money, MoneyInput, Receipt
from rest.paging import PAGE_PARAMETERS, cursor_of, cursor_text, limit_of
from rest.permissions import IsPlayer
from rest.renderers import answer
from rest.step import StepView, document_of
from wallet.api.idempotency import KEY_PARAMETER, read_request
from wallet.core.ledger import CurrencyMismatch
from wallet.queries.balances import currency_of


class DealView(StepView):
    """The first step of a round."""

    authentication_classes = (SignedTokenAuthentication,)

    class Input(Closed):
        """The first bet; `bonus` is the side bet, in games that offer one."""

        stake = MoneyInput()
        bonus = MoneyInput(required=False, allow_null=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "Bet"

    @extend_schema(operation_id="deal", parameters=[KEY_PARAMETER], request=Input, responses={201: RoundOutput})
    def post(self, request: Request, game: str) -> HttpResponse:
        """Take the stake and deal. Where no decision is left to the player, the round is settled at once."""
        asked_once = read_request(bare(request))
        told = _BET.run_validation(document_of(request))
        stake, bonus = told["stake"], told.get("bonus")
        if bonus is not None and bonus["currency"] != stake["currency"]:
            raise CurrencyMismatch("Nothing was taken. A bet is in one currency.", currency=stake["currency"])
        view = deal_round(
            DealRequest(
                session_id=session_of(request),
                game=game,
                bet=Bet(stake["amount"], 0 if bonus is None else bonus["amount"]),
                currency=stake["currency"],
                request=asked_once,
            ),
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return answer(present_round(view), status=201)


class ActView(StepView):
    """The second step of a round."""

    authentication_classes = (SignedTokenAuthentication,)

    class Input(Closed):
        """The decision; `amount` where the action may cost more than one figure."""

        action = serializers.ChoiceField([action.value for action in Action])
        amount = MoneyInput(required=False)

        class Meta:
            """The schema's name for it."""

            ref_name = "Decision"

    @extend_schema(operation_id="act", parameters=[KEY_PARAMETER], request=Input, responses={201: RoundOutput})
    def post(self, request: Request, round_id: str) -> HttpResponse:
        """Take the player's decision, deal what it leads to, and settle."""
        asked_once = read_request(bare(request))
        told = _DECISION.run_validation(document_of(request))
        view = act_on_round(
            ActRequest(
                session_id=session_of(request),
                round_id=RoundId.parse(round_id),
                action=Action(told["action"]),
                amount_minor=told["amount"]["amount"] if "amount" in told else None,
                currency=told["amount"]["currency"] if "amount" in told else None,
                request=asked_once,
            ),
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=datetime.now(UTC),
        )
        return answer(present_round(view), status=201)


# One for all requests: a serializer copies all its fields whenever it is made, and checking needs no state of its own.
_BET, _DECISION = DealView.Input(), ActView.Input()


class OpenRoundView(APIView):
    """The round that waits."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="open_round", responses=RoundOutput)
    def get(self, request: Request) -> Response:
        """Return the caller's round that waits for a decision, to be resumed as it was."""
        round_id = open_round(chain_of(request))
        if round_id is None:
            raise RoundNotFound("No round of yours is open.")
        return Response(present_round(round_view(chain_of(request), round_id)))


class RoundView(APIView):
    """A round."""

    permission_classes = (IsPlayer,)

    @extend_schema(operation_id="round", responses=RoundOutput)
    def get(self, request: Request, round_id: str) -> Response:
        """Return a round of the caller's with its cards, money, seed (once settled) and receipts."""
        return Response(present_round(round_view(chain_of(request), RoundId.parse(round_id))))


class RoundReceiptsView(APIView):
    """What the player keeps of a round."""

    permission_classes = (IsPlayer,)

    class Output(serializers.Serializer[Any]):
        """The round's signed records, oldest first."""

        items = Receipt(many=True)

        class Meta:
            """The schema's name for it."""

            ref_name = "Receipts"

    @extend_schema(operation_id="round_receipts", responses=Output)
    def get(self, request: Request, round_id: str) -> Response:
        """Return the receipts of a round of the caller's, once more."""
        view = round_view(chain_of(request), RoundId.parse(round_id))
        return Response({"items": present_round(view)["receipts"]})


class _Summary(serializers.Serializer[Any]):
    round_id = serializers.CharField()
    game = serializers.CharField()
    state = serializers.ChoiceField(STATES)
    dealt_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)
    ante = Money()
    bonus = Money(allow_null=True, help_text="The side bet, null where there was none.")
    staked = Money(allow_null=True)
    returned = Money(allow_null=True)
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

    @extend_schema(operation_id="rounds", parameters=list(PAGE_PARAMETERS), responses=Output)
    def get(self, request: Request) -> Response:
        """Return a page of the caller's rounds."""
        chain, limit = chain_of(request), limit_of(request.query_params)
        cursor = cursor_of(request.query_params, parts=2)
        page = history(chain, before=None if cursor is None else (cursor[0], cursor[1]), limit=limit)
        currency = currency_of(chain)
        last = page[-1].round_id if len(page) == limit else None
        following = None if last is None else cursor_text(last.epoch, last.nonce)
        return Response({"items": [present_summary(line, currency) for line in page], "next": following})


def present_summary(line: RoundSummary, currency: str) -> dict[str, object]:
    """Write a line of the history as the API does."""
    return {
        "round_id": str(line.round_id),
        "game": line.game,
        "state": state_of(line.outcome),
        "dealt_at": rfc3339(line.dealt_ms),
        "settled_at": None if line.settled_ms is None else rfc3339(line.settled_ms),
        "ante": amount_document(line.stake_minor, currency),
        "bonus": _money(line.side_bet_minor or None, currency),
        "staked": _money(line.staked_minor, currency),
        "returned": _money(line.returned_minor, currency),
        "outcome": line.outcome,
    }


def _money(amount_minor: int | None, currency: str) -> dict[str, object] | None:
    return None if amount_minor is None else amount_document(amount_minor, currency)
