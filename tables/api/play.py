"""What a player does before the cards are dealt: take a seat, take the stake back, reveal."""

from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from audit.api.signatures import ChainSignatureInput, signature_of
from audit.clock import database_now
from games.api.step_view import StepView, json_body
from games.core.family import Bet
from rest.fields import MoneyInput, StrictSerializer, WholeNumber
from tables.api.inputs import EpochNumber, Hash
from tables.api.stake_output import StakeOutput, present_stake
from tables.api.table_path import table_from_path
from tables.api.withdrawal import read_withdrawal
from tables.core.player_records import LateValue
from tables.operations.place_stake import place_stake
from tables.operations.reveal_value import RevealRequest, reveal_value
from tables.operations.save_stake import StakeRequest
from tables.operations.withdraw_stake import withdraw_stake
from wallet.api.idempotency import KEY_PARAMETER, read_request
from wallet.core.ledger import CurrencyMismatch

_SEAT_MAX: Final = 255


class _Late(StrictSerializer):
    abort = Hash(help_text="The leaf of the `table_abort` that names the player's seat as missing.")
    value = Hash(required=False, allow_null=True, help_text="The value that is owed; left out where it is lost.")

    class Meta:
        ref_name = "LateValue"


class StakesView(StepView):
    """Stakes at a table."""

    class Input(StrictSerializer):
        """A seat for one hand or game. `contribution` is for this epoch and this seat: a value opens it in no other."""

        epoch = EpochNumber(help_text="The one that takes stakes, as the table shows it.")
        seat = WholeNumber(min_value=0, max_value=_SEAT_MAX)
        stake = MoneyInput(help_text="Around a pot the buy-in.")
        side_bet = MoneyInput(required=False, allow_null=True)
        contribution = Hash(help_text="The hash of 32 fresh random bytes: docs/formats/tables.md.")
        late = _Late(required=False, allow_null=True, help_text="The value that is owed since a hand was not dealt.")
        psig = ChainSignatureInput(required=False, help_text="Required once the account has a player key.")

        class Meta:
            """The schema's name for it."""

            ref_name = "SeatBet"

    @extend_schema(operation_id="create_stake", parameters=[KEY_PARAMETER], request=Input, responses={201: StakeOutput})
    def post(self, request: HttpRequest, session_id: UUID, table_id: str) -> dict[str, object]:  # type: ignore[override]
        """Take a seat, and the stake. It can be withdrawn until the betting ends."""
        idempotency, body = read_request(request), _STAKE.run_validation(json_body(request))
        stake, side_bet, late = body["stake"], body.get("side_bet"), body.get("late")
        if side_bet is not None and side_bet["currency"] != stake["currency"]:
            raise CurrencyMismatch("Nothing was taken. A bet is in one currency.", currency=stake["currency"])
        view = place_stake(
            StakeRequest(
                session_id=session_id,
                table=table_from_path(table_id),
                epoch=body["epoch"],
                seat=body["seat"],
                bet=Bet(stake["amount"], 0 if side_bet is None else side_bet["amount"]),
                currency=stake["currency"],
                contribution=bytes.fromhex(body["contribution"]),
                late=None if late is None else _late(late),
                idempotency=idempotency,
                signature=signature_of(body.get("psig")),
            ),
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=database_now(),
        )
        return present_stake(view)


class StakeWithdrawalsView(StepView):
    """Withdrawals of stakes."""

    class Input(StrictSerializer):
        """The stake of an epoch that still takes stakes."""

        epoch = EpochNumber()

        class Meta:
            """The schema's name for it."""

            ref_name = "StakeWithdrawal"

    @extend_schema(
        operation_id="withdraw_stake", parameters=[KEY_PARAMETER], request=Input, responses={201: StakeOutput}
    )
    def post(self, request: HttpRequest, session_id: UUID, table_id: str) -> dict[str, object]:  # type: ignore[override]
        """Take one's stake back before the betting has ended."""
        view = withdraw_stake(
            read_withdrawal(request, _WITHDRAWAL, session_id=session_id, table_id=table_id),
            jurisdiction=settings.REDDOG_JURISDICTION,
            now=database_now(),
        )
        return present_stake(view)


class RevealsView(StepView):
    """Values of players."""

    class Input(StrictSerializer):
        """The value of a stake. Verify first that a checkpoint covers `seats`, and that your stake stands there."""

        epoch = EpochNumber()
        value = Hash(help_text="The 32 bytes whose hash is the stake's contribution.")

        class Meta:
            """The schema's name for it."""

            ref_name = "NewReveal"

    class Output(serializers.Serializer[Any]):
        """A value that is stored."""

        epoch = serializers.IntegerField()
        seat = serializers.IntegerField()

        class Meta:
            """The schema's name for it."""

            ref_name = "Reveal"

    @extend_schema(operation_id="create_reveal", request=Input, responses={201: Output})
    def post(self, request: HttpRequest, session_id: UUID, table_id: str) -> dict[str, object]:  # type: ignore[override]
        """Reveal the value of one's stake. Sent again, it gets the same answer.

        The session that placed the stake may do so also when it is locked or has ended, and so may any other of the
        player's that is in force.
        """
        body = _REVEAL.run_validation(json_body(request))
        revealed = reveal_value(
            RevealRequest(
                session_id=session_id,
                table=table_from_path(table_id),
                epoch=body["epoch"],
                value=bytes.fromhex(body["value"]),
            ),
            now=database_now(),
        )
        return {"epoch": revealed.epoch.number, "seat": revealed.seat}


def _late(body: dict[str, Any]) -> LateValue:
    value = body.get("value")
    return LateValue(abort_leaf=bytes.fromhex(body["abort"]), value=None if value is None else bytes.fromhex(value))


# One for all requests: a new serializer would copy all its fields, and validation keeps no state.
_STAKE, _WITHDRAWAL, _REVEAL = StakesView.Input(), StakeWithdrawalsView.Input(), RevealsView.Input()
