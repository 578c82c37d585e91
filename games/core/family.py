"""The game tree that every family of rules implements, and the values that its callers exchange with it.

A caller loops until the round is over: it asks what the state needs, and gives it cards or a seat's decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from games.core.action import Action
from games.core.cards import Card
from games.core.sheet import RuleSheet
from kernel.refusals import Refusal, RefusalKind

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Bet:
    """What a seat bets before the cards: its stake, and a side bet where the game offers one. Minor units."""

    stake_minor: int
    side_bet_minor: int = 0

    @property
    def total_minor(self) -> int:
        """What leaves the player's cash: stake and side bet."""
        return self.stake_minor + self.side_bet_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalAction:
    """A decision that a seat may take now, and the amounts of new money that it may put at stake for it."""

    action: Action
    cost_min_minor: int
    """The lowest amount, minor units."""
    cost_max_minor: int
    """The highest amount, minor units, inclusive. 0 for an action that costs nothing."""
    step_minor: int = 1
    """An amount is the lowest one plus a multiple of this."""

    def takes(self, amount_minor: int) -> bool:
        """Say whether the action may be taken for this amount; one that costs nothing takes 0."""
        in_range = self.cost_min_minor <= amount_minor <= self.cost_max_minor
        return in_range and (amount_minor - self.cost_min_minor) % self.step_minor == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsNeeded:
    """The state needs cards from the deck."""

    count: int
    """The next cards of the deck, at least 1."""
    reshuffle: tuple[Card, ...] = ()
    """Empty, or the deck is used up: these cards, shuffled, are the deck from here on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionNeeded:
    """The state needs a decision of one seat."""

    seat: int
    legal_actions: tuple[LegalAction, ...]
    default: Action
    """The action taken for a seat that stays silent. It has one price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBetResult:
    """The result of a side bet, in minor units."""

    category: str
    """The poker hand that decides it."""
    staked_minor: int
    returned_minor: int
    """What comes back, the side bet included; 0 where it is lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """The result of a seat, in minor units. Both sums include the side bet."""

    outcome: str
    """How the round ended for the seat, in its family's words."""
    staked_minor: int
    """All that the seat staked, raises included."""
    returned_minor: int
    """All that comes back, stakes included."""
    side_bet: SideBetResult | None = None
    """The side bet's part of both sums; None where there was no side bet."""

    @property
    def net_minor(self) -> int:
        """What the seat won; negative where it lost."""
        return self.returned_minor - self.staked_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOver:
    """The round is over, with one result for each seat, in seat order."""

    results: tuple[SeatResult, ...]


Need = CardsNeeded | DecisionNeeded | RoundOver


class IllegalAction(Refusal):
    """The rules do not allow this action now."""

    code, kind = "illegal-action", RefusalKind.CONFLICT


class StakeOutOfLimits(Refusal):
    """The stake is outside the limits of the game."""

    code, kind = "stake-out-of-limits", RefusalKind.INVALID


class SideBetOutOfLimits(Refusal):
    """The side bet is outside the limits of the game, or the game offers none."""

    code, kind = "side-bet-out-of-limits", RefusalKind.INVALID


class SeatsOutOfLimits(Refusal):
    """The game is not played by this number of seats."""

    code, kind = "seats-out-of-limits", RefusalKind.INVALID


class Family(Protocol[State]):
    """Rules as a pure state machine. A state is immutable and opaque to callers; seats are numbered from 0.

    A method reads nothing but its arguments: the same sheet, bets, cards and acts give the same state.
    """

    def start(self, sheet: RuleSheet, bets: Sequence[Bet]) -> State:
        """Open a round with one bet a seat, in seat order.

        Raises:
            SeatsOutOfLimits: with `minimum` and `maximum`, counts of seats.
            StakeOutOfLimits: with `minimum` and `maximum`, the amounts between which a stake lies, both inclusive.
            SideBetOutOfLimits: with the same members; without them where the game offers no side bet.
        """

    def need(self, state: State) -> Need:
        """Return what the round waits for: cards, a decision, or nothing."""

    def draw(self, state: State, cards: Sequence[Card]) -> State:
        """Deal `cards`, exactly as many as the state needs, in the order of the deck."""

    def act(self, state: State, *, seat: int, action: Action, amount_minor: int) -> State:
        """Take a seat's decision, with `amount_minor` of new money at stake; 0 for an action that costs nothing.

        Raises:
            IllegalAction: with `legal_actions`, those open to that seat now, each with its lowest and highest cost;
                empty where the round does not wait for that seat.
        """

    def visible(self, state: State, *, seat: int) -> tuple[Card, ...]:
        """Return the cards that the seat may see, in deal order."""

    def hidden(self, state: State, *, seat: int) -> tuple[Card, ...]:
        """Return the part of the seat's hand that no other seat may see yet, in deal order."""

    def dealt(self, state: State) -> tuple[Card, ...]:
        """Return all cards dealt so far, in deal order."""

    def spread(self, state: State) -> int | None:
        """Return how many ranks lie strictly between the first two cards: 0 where they are consecutive.

        None for a pair, before the cards are dealt, and in families without a spread.
        """
