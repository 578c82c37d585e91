"""The game tree that every family of rules is, and the words that its callers use.

A caller loops: ask what the state needs; give it the cards, or a seat's decision; until it is over.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from kernel.refusals import Refusal, RefusalKind

if TYPE_CHECKING:  # a sheet is written in this module's words, so it cannot be imported here when the program runs
    from collections.abc import Sequence

    from games.core.cards import Card
    from games.core.sheet import RuleSheet

State = TypeVar("State")


class Action(enum.StrEnum):
    """What a seat may decide; the value is the word that the API and the records use."""

    RAISE = "raise"
    STAND = "stand"
    PLAY = "play"
    SURRENDER = "surrender"
    TAKE = "take"
    CALL = "call"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Bet:
    """What a seat puts down before the cards: its stake, and the side bet on the bonus where the game offers one."""

    stake_minor: int
    side_bet_minor: int = 0

    @property
    def total_minor(self) -> int:
        """All that leaves the player's cash for it."""
        return self.stake_minor + self.side_bet_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalAction:
    """A decision that is open to a seat, and what it costs: any amount from minimum to maximum, both inclusive.

    Where `step_minor` is not 1 the amount is the minimum and a multiple of that.
    """

    action: Action
    cost_min_minor: int
    cost_max_minor: int
    step_minor: int = 1

    def takes(self, amount_minor: int) -> bool:
        """Say whether the action can be had at this price."""
        in_range = self.cost_min_minor <= amount_minor <= self.cost_max_minor
        return in_range and (amount_minor - self.cost_min_minor) % self.step_minor == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """The state needs the next `count` cards of the deck, at least 1.

    Where `reshuffle` is not empty the deck is used up: these cards, shuffled, are the deck from here on.
    """

    count: int
    reshuffle: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The state needs this seat's decision; `default` has one price, and is taken for a seat that stays silent."""

    seat: int
    legal: tuple[LegalAction, ...]
    default: Action


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusResult:
    """What a side bet came to: the category that it is judged by, what was staked on it and what comes back."""

    category: str
    staked_minor: int
    returned_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """What a seat has: everything it staked, raises included, and everything that comes back, stakes included.

    The side bet is in both sums; `bonus` says its part of them, and is None where there was none.
    """

    outcome: str
    staked_minor: int
    returned_minor: int
    bonus: BonusResult | None = None

    @property
    def net_minor(self) -> int:
        """What the seat won, negative where it lost."""
        return self.returned_minor - self.staked_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """The state needs nothing more: one result a seat, in seat order."""

    results: tuple[SeatResult, ...]


Need = Chance | Decision | Over


class IllegalAction(Refusal):
    """The rules do not allow this action now."""

    code, kind = "illegal-action", RefusalKind.CONFLICT


class StakeOutOfLimits(Refusal):
    """The stake is outside the limits of the game."""

    code, kind = "stake-out-of-limits", RefusalKind.INVALID


class BonusOutOfLimits(Refusal):
    """The side bet is outside the limits of the game, which may offer none."""

    code, kind = "bonus-out-of-limits", RefusalKind.INVALID


class SeatsOutOfLimits(Refusal):
    """The game is not played by so many."""

    code, kind = "seats-out-of-limits", RefusalKind.INVALID


class Family(Protocol[State]):
    """Rules as a pure state machine. A state is immutable and opaque to callers; seats are numbered from 0.

    A method never looks at anything but its arguments: the same sheet, stakes, cards and acts give the same state.
    """

    def start(self, sheet: RuleSheet, bets: Sequence[Bet]) -> State:
        """Open a round with one bet a seat, in seat order.

        Raises:
            SeatsOutOfLimits: with `minimum` and `maximum`, counts of seats.
            StakeOutOfLimits: with `minimum` and `maximum`, the amounts between which a stake lies, both inclusive.
            BonusOutOfLimits: the same of the side bet; without them where the game offers none.
        """

    def need(self, state: State) -> Need:
        """Say what the round waits for."""

    def draw(self, state: State, cards: Sequence[Card]) -> State:
        """Deal `cards`, exactly as many as the state needs, in the order of the deck."""

    def act(self, state: State, *, seat: int, action: Action, amount_minor: int) -> State:
        """Take a seat's decision, with `amount_minor` of new money at stake.

        Raises:
            IllegalAction: with `legal`, the actions open to that seat now, each with its lowest and highest cost;
                empty where the round does not wait for that seat.
        """

    def visible(self, state: State, *, seat: int) -> tuple[Card, ...]:
        """Return the cards that the seat may see, in deal order."""

    def dealt(self, state: State) -> tuple[Card, ...]:
        """Return all cards dealt so far, in deal order."""

    def spread(self, state: State) -> int | None:
        """Return how many ranks lie strictly between the first two cards: 0 where they are consecutive.

        None for a pair, before the cards are dealt, and in families that know no spread.
        """
