"""The state machine of casino Red Dog.

Source: docs/rules/red-dog.md, "How a round goes".
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.core.action import Action
from games.core.cards import RANKS, Card
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
from games.core.red_dog.terms import RaiseMode, RedDogTerms
from games.core.sheet import RuleSheet

_RANK_COUNT: Final = len(RANKS)
_HAND: Final = 2
_TWO_CARDS: Final = CardsNeeded(count=_HAND)
_THIRD_CARD: Final = CardsNeeded(count=1)
_STAND: Final = LegalAction(action=Action.STAND, cost_min_minor=0, cost_max_minor=0)


class Outcome(enum.StrEnum):
    """How a round ended for a seat."""

    WIN = "win"
    LOSE = "lose"
    TRIPS = "trips"
    PAIR_PUSH = "pair_push"
    CONSECUTIVE_PUSH = "consecutive_push"


@dataclass(frozen=True, slots=True, kw_only=True)
class RedDogRound:
    """A round of one to seven seats; `raises_minor` has an entry for each seat that has decided, 0 where it stood."""

    sheet: RuleSheet
    stakes_minor: tuple[int, ...]
    raises_minor: tuple[int, ...]
    cards: tuple[Card, ...]


class RedDog:
    """Casino Red Dog: the family of which every state is a `RedDogRound`. See `games.core.family.Family`."""

    def start(self, sheet: RuleSheet, bets: Sequence[Bet]) -> RedDogRound:
        """Open a round; the limits bound the first bet, so that stake and raise together may be twice the maximum."""
        require_bets(sheet, bets)
        if any(bet.side_bet_minor for bet in bets):
            raise SideBetOutOfLimits(f"Nothing was taken. {sheet.game} offers no side bet.")
        return RedDogRound(sheet=sheet, stakes_minor=tuple(bet.stake_minor for bet in bets), raises_minor=(), cards=())

    def need(self, state: RedDogRound) -> Need:
        """Ask for two cards, then for each seat's decision on a spread, then for the third card.

        Consecutive cards end the round at once; a pair draws the third card with nothing to decide.
        """
        cards = state.cards
        if not cards:
            return _TWO_CARDS
        spread = _spread(cards)
        if spread == 0 or len(cards) > _HAND:
            return RoundOver(results=_results(state, spread))
        if spread is None or len(state.raises_minor) == len(state.stakes_minor):
            return _THIRD_CARD
        seat = len(state.raises_minor)
        legal_actions = (_raise(state.sheet, state.stakes_minor[seat]), _STAND)
        return DecisionNeeded(seat=seat, legal_actions=legal_actions, default=state.sheet.timeout_action)

    def draw(self, state: RedDogRound, cards: Sequence[Card]) -> RedDogRound:
        """Deal the two cards, or the third."""
        need = self.need(state)
        assert isinstance(need, CardsNeeded), "cards are dealt only where the round needs them"
        assert len(cards) == need.count, "as many cards are dealt as the round needs"
        return RedDogRound(
            sheet=state.sheet,
            stakes_minor=state.stakes_minor,
            raises_minor=state.raises_minor,
            cards=(*state.cards, *cards),
        )

    def act(self, state: RedDogRound, *, seat: int, action: Action, amount_minor: int) -> RedDogRound:
        """Take the decision of the seat that the round waits for."""
        require_legal(state.sheet, self.need(state), seat=seat, action=action, amount_minor=amount_minor)
        return RedDogRound(
            sheet=state.sheet,
            stakes_minor=state.stakes_minor,
            raises_minor=(*state.raises_minor, amount_minor),
            cards=state.cards,
        )

    def visible(self, state: RedDogRound, *, seat: int) -> tuple[Card, ...]:
        """Return all cards dealt: every card of this game lies face up."""
        assert 0 <= seat < len(state.stakes_minor), "the seat is at the table"
        return state.cards

    def hidden(self, state: RedDogRound, *, seat: int) -> tuple[Card, ...]:
        """Return nothing: every card of this game lies face up."""
        assert 0 <= seat < len(state.stakes_minor), "the seat is at the table"
        return ()

    def dealt(self, state: RedDogRound) -> tuple[Card, ...]:
        """Return the cards dealt so far: none, two or three."""
        return state.cards

    def spread(self, state: RedDogRound) -> int | None:
        """Return the spread of the first two cards, 0 to 11; None for a pair and before they are dealt."""
        return _spread(state.cards) if state.cards else None


def terms_of(sheet: RuleSheet) -> RedDogTerms:
    """Return the terms of a sheet of this family, which plays no other."""
    assert isinstance(sheet.terms, RedDogTerms), "a family plays its own sheets"
    return sheet.terms


def _spread(cards: Sequence[Card]) -> int | None:
    apart = abs(cards[0] % _RANK_COUNT - cards[1] % _RANK_COUNT)
    return apart - 1 if apart else None


def _raise(sheet: RuleSheet, stake_minor: int) -> LegalAction:
    least_minor = stake_minor if terms_of(sheet).raise_mode is RaiseMode.EQUAL else 1
    return LegalAction(action=Action.RAISE, cost_min_minor=least_minor, cost_max_minor=stake_minor)


def _results(state: RedDogRound, spread: int | None) -> tuple[SeatResult, ...]:
    outcome, odds = _judge(state, spread)
    # Nobody was asked where there was no spread: then there is no raise, and the stake alone is at risk.
    raises_minor = state.raises_minor or (0,) * len(state.stakes_minor)
    return tuple(
        SeatResult(
            outcome=outcome.value,
            staked_minor=stake_minor + raised_minor,
            returned_minor=0 if odds is None else (stake_minor + raised_minor) * (1 + odds),
        )
        for stake_minor, raised_minor in zip(state.stakes_minor, raises_minor, strict=True)
    )


def _judge(state: RedDogRound, spread: int | None) -> tuple[Outcome, int | None]:
    """Return the outcome and the odds it is paid at: 0 is a push, None a loss. All seats share both."""
    if spread == 0:
        return Outcome.CONSECUTIVE_PUSH, 0
    terms = terms_of(state.sheet)
    first, second, third = (card % _RANK_COUNT for card in state.cards)
    if spread is None:
        return (Outcome.TRIPS, terms.pay_trips) if third == first else (Outcome.PAIR_PUSH, 0)
    if min(first, second) < third < max(first, second):
        return Outcome.WIN, terms.pay_spread[spread - 1]
    return Outcome.LOSE, None
