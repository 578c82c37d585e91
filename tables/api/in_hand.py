"""What a player does in a hand or a game: decide, vote, be away, come back, get up."""

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from audit.api.signatures import ChainSignatureInput, SignatureInput, signature_of
from audit.clock import database_now
from games.api.rounds import RaiseInput
from games.api.step_view import StepView, json_body
from games.core.action import Action
from kernel.instants import rfc3339
from kernel.money import amount_document
from rest.fields import MoneyOutput, Receipt, StrictSerializer, WholeNumber
from tables.api.inputs import EpochNumber
from tables.api.table_path import table_from_path
from tables.api.withdrawal import read_withdrawal
from tables.core.attendance import Mark
from tables.operations.act_against_house import DecisionRequest
from tables.operations.act_at_table import TakenDecision, act_at_table
from tables.operations.departure import Departure
from tables.operations.leave_table import leave_table
from tables.operations.mark_at_table import PlayerMarkRequest, mark_at_table
from wallet.api.idempotency import KEY_PARAMETER, read_request

MARKS: Final = tuple(mark.value for mark in Mark)
DEPARTURES: Final = tuple(departure.value for departure in Departure)

_SEQ_MAX: Final = 2**53 - 1


class ActionsView(StepView):
    """Decisions at a table."""

    class Input(StrictSerializer):
        """The decision; `amount` may be left out if the action has a single cost."""

        asked_seq = WholeNumber(
            min_value=0,
            max_value=_SEQ_MAX,
            help_text="The number of the record that asks: `hand.seq`, or around a pot `pot_game.turn.seq`.",
        )
        action = serializers.ChoiceField([action.value for action in Action])
        amount = RaiseInput(required=False)
        psig = SignatureInput(
            required=False, help_text="Required where the seat's stake is signed. Its chain is the table's."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "TableDecision"

    class Output(serializers.Serializer[Any]):
        """A decision that is stored."""

        table_id = serializers.CharField()
        epoch = serializers.IntegerField()
        seat = serializers.IntegerField()
        action = serializers.CharField()
        amount = MoneyOutput(help_text="New money at stake; around a pot, chips of the seat.")
        acted_at = serializers.DateTimeField()
        cash = MoneyOutput(
            allow_null=True, help_text="The player's cash; null around a pot, where a decision moves chips alone."
        )
        receipt = Receipt(help_text="`act` in the player's chain, or `turn` in the table's.")

        class Meta:
            """The schema's name for it."""

            ref_name = "TakenDecision"

    @extend_schema(
        operation_id="create_table_action", parameters=[KEY_PARAMETER], request=Input, responses={201: Output}
    )
    def post(self, request: HttpRequest, session_id: UUID, table_id: str) -> dict[str, object]:  # type: ignore[override]
        """Decide for one's seat, before its time is over."""
        idempotency, body = read_request(request), _DECISION.run_validation(json_body(request))
        amount = body.get("amount")
        taken = act_at_table(
            DecisionRequest(
                session_id=session_id,
                table=table_from_path(table_id),
                asked_seq=body["asked_seq"],
                action=Action(body["action"]),
                amount_minor=None if amount is None else amount["amount"],
                currency=None if amount is None else amount["currency"],
                idempotency=idempotency,
                signature=signature_of(body.get("psig")),
            ),
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=database_now(),
        )
        return _decision(taken)


class MarksView(StepView):
    """Marks of a seat in a game around a pot."""

    class Input(StrictSerializer):
        """What the seat says, at any time of the game."""

        epoch = EpochNumber()
        mark = serializers.ChoiceField(
            MARKS,
            help_text="`vote` to end the game and divide the pot, `away` not to be waited for, `back` to be again.",
        )
        psig = ChainSignatureInput(
            required=False, help_text="Required where the seat's stake is signed. Its chain is the table's."
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "NewMark"

    class Output(serializers.Serializer[Any]):
        """The record that has it, in the table's chain."""

        receipt = Receipt()

        class Meta:
            """The schema's name for it."""

            ref_name = "Mark"

    @extend_schema(operation_id="create_mark", parameters=[KEY_PARAMETER], request=Input, responses={201: Output})
    def post(self, request: HttpRequest, session_id: UUID, table_id: str) -> dict[str, object]:  # type: ignore[override]
        """Vote for the end of a game, be away from it, or come back. A mark that stands already is refused."""
        idempotency, body = read_request(request), _MARK.run_validation(json_body(request))
        taken = mark_at_table(
            PlayerMarkRequest(
                session_id=session_id,
                table=table_from_path(table_id),
                epoch=body["epoch"],
                mark=Mark(body["mark"]),
                idempotency=idempotency,
                signature=signature_of(body.get("psig")),
            ),
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=database_now(),
        )
        return {"receipt": {"seq": taken.seq, "leaf": taken.leaf.hex(), "note": taken.entry}}


class DeparturesView(StepView):
    """Players who get up."""

    class Input(StrictSerializer):
        """The hand or game that is left."""

        epoch = EpochNumber()
        psig = ChainSignatureInput(
            required=False,
            help_text="Of the mark `away`: required where the seat's stake is signed and its game around a pot runs. Its"
            " chain is the table's.",
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "NewDeparture"

    class Output(serializers.Serializer[Any]):
        """What became of the stake."""

        departure = serializers.ChoiceField(
            DEPARTURES,
            help_text="`withdrawn`: it is given back. `away`: the game goes on by the defaults, and the chips that are"
            " left come back with its end. `finishes`: what is not decided in the hand, the defaults decide.",
        )

        class Meta:
            """The schema's name for it."""

            ref_name = "Departure"

    @extend_schema(operation_id="create_departure", parameters=[KEY_PARAMETER], request=Input, responses={201: Output})
    def post(self, request: HttpRequest, session_id: UUID, table_id: str) -> dict[str, object]:  # type: ignore[override]
        """Get up: withdraw the stake, or if the betting is over, be waited for no longer."""
        left = leave_table(
            read_withdrawal(request, _DEPARTURE, session_id=session_id, table_id=table_id),
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=database_now(),
        )
        return {"departure": left.departure.value}


def _decision(taken: TakenDecision) -> dict[str, object]:
    cash_minor, currency = taken.cash_minor, taken.currency
    return {
        "table_id": taken.epoch.chain.hex,
        "epoch": taken.epoch.number,
        "seat": taken.seat,
        "action": taken.action.value,
        "amount": amount_document(taken.amount_minor, currency),
        "acted_at": rfc3339(taken.at_ms),
        "cash": None if cash_minor is None else amount_document(cash_minor, currency),
        "receipt": {"seq": taken.seq, "leaf": taken.receipt.leaf.hex(), "note": taken.receipt.entry},
    }


# One for all requests: a new serializer would copy all its fields, and validation keeps no state.
_DECISION, _MARK, _DEPARTURE = ActionsView.Input(), MarksView.Input(), DeparturesView.Input()
