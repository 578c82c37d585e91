"""What the checks of rounds need from a game, whatever its family.

Source: docs/formats/record.md, "Rounds"; rule-sheet.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from verifier.records import Act
from verifier.sheet_fields import Sheet


class Bet(NamedTuple):
    """What a deal takes from cash, in minor units; `bonus_minor` is 0 where no side bet was placed."""

    ante_minor: int
    bonus_minor: int

    @property
    def placed_minor(self) -> int:
        """Return stake and side bet together."""
        return self.ante_minor + self.bonus_minor


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """The result of a side bet; `returned_minor` is 0, or the side bet with its winnings."""

    category: str
    returned_minor: int


class Outcome(NamedTuple):
    """The result of a round. Both sums are in minor units and include the side bet; `returned_minor` includes stakes.

    `won` says whether the cards win, whatever the player decided and whatever the side bet returned, so that
    settled and voided rounds can be compared.
    """

    result: str
    won: bool
    staked_minor: int
    returned_minor: int
    bonus: SideBet | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDeal:
    """The cards of a hand that several seats play against the house.

    `shown` are seen by all before anybody decides. `hands` are the hidden ones in seat order; empty if there are none.
    `of_seats` has for each seat the cards that `Game.settle` judges, `cards` are all that were dealt, in deal order.
    """

    shown: list[str]
    hands: list[list[str]]
    of_seats: list[list[str]]
    cards: list[str]


class Game(Protocol):
    """A published rule sheet, ready to replay rounds by."""

    @property
    def sheet(self) -> Sheet:
        """Return the sheet itself."""

    @property
    def visible(self) -> int:
        """Return how many cards are seen before the decision."""

    @property
    def ante_step_minor(self) -> int:
        """Return the amount that every stake must be a multiple of, in minor units."""

    @property
    def bonus_limits_minor(self) -> tuple[int, int] | None:
        """Return the least and the greatest side bet; None if the sheet offers none."""

    def deal(self, shoe: Iterator[str]) -> list[str]:
        """Take every card of a round from the shoe, in deal order."""

    def deal_table(self, shoe: Iterator[str], *, seats: int) -> TableDeal:
        """Take every card of a hand of several seats from the shoe, in deal order."""

    def allows(self, acts: Sequence[Act], *, ante_minor: int, seen: Sequence[str]) -> bool:
        """Tell whether `acts` are decisions that the rules allow after the cards `seen`, each at its price."""

    def settle(self, bet: Bet, *, acts: Sequence[Act], cards: Sequence[str]) -> Outcome:
        """Settle a round by all its cards and by acts that are allowed.

        A hand that needs a decision and has no acts is settled with the time-out's action.
        """
