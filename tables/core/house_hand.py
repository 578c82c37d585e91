"""One hand of several seats against the house.

Source: docs/formats/tables.md, `hand` and `hand_end` against the house.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.action import Action
from games.core.cards import Card, card_text
from games.core.families import family_of
from games.core.family import DecisionNeeded, RoundOver, SeatResult
from games.core.play import Act, deal_first_cards, deal_until_decision, default_act, proceed
from games.core.sheet import RuleSheet
from tables.core.decisions import DecidedBy
from tables.core.epoch_cards import EpochCards, SealedHand
from tables.core.instants import decision_ends_ms
from tables.core.stakes import Stake


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDecision:
    """What was decided for a seat, by its player or by the clock."""

    seat: int
    action: Action
    amount_minor: int
    """New money at stake."""
    by: DecidedBy
    at_ms: int
    """Time of the player's `act`; for a default the instant at which it was taken."""
    act_leaf: bytes | None = None
    """Leaf of the player's `act`; None for a default."""

    def member(self) -> dict[str, object]:
        """Write the decision as `hand_end` lists it."""
        member: dict[str, object] = {
            "seat": self.seat,
            "a": self.action.value,
            "amt": self.amount_minor,
            "by": self.by.value,
            "t": self.at_ms,
        }
        return member if self.act_leaf is None else {**member, "act": self.act_leaf.hex()}


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseHand:
    """A hand as it lies when its first cards are dealt: a function of sheet, stakes and cards."""

    sheet: RuleSheet
    stakes: tuple[Stake, ...]
    """In seat order."""
    cards: EpochCards
    opened: Any
    """The family's state with its first cards."""
    state: Any
    """The family's state when the first seat is asked, or the hand is over."""

    @property
    def needs_decisions(self) -> bool:
        """Whether the hand waits for decisions, one of each seat."""
        return isinstance(family_of(self.sheet).need(self.state), DecisionNeeded)

    @property
    def hands(self) -> tuple[SealedHand, ...]:
        """The hidden hands, in seat order; none in a game whose cards all lie face up."""
        family = family_of(self.sheet)
        hidden = [(stake.seat, family.hidden(self.opened, seat=place)) for place, stake in enumerate(self.stakes)]
        return tuple(self.cards.sealed(seat, 0, cards) for seat, cards in hidden if cards)

    @property
    def shared_cards(self) -> tuple[Card, ...]:
        """The first cards that everybody sees, in deal order."""
        hidden = {card for hand in self.hands for card in hand.cards}
        return tuple(card for card in family_of(self.sheet).dealt(self.opened) if card not in hidden)

    def decision_of(self, seat: int) -> DecisionNeeded:
        """Return what a seat may decide, whatever the others have decided: none changes what another may do."""
        need = family_of(self.sheet).need(self._asking(seat))
        assert isinstance(need, DecisionNeeded), "the seats are asked"
        return need

    def require_legal(self, seat: int, action: Action, amount_minor: int) -> None:
        """Refuse a decision that the rules do not leave to this seat.

        Raises:
            IllegalAction: with `legal_actions`, as `Family.act` says.
        """
        family = family_of(self.sheet)
        family.act(self._asking(seat), seat=self._place(seat), action=action, amount_minor=amount_minor)

    def default_of(self, seat: int, *, at_ms: int) -> SeatDecision:
        """Return the decision that is taken for a silent seat at `at_ms`, not before the hand's deadline."""
        default = default_act(self.decision_of(seat))
        return SeatDecision(
            seat=seat,
            action=default.action,
            amount_minor=default.amount_minor,
            by=DecidedBy.TIMEOUT,
            at_ms=at_ms,
        )

    def finish(self, decisions: Sequence[SeatDecision]) -> "FinishedHand":
        """Play the hand to its end with one decision of each seat, in any order; with none where nobody is asked.

        Raises:
            IllegalAction: for a decision that the rules do not allow.
        """
        by_seat = {decision.seat: decision for decision in decisions}
        seats = [stake.seat for stake in self.stakes] if self.needs_decisions else []
        assert len(by_seat) == len(decisions), "a seat decides once"
        assert sorted(by_seat) == seats, "every seat that is asked decides"
        state, deck = self.state, self.cards.deck(self.sheet.decks)
        for place, seat in enumerate(seats):
            decision = by_seat[seat]
            act = Act(seat=place, action=decision.action, amount_minor=decision.amount_minor)
            state = proceed(self.sheet, state, act, deck)
        over = family_of(self.sheet).need(state)
        assert isinstance(over, RoundOver), "the decisions complete the hand"
        return FinishedHand(
            decisions=tuple(by_seat[seat] for seat in seats),
            cards=family_of(self.sheet).dealt(state),
            results={stake.seat: result for stake, result in zip(self.stakes, over.results, strict=True)},
        )

    def fields(self, *, at_ms: int) -> dict[str, object]:
        """Write the `hand` record of time `at_ms`."""
        fields: dict[str, object] = {
            "epoch": self.cards.epoch.number,
            "cards": [card_text(card) for card in self.shared_cards],
            "sealed": [hand.seal_member() for hand in self.hands],
        }
        return {**fields, "until": decision_ends_ms(self.sheet, at_ms)} if self.needs_decisions else fields

    def _asking(self, seat: int) -> Any:
        """Return the state that asks this seat, if the seats before it were silent."""
        family, state = family_of(self.sheet), self.state
        while isinstance(need := family.need(state), DecisionNeeded) and need.seat < self._place(seat):
            act = default_act(need)
            state = family.act(state, seat=act.seat, action=act.action, amount_minor=act.amount_minor)
        return state

    def _place(self, seat: int) -> int:
        return [stake.seat for stake in self.stakes].index(seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedHand:
    """A hand that is over."""

    decisions: tuple[SeatDecision, ...]
    """In seat order; empty where nobody was asked."""
    cards: tuple[Card, ...]
    """All cards dealt, in deal order."""
    results: Mapping[int, SeatResult]
    """By seat, in seat order."""

    def fields(self, cards: EpochCards, *, hand_leaf: bytes) -> dict[str, object]:
        """Write the `hand_end` record, which reveals the seed."""
        return {
            "epoch": cards.epoch.number,
            "hand": hand_leaf.hex(),
            "acts": [decision.member() for decision in self.decisions],
            "cards": [card_text(card) for card in self.cards],
            "results": [_result_member(seat, result) for seat, result in self.results.items()],
            "seed": cards.seed.hex(),
        }


def deal_hand(sheet: RuleSheet, stakes: Sequence[Stake], cards: EpochCards) -> HouseHand:
    """Deal the first cards of a hand to stakes in seat order, and go on until somebody is asked or it is over.

    Raises:
        SeatsOutOfLimits, StakeOutOfLimits, SideBetOutOfLimits: as `Family.start` says.
    """
    deck = cards.deck(sheet.decks)
    opened = deal_first_cards(sheet, [stake.bet for stake in stakes], deck)
    state = deal_until_decision(sheet, opened, deck)
    return HouseHand(sheet=sheet, stakes=tuple(stakes), cards=cards, opened=opened, state=state)


def _result_member(seat: int, result: SeatResult) -> dict[str, object]:
    member: dict[str, object] = {
        "seat": seat,
        "result": result.outcome,
        "staked": result.staked_minor,
        "returned": result.returned_minor,
    }
    if result.side_bet is None:
        return member
    bonus = {"category": result.side_bet.category, "returned": result.side_bet.returned_minor}
    return {**member, "bonus": bonus}
