"""Good hands of a game around a pot, and which of them their players spared: what soft play is measured by.

A hand is good if each chip raised on it wins more than it loses on average, by a fresh pack of which the two cards are shown and a
pot that pays in full. It is spared if its player, who could have raised, raised less than half of what the rules allowed.

Source: docs/casework.md, "Pairs around a pot"; regulation F52.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from games.core.action import Action
from games.core.cards import RANKS, SUITS, parse_card
from games.core.pot.game import HAND, packs, spread_of, terms_of
from games.core.sheet import RuleSheet
from tables.core.decisions import DecidedBy

_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoodHand:
    """A good hand that its player decided, on which the rules left a raise."""

    seat: int
    spared: bool


def good_hands(sheet: RuleSheet, records: Iterable[Mapping[str, Any]]) -> Iterator[GoodHand]:
    """Yield the good hands of a game, in the order of play; `records` are its `hand` and all its `turn`s, in order.

    Hands that a default decided are left out: who is away or too late spares nobody by choice. A limit of the player's own on
    raises (`room`) is not in these records, and counts for nothing.
    """
    order: list[int] = []
    question: Mapping[str, Any] = {}
    for record in records:
        if "order" in record:
            order = record["order"]
        if record.get("by") == DecidedBy.PLAYER and "now" in question and "amt" in record:
            seat, now = record["seat"], question["now"]
            stack_minor = question["stacks"][order.index(seat)]
            least_minor, most_minor = (
                min(terms_of(sheet).raise_min_minor, stack_minor),
                min(question["pot"], stack_minor),
            )
            if most_minor >= least_minor and _is_good(sheet, now["cards"], seats=len(order)):
                raised_minor = record["amt"] if record["a"] == Action.RAISE else 0
                yield GoodHand(seat=seat, spared=raised_minor < _HALF * most_minor)
        if "stacks" in record:
            question = record


def _is_good(sheet: RuleSheet, cards: Iterable[str], *, seats: int) -> bool:
    between = spread_of([parse_card(card) for card in cards])
    if not between:
        return False
    copies = len(SUITS) * packs(sheet, seats=seats)
    chance = Fraction(between * copies, copies * len(RANKS) - HAND)
    return chance * terms_of(sheet).pay_spread[between - 1] > 1 - chance
