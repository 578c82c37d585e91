"""A player's stake at a table as the interface writes it."""

from typing import Any

from rest_framework import serializers

from games.api.present import STATUSES, in_kebab_case, status_of
from kernel.instants import rfc3339
from kernel.money import amount_document
from rest.fields import MoneyOutput, Receipt
from tables.core.stake_view import StakeOutcome, StakeView, TakenAct


class _OwnDecision(serializers.Serializer[Any]):
    action = serializers.CharField()
    amount = MoneyOutput(help_text="New money at stake, 0 where the action costs nothing.")
    acted_at = serializers.DateTimeField()

    class Meta:
        ref_name = "OwnDecision"


class StakeOutput(serializers.Serializer[Any]):
    """A stake at a table: open, or ended with its hand or game."""

    table_id = serializers.CharField()
    epoch = serializers.IntegerField()
    seat = serializers.IntegerField()
    game = serializers.CharField()
    status = serializers.ChoiceField(STATUSES)
    stake = MoneyOutput(help_text="Around a pot the buy-in.")
    side_bet = MoneyOutput(allow_null=True)
    contribution = serializers.CharField(help_text="The hash of the player's value, 64 hex digits.")
    raise_room = MoneyOutput(
        allow_null=True,
        help_text="Around a pot, the most that the game's raises may sum to; null where no limit on wagers binds.",
    )
    decision = _OwnDecision(allow_null=True, help_text="The player's own, against the house.")
    staked = MoneyOutput(help_text="Stake, raise and side bet.")
    returned = MoneyOutput(allow_null=True, help_text="What came back, stakes included; null while the stake is open.")
    outcome = serializers.CharField(
        allow_null=True, help_text="In kebab-case; `withdrawn` where it took part in no hand, null while it is open."
    )
    placed_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    end_leaf = serializers.CharField(
        allow_null=True, help_text="Of the table's record that ended it, 64 hex digits; null where none did."
    )
    cash = MoneyOutput(help_text="The player's cash after the stake's newest record.")
    receipts = Receipt(many=True)

    class Meta:
        """The schema's name for it."""

        ref_name = "Stake"


def present_stake(view: StakeView) -> dict[str, object]:
    """Write a stake."""
    currency = view.currency
    return {
        "table_id": view.epoch.chain.hex,
        "epoch": view.epoch.number,
        "seat": view.seat,
        "game": view.game,
        "status": "voided" if view.outcome == StakeOutcome.WITHDRAWN else status_of(view.outcome),
        "stake": amount_document(view.bet.stake_minor, currency),
        "side_bet": _money(view.bet.side_bet_minor or None, currency),
        "contribution": view.contribution.hex(),
        "raise_room": _money(view.room_minor, currency),
        "decision": None if view.act is None else _decision(view.act, currency),
        "staked": amount_document(view.staked_minor, currency),
        "returned": _money(view.returned_minor, currency),
        "outcome": in_kebab_case(view.outcome),
        "placed_at": rfc3339(view.placed_ms),
        "ended_at": None if view.ended_ms is None else rfc3339(view.ended_ms),
        "end_leaf": None if view.end_leaf is None else view.end_leaf.hex(),
        "cash": amount_document(view.cash_minor, currency),
        "receipts": [{"seq": seq, "leaf": stored.leaf.hex(), "note": stored.entry} for seq, stored in view.receipts],
    }


def _decision(act: TakenAct, currency: str) -> dict[str, object]:
    return {
        "action": act.action.value,
        "amount": amount_document(act.amount_minor, currency),
        "acted_at": rfc3339(act.at_ms),
    }


def _money(amount_minor: int | None, currency: str) -> dict[str, object] | None:
    return None if amount_minor is None else amount_document(amount_minor, currency)
