"""Settle a laboratory's Red Dog hands.

A line has `cards` in deal order, the third even if it must stay in the shoe. For each seat it has the `bet`, the
`decision` (null if the rules ask for none) and, if the house lets the player choose the amount, the raise in
`raise_cents`. With `seats` the line is a shared table, and each seat has its own `bet` and `decision`.

`variant` is the name of a game of this family, or one of the laboratory's own words for a house.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from games.core.action import Action
from games.core.cards import Card
from games.core.families import family_of
from games.core.family import Bet, RoundOver, SeatResult
from games.core.play import Act, replay
from games.core.red_dog.rules import terms_of
from games.core.red_dog.terms import RaiseMode, RedDogTerms
from games.core.sheet import RuleSheet
from games.core.variants import VARIANTS, red_dog_1_deck, red_dog_atlantic_city, red_dog_old_west, red_dog_table
from games.laboratory import hand_line as lines
from games.laboratory.hand_line import Line, MalformedLine, MissingDecision, OtherRules

# A house that lets the player choose the amount of a raise. Its sheet's name and declared return are those of the
# game it is made from, and nothing reads them here.
_UP_TO: Final = replace(red_dog_1_deck.SHEET, terms=replace(terms_of(red_dog_1_deck.SHEET), raise_mode=RaiseMode.UP_TO))
SHEETS: Final[Mapping[str, RuleSheet]] = {
    **{sheet.game: sheet for sheet in VARIANTS if sheet.family == RedDogTerms.FAMILY},
    "reddog_ac": red_dog_atlantic_city.SHEET,
    "reddog_oldwest": red_dog_old_west.SHEET,
    "reddog_jp_table": red_dog_table.SHEET,
    "reddog_shoe": red_dog_1_deck.SHEET,
    "reddog_upto": _UP_TO,
}
"""The sheet for each `variant` of a line."""

_ANY_DECKS: Final = frozenset({"reddog_shoe", "reddog_upto"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat:
    stake_minor: int
    action: Action | None
    raise_minor: int | None


def settle(line: Line) -> dict[str, object]:
    """Play the line's hand and return one result, or with `seats` a result for each seat and the total returned.

    Raises:
        Refusal: for every line that the rules, or the format, do not allow.
    """
    sheet = _sheet(line)
    cards = lines.deck(lines.required(line, "cards", list), decks=sheet.decks)
    seats = _seats(line)
    acts = [_act(number, seat, sheet) for number, seat in enumerate(seats) if seat.action is not None]
    state = replay(sheet, [Bet(seat.stake_minor) for seat in seats], cards, acts)
    family = family_of(sheet)
    over = family.need(state)
    if not isinstance(over, RoundOver):
        raise MissingDecision("A seat that must decide does not.")

    dealt, spread = family.dealt(state), family.spread(state)
    results = [_result(result, spread, dealt) for result in over.results]
    if line.get("seats") is None:
        return results[0]
    return {"legal": True, "seats": results, "total_returned": sum(result.returned_minor for result in over.results)}


def _sheet(line: Line) -> RuleSheet:
    variant = lines.required(line, "variant", str)
    sheet = SHEETS[variant]
    decks = lines.optional(line, "decks", int)
    if decks is not None and variant in _ANY_DECKS:
        sheet = replace(sheet, decks=decks)
    played = {"paytable": "standard", "raise_rule": terms_of(sheet).raise_mode.value, "unit": "cents"}
    expected = {member: lines.optional(line, member, str) for member in played}
    for member, words in played.items():
        if expected[member] not in {None, words}:
            raise OtherRules(f"{member} is {expected[member]}; {variant} is played with {words}.", member=member)
    if decks not in {None, sheet.decks}:
        raise OtherRules(f"{decks} decks; {variant} is played with {sheet.decks}.", member="decks")
    return sheet


def _seats(line: Line) -> list[_Seat]:
    seats = lines.optional(line, "seats", list)
    if seats is None:
        return [_seat(line)]
    if line.get("bet") is not None or line.get("decision") is not None:
        raise MalformedLine("A line with seats has a bet or a decision of its own.", member="seats")
    return [_seat(seat) for seat in seats]


def _seat(line: object) -> _Seat:
    if not isinstance(line, dict):
        raise MalformedLine("A seat is not an object.", member="seats")
    return _Seat(
        stake_minor=lines.required(line, "bet", int),
        action=lines.decision(line),
        raise_minor=lines.optional(line, "raise_cents", int),
    )


def _act(number: int, seat: _Seat, sheet: RuleSheet) -> Act:
    assert seat.action is not None, "a seat without a decision does not act"
    if seat.raise_minor is not None or seat.action is not Action.RAISE:
        return Act(seat=number, action=seat.action, amount_minor=seat.raise_minor or 0)
    if terms_of(sheet).raise_mode is RaiseMode.UP_TO:
        raise MalformedLine("A raise of any amount needs raise_cents.", member="raise_cents")
    return Act(seat=number, action=seat.action, amount_minor=seat.stake_minor)


def _result(result: SeatResult, spread: int | None, dealt: tuple[Card, ...]) -> dict[str, object]:
    return {
        "legal": True,
        "outcome": result.outcome,
        "spread": spread,
        "cards_used": len(dealt),
        "staked": result.staked_minor,
        "returned": result.returned_minor,
        "net": result.net_minor,
    }
