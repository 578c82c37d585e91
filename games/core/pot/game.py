"""The state of a whole game around a pot, and what can be read from it."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.core.action import Action
from games.core.cards import PACK, RANKS, Card
from games.core.pot.terms import PotTerms
from games.core.sheet import RuleSheet

HAND: Final = 2
_RANK_COUNT: Final = len(RANKS)


class Outcome(enum.StrEnum):
    """How a turn ended."""

    CONSECUTIVE_DRAW = "consecutive_draw"
    PAIR_TAKE = "pair_take"
    RED_DOG = "red_dog"
    PAIR_MISS = "pair_miss"
    DOWN = "down"
    WIN = "win"
    LOSE = "lose"


class End(enum.StrEnum):
    """Why a game is over."""

    ALL_OUT = "all_out"
    """The pot was emptied after a player had gone out."""
    LAST_ONE = "last_one"
    """No more than one player has chips left."""
    AGREED = "agreed"
    """The players divided the pot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn that was played, and how it left the table. Amounts are minor units."""

    seat: int
    cards: tuple[Card, ...]
    """The two that are shown, and the third where one was drawn."""
    action: Action | None
    """None where there was nothing to decide."""
    outcome: Outcome
    spread: int | None
    """None where the two cards are a pair."""
    staked_minor: int
    returned_minor: int
    """What came back, the bet included and the rake taken off."""
    rake_minor: int
    pot_before_refill_minor: int
    stack_before_refill_minor: int
    refill_each_minor: int
    """What everyone in play then paid into the pot; 0 where it needed nothing."""
    pot_minor: int
    """The pot after the refill, before the end of a game hands it out."""
    stacks_minor: tuple[int, ...]
    """The stacks after the refill, before the end of a game hands out the pot."""
    over: bool

    @property
    def net_minor(self) -> int:
        """What the player won in this turn, negative where the chips went into the pot."""
        return self.returned_minor - self.staked_minor

    @property
    def all_out(self) -> bool:
        """Whether the turn emptied the pot."""
        return self.pot_before_refill_minor == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PotGame:
    """A game of two to ten seats, numbered from the dealer's left; amounts are minor units.

    Stacks, pot and rake together are always the buy-ins: a bet leaves the stack when its turn is settled.
    """

    sheet: RuleSheet
    buy_ins_minor: tuple[int, ...]
    stacks_minor: tuple[int, ...]
    """The chips of each seat; a seat with none is out."""
    pot_minor: int
    rake_minor: int
    """All that the house has kept."""
    hands: tuple[tuple[Card, ...], ...]
    seat: int
    """The seat that has the turn."""
    decided: tuple[Action, int] | None
    """Its action and the amount bet, while the third card is still to come."""
    stock: int
    """How many cards can be dealt before `discards` must be shuffled."""
    discards: tuple[Card, ...]
    """Used cards. With the stock and the hands they are the packs."""
    dealt: tuple[Card, ...]
    """Every card in deal order, each as often as it was dealt."""
    turns: tuple[Turn, ...]
    end: End | None

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that have chips left, in seat order."""
        return tuple(seat for seat, stack_minor in enumerate(self.stacks_minor) if stack_minor)

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that are to be dealt cards for their hands: each as often as it lacks one, in seat order."""
        return tuple(seat for seat in self.in_play for _ in range(HAND - len(self.hands[seat])))


def seat_players(sheet: RuleSheet, stacks_minor: Sequence[int], *, pot_minor: int) -> PotGame:
    """Return a table before its cards are dealt, with the turn at the dealer's left."""
    return PotGame(
        sheet=sheet,
        buy_ins_minor=tuple(stacks_minor),
        stacks_minor=tuple(stacks_minor),
        pot_minor=pot_minor,
        rake_minor=0,
        hands=((),) * len(stacks_minor),
        seat=0,
        decided=None,
        stock=PACK * packs(sheet, seats=len(stacks_minor)),
        discards=(),
        dealt=(),
        turns=(),
        end=None,
    )


def rank(card: Card) -> int:
    """Return the rank of a card where the ace is low: 0 is the ace, 12 the king."""
    return (card + 1) % _RANK_COUNT


def spread_of(hand: Sequence[Card]) -> int | None:
    """Return how many ranks lie strictly between two cards, 0 to 11; None for a pair."""
    apart = abs(rank(hand[0]) - rank(hand[1]))
    return apart - 1 if apart else None


def terms_of(sheet: RuleSheet) -> PotTerms:
    """Return the terms of a sheet of this family, which plays no other."""
    assert isinstance(sheet.terms, PotTerms), "a family plays its own sheets"
    return sheet.terms


def packs(sheet: RuleSheet, *, seats: int) -> int:
    """Return how many packs of 52 so many players use: those of the sheet, and two at least at a large table."""
    second_from = terms_of(sheet).second_pack_from
    return max(sheet.decks, 2) if second_from and seats >= second_from else sheet.decks
