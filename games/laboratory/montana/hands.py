"""Settle a laboratory's Montana Red Dog hands.

A line has `cards` in deal order: each seat's hand in seat order, the dealer's five, the burned card, the hit card. Any
of `hand`, `dealer`, `burn` and `hit` may repeat the cards of that part, and must then agree with `cards`. For each seat
there are the `bet`, the `decision`, and the side bet `bonus`, paid by the scale `bonus_table`. With `seats` the line is
a shared table, and each seat has its own members, all but `cards`, `dealer`, `burn` and `hit`.

`variant` is the name of a game of this family, or one of the laboratory's own words for a house.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.core.action import Action
from games.core.families import family_of
from games.core.family import Bet, RoundOver, SeatResult
from games.core.montana.hit import winning_cards
from games.core.montana.rules import BURN_AND_HIT, DEALER, terms_of
from games.core.montana.terms import MontanaTerms
from games.core.play import Act, replay
from games.core.sheet import RuleSheet
from games.core.variants import VARIANTS, montana_red_dog, montana_red_dog_3_card, montana_red_dog_table
from games.laboratory import hand_line as lines
from games.laboratory.hand_line import Line, MalformedLine, MissingDecision, OtherRules

SHEETS: Final[Mapping[str, RuleSheet]] = {
    **{sheet.game: sheet for sheet in VARIANTS if sheet.family == MontanaTerms.FAMILY},
    "montana5": montana_red_dog.SHEET,
    "montana5_table": montana_red_dog_table.SHEET,
    "montana3": montana_red_dog_3_card.SHEET,
}
"""The sheet for each `variant` of a line; a house that leaves the scale open starts from scale A."""

_ANY_SCALE: Final = frozenset({"montana5", "montana5_table"})
_SCALES: Final[Mapping[str | None, MontanaTerms]] = {
    terms_of(sheet).side_bet_scale: terms_of(sheet) for sheet in SHEETS.values() if terms_of(sheet).side_bet_scale
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seat:
    bet: Bet
    action: Action | None
    raise_minor: int | None
    scale: str | None
    hand: object


def settle(line: Line) -> dict[str, object]:
    """Play the line's hand and return one result, or with `seats` a result for each seat and the total returned.

    `W` of a single hand is the number of its winning cards.

    Raises:
        Refusal: for every line that the rules, or the format, do not allow.
    """
    seats = _seats(line)
    sheet = _sheet(line, seats)
    texts = lines.required(line, "cards", list)
    cards = lines.deck(texts, decks=sheet.decks)
    acts = [_act(number, seat) for number, seat in enumerate(seats) if seat.action is not None]
    state = replay(sheet, [seat.bet for seat in seats], cards, acts)
    over = family_of(sheet).need(state)
    if not isinstance(over, RoundOver):
        raise MissingDecision("A seat that must decide does not.")

    hand = terms_of(sheet).hand
    _require_places(line, seats, texts, hand=hand)
    results = [_result(result) for result in over.results]
    if line.get("seats") is None:
        return {**results[0], "W": winning_cards(cards[:hand])}
    return {"legal": True, "seats": results, "total_returned": sum(result.returned_minor for result in over.results)}


def _sheet(line: Line, seats: Sequence[_Seat]) -> RuleSheet:
    variant = lines.required(line, "variant", str)
    sheet = SHEETS[variant]
    scales = {seat.scale for seat in seats if seat.scale is not None}
    if variant in _ANY_SCALE and any(seat.bet.side_bet_minor and seat.scale is None for seat in seats):
        raise MalformedLine("A side bet needs bonus_table.", member="bonus_table")
    if variant in _ANY_SCALE and len(scales) == 1:
        (scale,) = scales
        sheet = replace(sheet, terms=_SCALES.get(scale, sheet.terms))
    if not {terms_of(sheet).side_bet_scale}.issuperset(scales):
        scale_names = ", ".join(sorted(scales))
        raise OtherRules(f"bonus_table is {scale_names}; {variant} does not pay so at one table.", member="bonus_table")
    played = {"raise_rule": "equal", "unit": "cents"}
    asked_for = {member: lines.optional(line, member, str) for member in played}
    for member, words in played.items():
        if asked_for[member] not in {None, words}:
            raise OtherRules(f"{member} is {asked_for[member]}; {variant} is played with {words}.", member=member)
    if lines.optional(line, "decks", int) not in {None, sheet.decks}:
        raise OtherRules(f"{variant} is played with {sheet.decks} deck.", member="decks")
    return sheet


def _seats(line: Line) -> list[_Seat]:
    seats = lines.optional(line, "seats", list)
    if seats is None:
        return [_seat(line)]
    if any(line.get(own) is not None for own in ("bet", "bonus", "bonus_table", "decision", "hand")):
        raise MalformedLine("A line with seats has a bet, a decision or a hand of its own.", member="seats")
    return [_seat(seat) for seat in seats]


def _seat(line: object) -> _Seat:
    if not isinstance(line, dict):
        raise MalformedLine("A seat is not an object.", member="seats")
    side_bet_minor, scale = lines.optional(line, "bonus", int) or 0, lines.optional(line, "bonus_table", str)
    return _Seat(
        bet=Bet(lines.required(line, "bet", int), side_bet_minor),
        action=lines.decision(line),
        raise_minor=lines.optional(line, "raise_cents", int),
        scale=scale,
        hand=line.get("hand"),
    )


def _act(number: int, seat: _Seat) -> Act:
    assert seat.action is not None, "a seat without a decision does not act"
    equal_minor = seat.bet.stake_minor if seat.action is Action.RAISE else 0
    amount_minor = equal_minor if seat.raise_minor is None else seat.raise_minor
    return Act(seat=number, action=seat.action, amount_minor=amount_minor)


def _require_places(line: Line, seats: Sequence[_Seat], texts: Sequence[object], *, hand: int) -> None:
    """Refuse cards that nobody is dealt, and cards that the line lists in another place than they are dealt to."""
    dealer = hand * len(seats)
    burn = dealer + DEALER
    named: list[tuple[object, object]] = [
        *((seat.hand, texts[number * hand : (number + 1) * hand]) for number, seat in enumerate(seats)),
        (line.get("dealer"), texts[dealer:burn]),
        (line.get("burn"), texts[burn]),
        (line.get("hit"), texts[-1]),
    ]
    if len(texts) != burn + BURN_AND_HIT or any(
        named_card is not None and named_card != dealt for named_card, dealt in named
    ):
        raise MalformedLine("cards are not the hands, the dealer's five, the burn and the hit.", member="cards")


def _result(result: SeatResult) -> dict[str, object]:
    side_bet = result.side_bet
    side_bet_staked_minor, side_bet_returned_minor = (
        (side_bet.staked_minor, side_bet.returned_minor) if side_bet else (0, 0)
    )
    return {
        "legal": True,
        "outcome": result.outcome,
        "staked": result.staked_minor - side_bet_staked_minor,
        "returned": result.returned_minor - side_bet_returned_minor,
        "bonus_category": side_bet.category if side_bet else None,
        "bonus_staked": side_bet_staked_minor,
        "bonus_returned": side_bet_returned_minor,
        "total_staked": result.staked_minor,
        "total_returned": result.returned_minor,
        "net": result.net_minor,
    }
