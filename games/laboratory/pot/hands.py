"""Settle a laboratory's turns and games around a pot.

A `pot` line is one turn: `cards` are the two shown and the third, even if it must stay in the stock; `bet` and
`decision` are the player's (0 and null if the rules ask for none), and `pot`, `stack`, `other_stacks` are the table
before the turn. Any other line is a game: `stacks` are the buy-ins in seat order, and each of `turns` has its `player`,
its `cards` and the decision. A line may ask for two `packs` even if the sheet needs only one.

A game's line lists the cards turn by turn, although a hand is dealt long before its turn. So the deck is arranged: each
seat is dealt the hand of its next turn in the line, and a seat without a further turn gets cards that the line can do
without. A line may use a card again only after the used cards have been shuffled.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.core.action import Action
from games.core.cards import PACK, Card, card_text, parse_card
from games.core.family import Bet, CardsNeeded, DecisionNeeded, IllegalAction, RoundOver, SeatsOutOfLimits
from games.core.play import Act, DeckTooShort
from games.core.pot.chips import collect
from games.core.pot.game import HAND, PotGame, Turn, packs, seat_players, terms_of
from games.core.pot.rules import PotRedDog
from games.core.pot.terms import SEATS_MIN, PotTerms
from games.core.sheet import RuleSheet
from games.core.variants import VARIANTS, pot_red_dog
from games.laboratory import hand_line as lines
from games.laboratory.hand_line import DuplicateCard, Line, MalformedLine, MissingDecision, OtherRules
from kernel.refusals import Refusal, RefusalKind

_RULES: Final = PotRedDog()
_PACKS_MAX: Final = 2
_TURN: Final = "pot"
_CHIPS: Final = frozenset({_TURN, "pot_game"})

_CHIPPED: Final = terms_of(pot_red_dog.SHEET)

# The laboratory counts chips, and lets its players buy as many as it likes. All else is the sheet's.
_HOUSE: Final = replace(
    pot_red_dog.SHEET,
    stake_min_minor=1,
    stake_max_minor=10**9,
    terms=replace(
        _CHIPPED,
        chip_minor=1,
        unit_minor=_CHIPPED.unit_minor // _CHIPPED.chip_minor,
        ante_minor=_CHIPPED.ante_minor // _CHIPPED.chip_minor,
        take_minor=_CHIPPED.take_minor // _CHIPPED.chip_minor,
        down_minor=_CHIPPED.down_minor // _CHIPPED.chip_minor,
        raise_min_minor=_CHIPPED.raise_min_minor // _CHIPPED.chip_minor,
        refill_minor=_CHIPPED.refill_minor // _CHIPPED.chip_minor,
        refill_empty_minor=_CHIPPED.refill_empty_minor // _CHIPPED.chip_minor,
    ),
)
SHEETS: Final[Mapping[str, RuleSheet]] = {
    **{sheet.game: sheet for sheet in VARIANTS if sheet.family == PotTerms.FAMILY},
    **dict.fromkeys(_CHIPS, _HOUSE),
}
"""The sheet for each `variant` of a line."""


class OutOfTurn(Refusal):
    """The line gives a turn to a seat that does not have it."""

    code, kind = "out-of-turn", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class _Listed:
    """A turn as the line lists it."""

    seat: int
    cards: tuple[str, ...]
    action: Action | None
    bet_minor: int


def settle(line: Line) -> dict[str, object]:
    """Play the line's turn or game and return its result.

    Raises:
        Refusal: for every line that the rules, or the format, do not allow.
    """
    variant = lines.required(line, "variant", str)
    return _settle_turn(line) if variant == _TURN else _settle_game(line)


def _settle_turn(line: Line) -> dict[str, object]:
    pot_minor, stack_minor = (lines.required(line, name, int) for name in ("pot", "stack"))
    others_minor = _whole_numbers(line, "other_stacks")
    if pot_minor < 0 or stack_minor < 1 or min(others_minor, default=0) < 0:
        raise MalformedLine("The player in turn has chips, and nobody owes any.", member="stack")
    if others_minor and not any(others_minor):
        raise MalformedLine("Nobody is left to play against.", member="other_stacks")
    sheet = _sheet(line, seats=1 + len(others_minor))
    table = seat_players(sheet, (stack_minor, *others_minor), pot_minor=pot_minor)
    (turn,) = _play(table, [_listed(line, seat=0, sheet=sheet, seats=1 + len(others_minor))])
    return {
        "legal": True,
        "outcome": turn.outcome.value,
        "spread": turn.spread,
        "cards_used": len(turn.cards),
        "staked": turn.staked_minor,
        "returned": turn.returned_minor,
        "net": turn.net_minor,
        "pot_after": turn.pot_before_refill_minor,
        "stack_after": turn.stack_before_refill_minor,
        "all_out": turn.all_out,
        "refill_each": turn.refill_each_minor,
        "pot_after_refill": turn.pot_minor,
        "stacks_after_refill": list(turn.stacks_minor),
        "game_over": turn.over,
    }


def _settle_game(line: Line) -> dict[str, object]:
    stacks_minor = _whole_numbers(line, "stacks")
    sheet = _sheet(line, seats=len(stacks_minor))
    opened = _RULES.start(sheet, [Bet(stack_minor) for stack_minor in stacks_minor])
    listed = _all_listed(line, sheet, seats=len(stacks_minor))
    turns = _play(opened, listed)
    # The table after the antes, even if they ended the game and the pot went back at once.
    antes = collect(seat_players(sheet, stacks_minor, pot_minor=0), terms_of(sheet).ante_minor)
    first: dict[str, object] = {"pot": antes.pot_minor, "stacks": list(antes.stacks_minor), "event": "ante"}
    return {"legal": True, "trace": [first, *(_traced(turn) for turn in turns)]}


def _traced(turn: Turn) -> dict[str, object]:
    return {
        "player": turn.seat,
        "outcome": turn.outcome.value,
        "spread": turn.spread,
        "net": turn.net_minor,
        "pot_before_refill": turn.pot_before_refill_minor,
        "refill_each": turn.refill_each_minor,
        "pot": turn.pot_minor,
        "stacks": list(turn.stacks_minor),
        "over": turn.over,
    }


def _sheet(line: Line, *, seats: int) -> RuleSheet:
    variant = lines.required(line, "variant", str)
    sheet = SHEETS[variant]
    for member, words in {"paytable": "standard", "unit": "chips" if variant in _CHIPS else "cents"}.items():
        expected = lines.optional(line, member, str)
        if expected not in {None, words}:
            raise OtherRules(f"{member} is {expected}; {variant} is played with {words}.", member=member)
    if not SEATS_MIN <= seats <= sheet.seats:
        detail = f"{seats} seats; this game is played by {SEATS_MIN} to {sheet.seats}."
        raise SeatsOutOfLimits(detail, minimum=SEATS_MIN, maximum=sheet.seats)
    wanted, needed = lines.optional(line, "packs", int), packs(sheet, seats=seats)
    if wanted is not None and not needed <= wanted <= _PACKS_MAX:
        raise OtherRules(f"{wanted} packs; {seats} players use {needed} to {_PACKS_MAX}.", member="packs")
    return sheet if wanted is None else replace(sheet, decks=wanted)


def _whole_numbers(line: Line, name: str) -> list[int]:
    integers = lines.required(line, name, list)
    if any(type(value) is not int for value in integers):
        raise MalformedLine(f"{name} is not a list of whole numbers.", member=name)
    return integers


def _all_listed(line: Line, sheet: RuleSheet, *, seats: int) -> list[_Listed]:
    listed = []
    for document in lines.required(line, "turns", list):
        if not isinstance(document, dict):
            raise MalformedLine("A turn is not an object.", member="turns")
        listed.append(_listed(document, seat=lines.required(document, "player", int), sheet=sheet, seats=seats))
    cards = lines.optional(line, "cards", list)
    if cards not in (None, [card for turn in listed for card in turn.cards]):
        raise MalformedLine("The cards are not those of the turns, in their order.", member="cards")
    return listed


def _listed(line: Line, *, seat: int, sheet: RuleSheet, seats: int) -> _Listed:
    cards = lines.deck(lines.required(line, "cards", list), decks=packs(sheet, seats=seats))
    if len(cards) < HAND:
        raise DeckTooShort(f"A turn needs {HAND} cards.", needed=HAND)
    action, bet_minor = lines.decision(line), lines.optional(line, "bet", int)
    if action is Action.RAISE and bet_minor is None:
        raise MalformedLine("A raise needs a bet.", member="bet")
    return _Listed(seat=seat, cards=tuple(card_text(card) for card in cards), action=action, bet_minor=bet_minor or 0)


def _play(state: PotGame, listed: Sequence[_Listed]) -> tuple[Turn, ...]:
    """Play all turns that the line lists, each with its own cards."""
    deck = _Arranged.of(state, listed)
    while len(state.turns) < len(listed):
        turn, need = listed[len(state.turns)], _RULES.need(state)
        if isinstance(need, RoundOver) or turn.seat != state.seat:
            raise OutOfTurn(f"Seat {turn.seat} does not have the turn.")
        if isinstance(need, CardsNeeded):
            state = _RULES.draw(state, deck.deal(state, need, turn))
        else:
            act = _act(turn, need)
            state = _RULES.act(state, seat=act.seat, action=act.action, amount_minor=act.amount_minor)
    # There may be more turns than listed: once a turn took a player's last chips, the next seat may have passed on
    # consecutive cards without a decision.
    turns = state.turns[: len(listed)]
    for turn, played in zip(listed, turns, strict=True):
        if turn.seat != played.seat:
            raise OutOfTurn(f"Seat {turn.seat} does not have the turn.")
        if played.action is None and (turn.action is not None or turn.bet_minor):
            raise IllegalAction("Consecutive cards leave nothing to decide.", legal_actions=[])
    return turns


def _act(turn: _Listed, need: DecisionNeeded) -> Act:
    if turn.action is None:
        raise MissingDecision("A seat that must decide does not.")
    amount_minor = turn.bet_minor
    if turn.action is Action.DOWN and not amount_minor:
        # The table sets the price of going down: a line need not give it.
        amount_minor = sum(legal.cost_min_minor for legal in need.legal_actions if legal.action is Action.DOWN)
    return Act(seat=turn.seat, action=turn.action, amount_minor=amount_minor)


@dataclass(slots=True)
class _Arranged:
    """A deck that deals each seat the cards that the line lists for it.

    `stock` are the cards that can be dealt. `wanted` has, by a card's text, the times at which the line still needs
    such a card, soonest first. `hands` has, by seat, the cards that it is to be dealt, in order.
    """

    stock: set[Card]
    wanted: Mapping[str, deque[int]]
    hands: Mapping[int, deque[str]]

    @classmethod
    def of(cls, state: PotGame, listed: Sequence[_Listed]) -> "_Arranged":
        """Arrange the cards of a table before any are dealt."""
        wanted: list[tuple[int, str]] = []
        hands: dict[int, deque[str]] = {turn.seat: deque() for turn in listed}
        hand_dealt: dict[int, int] = {}
        for number, turn in enumerate(listed, start=1):
            # A third card is dealt in its turn, a hand right after the seat's previous turn.
            wanted += [(hand_dealt.get(turn.seat, 0), card) for card in turn.cards[:HAND]]
            wanted += [(2 * number, card) for card in turn.cards[HAND:]]
            hand_dealt[turn.seat] = 2 * number + 1
            hands[turn.seat].extend(turn.cards[:HAND])
        times: dict[str, deque[int]] = {}
        for time, card in sorted(wanted):
            times.setdefault(card, deque()).append(time)
        return cls(stock={Card(card) for card in range(state.stock)}, wanted=times, hands=hands)

    def deal(self, state: PotGame, need: CardsNeeded, turn: _Listed) -> list[Card]:
        """Return the cards that the game needs: for hands, or the third of `turn`."""
        if need.reshuffle:
            self.stock = set(need.reshuffle)
        if state.awaiting:
            return [self._for_hand(seat) for seat in state.awaiting[: need.count]]
        if len(turn.cards) == HAND:
            raise DeckTooShort(f"The turn needs {HAND + 1} cards.", needed=HAND + 1)
        return [self._named(turn.cards[HAND])]

    def _for_hand(self, seat: int) -> Card:
        names = self.hands.get(seat)
        return self._named(names.popleft()) if names else self._spare()

    def _named(self, name: str) -> Card:
        copies = self._copies(name)
        if not copies:
            raise DuplicateCard(f"{name} is not among the cards that can be dealt.", card=name)
        self.wanted[name].popleft()
        self.stock.remove(copies[0])
        return copies[0]

    def _spare(self) -> Card:
        """Return the card that the line can do without for longest: one that it never lists again, if there is one."""
        spare = max(sorted(self.stock), key=lambda card: self._needed(card_text(card)))
        self.stock.remove(spare)
        return spare

    def _needed(self, name: str) -> tuple[bool, int]:
        """Return when the last of the copies in the stock will be needed: (True, 0) if never, or False and the time."""
        times, copies = self.wanted.get(name, ()), len(self._copies(name))
        return (True, 0) if len(times) < copies else (False, times[copies - 1])

    def _copies(self, name: str) -> list[Card]:
        return sorted(card for card in self.stock if card % PACK == parse_card(name))
