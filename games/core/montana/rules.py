"""The state machine of Montana Red Dog.

Source: docs/rules/montana-red-dog.md, "How a round goes".
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.core.action import Action
from games.core.cards import Card
from games.core.family import (
    Bet,
    CardsNeeded,
    DecisionNeeded,
    LegalAction,
    Need,
    RoundOver,
    SeatResult,
    SideBetOutOfLimits,
    SideBetResult,
)
from games.core.legality import require_bets, require_legal
from games.core.montana.hit import beats
from games.core.montana.poker import PAID, Category, category
from games.core.montana.terms import SURRENDER, MontanaTerms
from games.core.sheet import RuleSheet
from kernel.money import amount_document, display
from kernel.refusals import Refusal, RefusalKind

DEALER: Final = 5
"""The dealer's cards. Nothing is ever compared with them, but they come off the deck before the burn and the hit."""

BURN_AND_HIT: Final = 2
"""The two cards after the dealer's; the last of the round is the hit."""

_PLAY: Final = LegalAction(action=Action.PLAY, cost_min_minor=0, cost_max_minor=0)
_SURRENDER: Final = LegalAction(action=Action.SURRENDER, cost_min_minor=0, cost_max_minor=0)


class Outcome(enum.StrEnum):
    """How a round ended for a seat, whatever its side bet came to."""

    WIN = "win"
    LOSE = "lose"
    SURRENDER = "surrender"


class StakeNotEven(Refusal):
    """The stake has no half that could come back."""

    code, kind = "stake-not-even", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class MontanaRound:
    """A round of one to seven seats; `actions` has an entry for each seat that has decided.

    `cards` are in deal order: each seat's hand in seat order, the dealer's five, the burnt card, the hit card.
    """

    sheet: RuleSheet
    bets: tuple[Bet, ...]
    actions: tuple[Action, ...]
    cards: tuple[Card, ...]


class Montana:
    """Montana Red Dog: the family of which every state is a `MontanaRound`. See `games.core.family.Family`."""

    def start(self, sheet: RuleSheet, bets: Sequence[Bet]) -> MontanaRound:
        """Open a round; the limits bound the first bet, so that stake and raise together may be twice the maximum.

        Raises:
            StakeNotEven: for a stake of an odd number of minor units. Otherwise as `Family.start` says.
        """
        require_bets(sheet, bets)
        for bet in bets:
            if bet.stake_minor % SURRENDER[1]:
                raise StakeNotEven("Nothing was taken. Half of the stake must be payable on a surrender.")
            _require_side_bet(sheet, bet.side_bet_minor)
        return MontanaRound(sheet=sheet, bets=tuple(bets), actions=(), cards=())

    def need(self, state: MontanaRound) -> Need:
        """Ask for all hands, then for each seat's decision, then for the dealer's five, the burn and the hit.

        The hit is turned even where every seat surrendered.
        """
        in_hands = _in_hands(state)
        if not state.cards:
            return CardsNeeded(count=in_hands)
        seat = len(state.actions)
        if seat < len(state.bets):
            stake_minor = state.bets[seat].stake_minor
            raised = LegalAction(action=Action.RAISE, cost_min_minor=stake_minor, cost_max_minor=stake_minor)
            return DecisionNeeded(
                seat=seat, legal_actions=(_PLAY, raised, _SURRENDER), default=state.sheet.timeout_action
            )
        if len(state.cards) == in_hands:
            return CardsNeeded(count=DEALER + BURN_AND_HIT)
        return RoundOver(results=tuple(_result(state, seat) for seat in range(len(state.bets))))

    def draw(self, state: MontanaRound, cards: Sequence[Card]) -> MontanaRound:
        """Deal the hands, or the dealer's five, the burn and the hit."""
        need = self.need(state)
        assert isinstance(need, CardsNeeded), "cards are dealt only where the round needs them"
        assert len(cards) == need.count, "as many cards are dealt as the round needs"
        return MontanaRound(sheet=state.sheet, bets=state.bets, actions=state.actions, cards=(*state.cards, *cards))

    def act(self, state: MontanaRound, *, seat: int, action: Action, amount_minor: int) -> MontanaRound:
        """Take the decision of the seat that the round waits for."""
        require_legal(state.sheet, self.need(state), seat=seat, action=action, amount_minor=amount_minor)
        return MontanaRound(sheet=state.sheet, bets=state.bets, actions=(*state.actions, action), cards=state.cards)

    def visible(self, state: MontanaRound, *, seat: int) -> tuple[Card, ...]:
        """Return the seat's own hand, and every card once the hit is turned."""
        assert 0 <= seat < len(state.bets), "the seat is at the table"
        return state.cards if len(state.cards) > _in_hands(state) else _hand(state, seat)

    def hidden(self, state: MontanaRound, *, seat: int) -> tuple[Card, ...]:
        """Return the seat's hand until the hit is turned."""
        assert 0 <= seat < len(state.bets), "the seat is at the table"
        return () if len(state.cards) > _in_hands(state) else _hand(state, seat)

    def dealt(self, state: MontanaRound) -> tuple[Card, ...]:
        """Return the cards dealt so far: none, the hands, or all to the hit."""
        return state.cards

    def spread(self, state: MontanaRound) -> int | None:  # noqa: ARG002  the protocol asks for it
        """Return None: this family knows no spread."""
        return None


