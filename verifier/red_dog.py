"""The rules of casino Red Dog, written from the published rules and independent of the platform's code.

Source: docs/formats/rule-sheet.md, "Family red-dog".
"""

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from verifier.game import Bet, Outcome, TableDeal
from verifier.predicates import Check, array, closed, fraction, integer, one_of, text
from verifier.records import Act
from verifier.sheet_fields import RedDogSheet, Sheet

FIELDS: Final[dict[str, Check]] = {
    "ace": one_of(("high",)),
    "decks": integer(1, 8),
    "labels": closed({"raise": text, "stand": text}),
    "pay": closed({"spread": array(integer(0), 11, 11), "trips": integer(0)}, {"quotes": one_of(("totals",))}),
    "raise_mode": one_of(("equal", "up_to")),
    "rtp": closed({"first_bet": fraction, "total_wagered": fraction}),
    "timeout_action": one_of(("stand",)),
}

_VALUES = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}


class Shape(enum.Enum):
    """What the first two cards make."""

    PAIR = enum.auto()
    CONSECUTIVE = enum.auto()
    SPREAD = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class RedDog:
    """One sheet of the family. See `verifier.game.Game`."""

    sheet: RedDogSheet
    visible: int = 2
    ante_step_minor: int = 1
    bonus_limits_minor: None = None

    def deal(self, shoe: Iterator[str]) -> list[str]:
        """Take two cards, and a third unless they are consecutive."""
        cards = [next(shoe), next(shoe)]
        if spread(cards[0], cards[1]):
            cards.append(next(shoe))
        return cards

    def deal_table(self, shoe: Iterator[str], *, seats: int) -> TableDeal:
        """Deal one hand that all seats share."""
        cards = self.deal(shoe)
        return TableDeal(shown=cards[: self.visible], hands=[], of_seats=[cards] * seats, cards=cards)

    def allows(self, acts: Sequence[Act], *, ante_minor: int, seen: Sequence[str]) -> bool:
        """Allow exactly one decision on a spread, and none on other hands."""
        if spread(seen[0], seen[1]) <= 0:
            return not acts
        if len(acts) != 1:
            return False

        act = acts[0]
        if act["a"] != "raise":
            return act["a"] == "stand" and act["amt"] == 0
        lowest = ante_minor if self.sheet["raise_mode"] == "equal" else 1
        return lowest <= act["amt"] <= ante_minor

    def settle(self, bet: Bet, *, acts: Sequence[Act], cards: Sequence[str]) -> Outcome:
        """Pay by the spread, or by a pair's third card."""
        staked = bet.ante_minor
        for act in acts:
            staked += act["amt"]
        low, high = _VALUES[cards[0][0]], _VALUES[cards[1][0]]
        if low > high:
            low, high = high, low
        if high - low == 1:
            return _paid("consecutive_push", staked, odds=0)
        if high == low:
            if _VALUES[cards[2][0]] != low:
                return _paid("pair_push", staked, odds=0)
            return _paid("trips", staked, odds=self.sheet["pay"]["trips"])

        if not low < _VALUES[cards[2][0]] < high:
            return Outcome("lose", won=False, staked_minor=staked, returned_minor=0)
        return _paid("win", staked, odds=self.sheet["pay"]["spread"][high - low - 2])


def game(sheet: Sheet) -> RedDog:
    """Make the game of a sheet of this family, whose fields have the right form."""
    return RedDog(sheet=cast("RedDogSheet", sheet))


def spread(first: str, second: str) -> int:
    """Count the values strictly between two cards; -1 for a pair."""
    return abs(_VALUES[first[0]] - _VALUES[second[0]]) - 1


def shape(first: str, second: str) -> Shape:
    """Classify the first two cards."""
    between = spread(first, second)
    if between < 0:
        return Shape.PAIR
    return Shape.SPREAD if between else Shape.CONSECUTIVE


def _paid(result: str, staked_minor: int, *, odds: int) -> Outcome:
    won = result in ("win", "trips")
    return Outcome(result, won, staked_minor, staked_minor * (1 + odds))
