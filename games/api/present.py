"""A round as the API writes it, and as the schema describes it."""

from typing import Any

from rest_framework import serializers

from games.core.family import LegalAction
from games.core.round_view import VOID, RoundView
from kernel.instants import rfc3339
from kernel.money import amount_document
from rest.fields import MoneyOutput, Receipt
from wallet.api.wallet import BalanceOutput, present_balance
from wallet.core.ledger import Balance

STATUSES = ("open", "settled", "voided")


class _Legal(serializers.Serializer[Any]):
    action = serializers.CharField()
    label = serializers.CharField(  # type: ignore[assignment]  # DRF takes a declared field of this name
        help_text="What the button says in this game."
    )
    cost_min = MoneyOutput()
    cost_max = MoneyOutput()

    class Meta:
        ref_name = "LegalAction"


class _Act(serializers.Serializer[Any]):
    action = serializers.CharField()
    amount = MoneyOutput(help_text="New money at stake, 0 where the action costs nothing.")
    actor = serializers.ChoiceField(("player", "timeout"))
    acted_at = serializers.DateTimeField()

    class Meta:
        ref_name = "Act"


class _SideBet(serializers.Serializer[Any]):
    staked = MoneyOutput()
    category = serializers.CharField(
        allow_null=True, help_text="In kebab-case: what the side bet was judged by, once it is settled."
    )
    returned = MoneyOutput(allow_null=True)

    class Meta:
        ref_name = "SideBet"


class RoundOutput(serializers.Serializer[Any]):
    """A round: open, with the player's legal actions and their costs, or settled, with its result."""

    id = serializers.CharField()
    game = serializers.CharField()
    rules = serializers.CharField(help_text="The leaf of the rule sheet that settles this round.")
    rules_version = serializers.IntegerField()
    status = serializers.ChoiceField(STATUSES)
    stake = MoneyOutput(help_text="The first amount at risk, without raise and side bet.")
    side_bet = _SideBet(allow_null=True, help_text="Its money is in `staked` and `returned` too.")
    staked = MoneyOutput(help_text="Stake, raise and side bet.")
    returned = MoneyOutput(allow_null=True, help_text="What came back, stakes included; null while the round is open.")
    outcome = serializers.CharField(allow_null=True, help_text="In kebab-case; null while the round is open.")
    cards = serializers.ListField(child=serializers.CharField())
    spread = serializers.IntegerField(allow_null=True, help_text="Null for a pair, and in games without one.")
    legal_actions = _Legal(many=True)
    default_action = serializers.CharField(allow_null=True, help_text="Taken at `times_out_at`.")
    times_out_at = serializers.DateTimeField(allow_null=True)
    acts = _Act(many=True)
    epoch = serializers.IntegerField()
    nonce = serializers.IntegerField()
    seed = serializers.CharField(allow_null=True, help_text="The round's seed, once it is settled.")
    dealt_at = serializers.DateTimeField()
    settled_at = serializers.DateTimeField(allow_null=True)
    balance = BalanceOutput()
    receipts = Receipt(many=True)

    class Meta:
        """The schema's name for it."""

        ref_name = "Round"


def present_round(view: RoundView) -> dict[str, object]:
    """Write a round. The two hot endpoints answer with this, so it does without serializers."""
    currency = view.currency
    returned = None if view.returned_minor is None else amount_document(view.returned_minor, currency)
    return {
        "id": view.round_id,
        "game": view.game,
        "rules": view.rules_leaf,
        "rules_version": view.rules_version,
        "status": status_of(view.outcome),
        "stake": amount_document(view.bet.stake_minor, currency),
        "side_bet": _side_bet(view),
        "staked": amount_document(view.staked_minor, currency),
        "returned": returned,
        "outcome": in_kebab_case(view.outcome),
        "cards": view.cards,
        "spread": view.spread,
        "legal_actions": [_legal(action, view) for action in view.legal_actions],
        "default_action": view.default_action,
        "times_out_at": None if view.times_out_ms is None else rfc3339(view.times_out_ms),
        "acts": [
            {
                "action": act["a"],
                "amount": amount_document(act["amt"], currency),
                "actor": act["by"],
                "acted_at": rfc3339(act["t"]),
            }
            for act in view.acts
        ],
        "epoch": view.epoch,
        "nonce": view.nonce,
        "seed": view.seed,
        "dealt_at": rfc3339(view.dealt_ms),
        "settled_at": None if view.settled_ms is None else rfc3339(view.settled_ms),
        "balance": present_balance(Balance(view.cash_minor, view.in_play_minor), currency),
        "receipts": [{"seq": seq, "leaf": stored.leaf.hex(), "note": stored.entry} for seq, stored in view.receipts],
    }


def status_of(outcome: str | None) -> str:
    """Return the status of a round with this outcome, None while it is open."""
    if outcome is None:
        return "open"
    return "voided" if outcome == VOID else "settled"


def in_kebab_case(word: str | None) -> str | None:
    """Write a word of a record, such as an outcome, as the API writes the values of an enumeration."""
    return None if word is None else word.replace("_", "-")


def _side_bet(view: RoundView) -> dict[str, object] | None:
    if not view.bet.side_bet_minor:
        return None
    staked, result = amount_document(view.bet.side_bet_minor, view.currency), view.side_bet
    if result is None:
        return {"staked": staked, "category": None, "returned": staked if view.outcome == VOID else None}
    returned = amount_document(result.returned_minor, view.currency)
    return {"staked": staked, "category": in_kebab_case(result.category), "returned": returned}


def _legal(action: LegalAction, view: RoundView) -> dict[str, object]:
    return {
        "action": action.action,
        "label": view.labels[action.action],
        "cost_min": amount_document(action.cost_min_minor, view.currency),
        "cost_max": amount_document(action.cost_max_minor, view.currency),
    }