def terms_of(sheet: RuleSheet) -> MontanaTerms:
    """Return the terms of a sheet of this family, which plays no other."""
    assert isinstance(sheet.terms, MontanaTerms), "a family plays its own sheets"
    return sheet.terms


def settle_side_bet(best_category: Category, *, pay: Sequence[int], staked_minor: int) -> SideBetResult:
    """Settle a side bet by the category found, at the odds of the scale `pay`; below two pair it is lost."""
    returned_minor = staked_minor * (1 + pay[PAID.index(best_category)]) if best_category in PAID else 0
    return SideBetResult(category=best_category.value, staked_minor=staked_minor, returned_minor=returned_minor)


def _require_side_bet(sheet: RuleSheet, side_bet_minor: int) -> None:
    terms = terms_of(sheet)
    if side_bet_minor == 0 or terms.side_bet_min_minor <= side_bet_minor <= terms.side_bet_max_minor:
        return
    if terms.side_bet_scale is None:
        raise SideBetOutOfLimits(f"Nothing was taken. {sheet.game} offers no side bet.")
    raise SideBetOutOfLimits(
        f"Nothing was taken. {sheet.game} takes side bets of {display(terms.side_bet_min_minor, sheet.currency)}"
        f" to {display(terms.side_bet_max_minor, sheet.currency)}.",
        minimum=amount_document(terms.side_bet_min_minor, sheet.currency),
        maximum=amount_document(terms.side_bet_max_minor, sheet.currency),
    )


def _in_hands(state: MontanaRound) -> int:
    return terms_of(state.sheet).hand * len(state.bets)


def _hand(state: MontanaRound, seat: int) -> tuple[Card, ...]:
    size = terms_of(state.sheet).hand
    return state.cards[seat * size : (seat + 1) * size]


def _result(state: MontanaRound, seat: int) -> SeatResult:
    bet, action = state.bets[seat], state.actions[seat]
    hand, hit = _hand(state, seat), state.cards[-1]
    staked_minor = 2 * bet.stake_minor if action is Action.RAISE else bet.stake_minor
    if action is Action.SURRENDER:
        part, whole = SURRENDER
        outcome, returned_minor = Outcome.SURRENDER, bet.stake_minor * part // whole
    elif beats(hand, hit):
        outcome, returned_minor = Outcome.WIN, 2 * staked_minor
    else:
        outcome, returned_minor = Outcome.LOSE, 0

    side_bet = None
    if bet.side_bet_minor:
        # A surrender gives up the stake alone: the side bet lives on the same six cards.
        best_category = category((*hand, hit))
        side_bet = settle_side_bet(
            best_category, pay=terms_of(state.sheet).pay_side_bet, staked_minor=bet.side_bet_minor
        )
        staked_minor += side_bet.staked_minor
        returned_minor += side_bet.returned_minor
    return SeatResult(
        outcome=outcome.value, staked_minor=staked_minor, returned_minor=returned_minor, side_bet=side_bet
    )
