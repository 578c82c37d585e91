"""The state machine of Pot Red Dog: a whole game, from the antes to its end.

Source: docs/rules/pot-red-dog.md.
"""

import enum
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.core.action import Action
from games.core.cards import PACK, Card
from games.core.family import (
    Bet,
    CardsNeeded,
    DecisionNeeded,
    LegalAction,
    Need,
    RoundOver,
    SeatResult,
    SideBetOutOfLimits,
)
from games.core.legality import require_bets, require_legal
from games.core.pot.chips import collect, share_out
from games.core.pot.game import End, PotGame, packs, seat_players, spread_of, terms_of
from games.core.pot.terms import SEATS_MIN
from games.core.pot.turn import finish_turn
from games.core.sheet import RuleSheet
from kernel.money import amount_document, display
from kernel.refusals import Refusal, RefusalKind

_TAKE: Final = LegalAction(action=Action.TAKE, cost_min_minor=0, cost_max_minor=0)
_CALL: Final = LegalAction(action=Action.CALL, cost_min_minor=0, cost_max_minor=0)
_DRAWING: Final = frozenset({Action.CALL, Action.RAISE})


class Result(enum.StrEnum):
    """How a game ended for a seat: with more chips than it bought, fewer, or as many."""

    WON = "won"
    LOST = "lost"
    EVEN = "even"


class RulesIncomplete(Refusal):
    """Not all rules of this game are known."""

    code, kind = "rules-incomplete", RefusalKind.UNAVAILABLE


class StakeNotInUnits(Refusal):
    """The chips bought are not whole units of the game."""

    code, kind = "stake-not-in-units", RefusalKind.INVALID


class TurnUnfinished(Refusal):
    """A bet waits for its card."""

    code, kind = "turn-unfinished", RefusalKind.CONFLICT


class PotRedDog:
    """Pot Red Dog: the family of which every state is a `PotGame`. See `games.core.family.Family`.

    A round of this family is a whole game: a bet's stake is what its seat buys in with, and what a seat gets back is
    what it leaves the table with. Seat 0 sits at the dealer's left.
    """

    def start(self, sheet: RuleSheet, bets: Sequence[Bet]) -> PotGame:
        """Seat the players and collect their antes.

        Raises:
            RulesIncomplete: for a game of which too little is known.
            StakeNotInUnits: with `unit`, an amount. Otherwise as `Family.start` says.
        """
        terms = terms_of(sheet)
        if not terms.complete:
            raise RulesIncomplete(f"Nothing was taken. What {sheet.game} pays is not known.")
        require_bets(sheet, bets, seats_min=SEATS_MIN)
        if any(bet.side_bet_minor for bet in bets):
            raise SideBetOutOfLimits(f"Nothing was taken. {sheet.game} offers no side bet.")
        if any(bet.stake_minor % terms.unit_minor for bet in bets):
            unit = amount_document(terms.unit_minor, sheet.currency)
            raise StakeNotInUnits(
                f"Nothing was taken. Chips come in units of {display(terms.unit_minor, sheet.currency)}.", unit=unit
            )

        table = seat_players(sheet, [bet.stake_minor for bet in bets], pot_minor=0)
        opened = collect(table, terms.ante_minor)
        if opened.end is not None:
            return share_out(opened, opened.in_play or table.in_play)
        return replace(opened, seat=opened.in_play[0])

    def need(self, state: PotGame) -> Need:
        """Ask for cards that hands lack, then for the decision of the seat that has the turn, then for its third card.

        Cards for hands come in as many portions as the stock has: where it runs out between two cards, the used ones
        are shuffled. Hands that are held are never among them.
        """
        if state.end is not None:
            return RoundOver(results=tuple(_result(state, seat) for seat in range(len(state.buy_ins_minor))))
        wanted = len(state.awaiting) or (1 if state.decided else 0)
        if wanted and not state.stock:
            return CardsNeeded(count=wanted, reshuffle=state.discards)
        if wanted:
            return CardsNeeded(count=min(wanted, state.stock))
        if spread_of(state.hands[state.seat]) is None:
            return DecisionNeeded(seat=state.seat, legal_actions=(_TAKE, _CALL), default=Action.TAKE)
        return DecisionNeeded(seat=state.seat, legal_actions=_on_spread(state), default=state.sheet.timeout_action)

    def draw(self, state: PotGame, cards: Sequence[Card]) -> PotGame:
        """Deal cards to the hands that lack them, in seat order, or the third card; pass over consecutive hands."""
        need = self.need(state)
        assert isinstance(need, CardsNeeded), "cards are dealt only where the game needs them"
        assert len(cards) == need.count, "as many cards are dealt as the game needs"
        awaiting = state.awaiting
        if need.reshuffle:
            state = replace(state, stock=len(state.discards), discards=())
        assert _in_stock(state, cards), "a card is dealt from the stock"

        state = replace(state, stock=state.stock - len(cards), dealt=(*state.dealt, *cards))
        if not awaiting:
            return _play_on(finish_turn(state, cards[0]))
        hands = list(state.hands)
        for seat, card in zip(awaiting, cards, strict=False):  # the stock may have fewer than the hands lack
            hands[seat] = (*hands[seat], card)
        return _play_on(replace(state, hands=tuple(hands)))

    def act(self, state: PotGame, *, seat: int, action: Action, amount_minor: int) -> PotGame:
        """Take the decision of the seat that has the turn."""
        require_legal(state.sheet, self.need(state), seat=seat, action=action, amount_minor=amount_minor)
        decided = replace(state, decided=(action, amount_minor))
        return decided if action in _DRAWING else _play_on(finish_turn(decided))

    def visible(self, state: PotGame, *, seat: int) -> tuple[Card, ...]:
        """Return the seat's own hand and the one that is shown, in deal order; what is discarded lies face down."""
        assert 0 <= seat < len(state.buy_ins_minor), "the seat is at the table"
        lying = {*state.hands[seat], *shown_cards(state)}
        # A card may have been dealt before, in an earlier passage through the pack: its last place counts.
        last = {card: place for place, card in enumerate(state.dealt) if card in lying}
        return tuple(sorted(last, key=last.__getitem__))

    def hidden(self, state: PotGame, *, seat: int) -> tuple[Card, ...]:
        """Return the seat's hand, unless it is the one that is shown."""
        assert 0 <= seat < len(state.buy_ins_minor), "the seat is at the table"
        return () if seat == state.seat and shown_cards(state) else state.hands[seat]

    def dealt(self, state: PotGame) -> tuple[Card, ...]:
        """Return all cards of the game in deal order, each as often as it was dealt."""
        return state.dealt

    def spread(self, state: PotGame) -> int | None:
        """Return the spread of the hand that is shown, 1 to 11; None for a pair and while none is shown."""
        return spread_of(hand) if (hand := shown_cards(state)) else None

    def split(self, state: PotGame) -> PotGame:
        """End the game by agreement: divide the pot equally among the players in play.

        Who agrees, and when a table's time is up, is for the table to say; this may happen whenever no bet waits for
        its card. What cannot be divided goes, one minor unit each, to the first seats from the dealer's left.

        Raises:
            TurnUnfinished: while a raise or a call waits for its third card.
        """
        assert state.end is None, "a game ends once"
        if state.decided is not None:
            raise TurnUnfinished("Nothing was divided. The turn is played to its end first.")
        return replace(share_out(state, state.in_play), end=End.AGREED)


