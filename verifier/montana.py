"""The rules of Montana Red Dog, written from the published rules and independent of the platform's code.

Source: docs/formats/rule-sheet.md, "Family montana".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, cast

from verifier import poker
from verifier.game import Bet, Outcome, SideBet, TableDeal
from verifier.predicates import Check, array, closed, fraction, integer, one_of, text
from verifier.records import Act
from verifier.sheet_fields import MontanaSheet, Sheet
from verifier.verdict import Code, Fault

_PACK = 52
_WITHOUT_SIDE_BET = 3
# After the hands come the dealer's five, which do not affect the result, the burned card and the hit card.
_NOT_IN_HANDS = 7


def _hand(value: object) -> bool:
    return type(value) is int and value in (_WITHOUT_SIDE_BET, 5)


def _half(value: object) -> bool:
    return fraction(value) and value == [1, 2]


_NO_SIDE_BET = closed({})
_SIDE_BET = closed(
    {"max": integer(1), "min": integer(1), "pay": array(integer(0), len(poker.PAID), len(poker.PAID)), "scale": text}
)

FIELDS: Final[dict[str, Check]] = {
    "ace": one_of(("high",)),
    "bonus": lambda value: _NO_SIDE_BET(value) or _SIDE_BET(value),
    "decks": integer(1, 1),
    "hand": _hand,
    "labels": closed({"play": text, "raise": text, "surrender": text}),
    "raise_mode": one_of(("equal",)),
    "rtp": closed({"first_bet": fraction, "total_wagered": fraction}, {"bonus": fraction}),
    "surrender": _half,
    "timeout_action": one_of(("play",)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Montana:
    """One sheet of the family. See `verifier.game.Game`."""

    sheet: MontanaSheet
    visible: int
    bonus_limits_minor: tuple[int, int] | None
    # A surrender gives half of the stake back, so the stake must be even.
    ante_step_minor: int = 2

    def deal(self, shoe: Iterator[str]) -> list[str]:
        """Take the hand, the dealer's five, the burned card and the hit card."""
        return list(islice(shoe, self.visible + _NOT_IN_HANDS))

    def deal_table(self, shoe: Iterator[str], *, seats: int) -> TableDeal:
        """Deal a hidden hand to each seat, one hand after the other, then the cards against which all of them play."""
        hands = [list(islice(shoe, self.visible)) for _ in range(seats)]
        rest = list(islice(shoe, _NOT_IN_HANDS))
        return TableDeal(
            shown=[],
            hands=hands,
            of_seats=[[*hand, *rest] for hand in hands],
            cards=[*(card for hand in hands for card in hand), *rest],
        )

    def allows(self, acts: Sequence[Act], *, ante_minor: int, seen: Sequence[str]) -> bool:  # noqa: ARG002 - any hand
        """Allow exactly one decision, whatever the hand is."""
        prices = {"play": 0, "raise": ante_minor, "surrender": 0}
        return len(acts) == 1 and acts[0]["amt"] == prices.get(acts[0]["a"])

    def settle(self, bet: Bet, *, acts: Sequence[Act], cards: Sequence[str]) -> Outcome:
        """Settle the hand, which wins by a higher card of the hit card's suit, and the side bet on all six cards."""
        hand, hit = cards[: self.visible], cards[-1]
        raised = sum(act["amt"] for act in acts)
        won = any(card[1] == hit[1] and poker.RANKS.index(card[0]) > poker.RANKS.index(hit[0]) for card in hand)
        if any(act["a"] == "surrender" for act in acts):
            result, returned = "surrender", bet.ante_minor // 2
        else:
            result, returned = ("win", 2 * (bet.ante_minor + raised)) if won else ("lose", 0)

        bonus = self._side_bet(bet.bonus_minor, [*hand, hit])
        return Outcome(
            result=result,
            won=won,
            staked_minor=bet.placed_minor + raised,
            returned_minor=returned + (bonus.returned_minor if bonus else 0),
            bonus=bonus,
        )

    def _side_bet(self, staked_minor: int, cards: list[str]) -> SideBet | None:
        if not staked_minor or self.bonus_limits_minor is None:
            return None
        category = poker.category(cards)
        odds = dict(zip(poker.PAID, self.sheet["bonus"]["pay"], strict=True)).get(category)
        return SideBet(category=category, returned_minor=0 if odds is None else staked_minor * (1 + odds))


def game(sheet: Sheet) -> Montana:
    """Make the game of a sheet of this family, whose fields have the right form.

    Raises:
        Fault: `E_FORM` if they contradict each other.
    """
    own = cast("MontanaSheet", sheet)
    side_bet, hand = own["bonus"], own["hand"]
    if own["seats"] * hand + _NOT_IN_HANDS > _PACK:
        raise Fault(Code.E_FORM, f"the field rules has {own['seats']} seats, more than one pack can be dealt to")
    if ("bonus" in own["rtp"]) is not bool(side_bet):
        raise Fault(Code.E_FORM, "the field rules has a side bet without its return, or the reverse")
    if not side_bet:
        return Montana(sheet=own, visible=hand, bonus_limits_minor=None)

    if hand == _WITHOUT_SIDE_BET:
        raise Fault(Code.E_FORM, "the field rules has a side bet on a hand of three cards")
    if side_bet["min"] > side_bet["max"]:
        raise Fault(Code.E_FORM, "the field rules has a least side bet above its greatest")
    return Montana(sheet=own, visible=hand, bonus_limits_minor=(side_bet["min"], side_bet["max"]))
