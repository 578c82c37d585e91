"""The rules of casino Red Dog, written from the published rules for the auditor alone.

Source: docs/formats/rule-sheet.md.
"""

import enum
from dataclasses import dataclass

from verifier.records import Act, Sheet

_VALUES = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}


class Shape(enum.Enum):
    """What the first two cards make."""

    PAIR = enum.auto()
    CONSECUTIVE = enum.auto()
    SPREAD = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a hand comes to; both sums in minor units, `returned_minor` with the stakes that came back."""

    result: str
    staked_minor: int
    returned_minor: int


def spread(first: str, second: str) -> int:
    """Count the values strictly between two cards; -1 for a pair."""
    return abs(_VALUES[first[0]] - _VALUES[second[0]]) - 1


def shape(first: str, second: str) -> Shape:
    """Classify the first two cards."""
    between = spread(first, second)
    if between < 0:
        return Shape.PAIR
    return Shape.SPREAD if between else Shape.CONSECUTIVE


def cards_dealt(first: str, second: str) -> int:
    """Return how many cards the whole hand takes."""
    return 2 if shape(first, second) is Shape.CONSECUTIVE else 3


def raised(sheet: Sheet, *, ante_minor: int, first: str, second: str, acts: list[Act]) -> int | None:
    """Return what `acts` add to the stake, in minor units; None where they do not fit the hand."""
    if shape(first, second) is not Shape.SPREAD:
        return None if acts else 0
    if len(acts) != 1:
        return None

    act = acts[0]
    if act["a"] == "stand":
        return 0 if act["amt"] == 0 else None
    if act["a"] != "raise":
        return None
    lowest = ante_minor if sheet["raise_mode"] == "equal" else 1
    return act["amt"] if lowest <= act["amt"] <= ante_minor else None


def settle(sheet: Sheet, *, ante_minor: int, raise_minor: int, cards: list[str]) -> Outcome:
    """Settle the whole hand: all its cards, with the raise already found to be legal."""
    staked = ante_minor + raise_minor
    hand = shape(cards[0], cards[1])
    if hand is Shape.CONSECUTIVE:
        return Outcome(result="consecutive_push", staked_minor=staked, returned_minor=staked)
    if hand is Shape.PAIR:
        if _VALUES[cards[2][0]] != _VALUES[cards[0][0]]:
            return Outcome(result="pair_push", staked_minor=staked, returned_minor=staked)
        return Outcome(result="trips", staked_minor=staked, returned_minor=staked * (1 + sheet["pay"]["trips"]))

    low, high = sorted((_VALUES[cards[0][0]], _VALUES[cards[1][0]]))
    if not low < _VALUES[cards[2][0]] < high:
        return Outcome(result="lose", staked_minor=staked, returned_minor=0)
    odds = sheet["pay"]["spread"][high - low - 2]
    return Outcome(result="win", staked_minor=staked, returned_minor=staked * (1 + odds))