def shown_cards(state: PotGame) -> tuple[Card, ...]:
    """Return the hand of the seat that has the turn: shown as soon as all hands are complete, empty until then."""
    return () if state.end is not None or state.awaiting else state.hands[state.seat]


def _play_on(state: PotGame) -> PotGame:
    """Play the turns that leave nothing to decide, until the game needs something."""
    while state.end is None and not state.awaiting and spread_of(state.hands[state.seat]) == 0:
        state = finish_turn(state)
    return state


def _on_spread(state: PotGame) -> tuple[LegalAction, ...]:
    """Return what a spread leaves open: no raise where the pot is smaller than the smallest bet allowed."""
    terms, stack_minor = terms_of(state.sheet), state.stacks_minor[state.seat]
    down_minor = min(terms.down_minor, stack_minor)
    down = LegalAction(action=Action.DOWN, cost_min_minor=down_minor, cost_max_minor=down_minor)
    least_minor, most_minor = min(terms.raise_min_minor, stack_minor), min(state.pot_minor, stack_minor)
    if most_minor < least_minor:
        return (down,)
    raised = LegalAction(
        action=Action.RAISE, cost_min_minor=least_minor, cost_max_minor=most_minor, step_minor=terms.unit_minor
    )
    return (raised, down)


def _in_stock(state: PotGame, cards: Sequence[Card]) -> bool:
    elsewhere = {*state.discards, *(card for hand in state.hands for card in hand)}
    size = PACK * packs(state.sheet, seats=len(state.buy_ins_minor))
    return len(set(cards)) == len(cards) and all(0 <= card < size and card not in elsewhere for card in cards)


def _result(state: PotGame, seat: int) -> SeatResult:
    staked_minor, returned_minor = state.buy_ins_minor[seat], state.stacks_minor[seat]
    if returned_minor == staked_minor:
        result = Result.EVEN
    else:
        result = Result.WON if returned_minor > staked_minor else Result.LOST
    return SeatResult(outcome=result.value, staked_minor=staked_minor, returned_minor=returned_minor)
