"""What may differ between games of Montana Red Dog.

Source: docs/formats/rule-sheet.md, "Family `montana`".
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Self

from games.core.action import Action
from games.core.montana.poker import PAID
from games.core.sheet_document import read_integers, read_member, require, require_members
from games.core.stake_limits import StakeLimits

HANDS: Final = (3, 5)
"""How many cards a seat may be dealt."""

SEATS_MAX: Final = 7

SURRENDER: Final = (1, 2)
"""The part of the stake that comes back to a seat that surrenders."""

_HAND_WITH_SIDE_BET: Final = 5
_RAISE_MODE: Final = "equal"


@dataclass(frozen=True, slots=True, kw_only=True)
class MontanaTerms:
    """The size of the hand, and the side bet; in a sheet's document the side bet is `bonus`.

    A game without a side bet has no scale, no odds, and limits of 0.
    """

    FAMILY: ClassVar[str] = "montana"
    ACTIONS: ClassVar[tuple[Action, ...]] = (Action.PLAY, Action.RAISE, Action.SURRENDER)
    TIMEOUT_ACTIONS: ClassVar[tuple[Action, ...]] = (Action.PLAY,)
    complete: ClassVar[bool] = True
    MEMBERS: ClassVar[frozenset[str]] = frozenset({"ace", "bonus", "hand", "raise_mode", "surrender"})

    hand: int
    """Cards dealt to each seat."""
    side_bet_scale: str | None = None
    """The name that card rooms have for the odds."""
    pay_side_bet: tuple[int, ...] = ()
    """Odds to one, in the order of `PAID`: two pair first, royal flush last."""
    side_bet_min_minor: int = 0
    """The lowest side bet, minor units."""
    side_bet_max_minor: int = 0
    """The highest side bet, minor units, inclusive."""

    def __post_init__(self) -> None:
        """Refuse a hand or a side bet that cannot be played."""
        require(self.hand in HANDS, "hand", "is 3 or 5 cards")
        if self.side_bet_scale is None:
            limits_minor = (self.side_bet_min_minor, self.side_bet_max_minor)
            require(not self.pay_side_bet and limits_minor == (0, 0), "bonus", "has odds or limits, and no scale")
            return
        require(self.hand == _HAND_WITH_SIDE_BET, "bonus", "is judged by six cards, the hit card and a hand of five")
        require(self.side_bet_scale != "", "bonus.scale", "has a name")
        require(len(self.pay_side_bet) == len(PAID), "bonus.pay", "has one entry for each category from two pair up")
        require(all(odds >= 1 for odds in self.pay_side_bet), "bonus.pay", "odds are at least 1 to one")
        require(1 <= self.side_bet_min_minor <= self.side_bet_max_minor, "bonus.min", "is 1 to bonus.max")

    def require_table(self, *, decks: int, seats: int) -> None:
        """Refuse a second pack, where a hand could beat its own card, and more seats than the layout has."""
        require(decks == 1, "decks", "is 1: a hand beats a card of its own pack")
        require(seats <= SEATS_MAX, "seats", "is 1 to 7 in this family")

    def most_returned_minor(self, stake_max_minor: int) -> int:
        """Return the most that can come back to a seat: stake and raise at even money, and the best side bet."""
        return 2 * 2 * stake_max_minor + self.side_bet_max_minor * (1 + max(self.pay_side_bet, default=0))

    def with_limits(self, limits: StakeLimits) -> Self:
        """Return the terms of a sheet in another currency, with the limits of the side bet there."""
        offered = self.side_bet_scale is not None
        rule = "has limits of a side bet exactly where one is offered"
        require(offered == bool(limits.side_bet_max_minor), "stakes", rule)
        return replace(self, side_bet_min_minor=limits.side_bet_min_minor, side_bet_max_minor=limits.side_bet_max_minor)

    def document(self) -> dict[str, object]:
        """Write the members that this family adds to a rule sheet; `bonus` is empty where there is no side bet."""
        bonus: dict[str, object] = {}
        if self.side_bet_scale is not None:
            bonus |= {"scale": self.side_bet_scale, "pay": list(self.pay_side_bet)}
            bonus |= {"min": self.side_bet_min_minor, "max": self.side_bet_max_minor}
        return {
            "ace": "high",
            "bonus": bonus,
            "hand": self.hand,
            "raise_mode": _RAISE_MODE,
            "surrender": list(SURRENDER),
        }

    @classmethod
    def from_document(cls, document: Mapping[str, object]) -> Self:
        """Read the members that this family adds to a rule sheet.

        Raises:
            MalformedSheet: with the `member` that is wrong.
        """
        require(document["ace"] == "high", "ace", "is high in this family")
        require(document["raise_mode"] == _RAISE_MODE, "raise_mode", "is equal in this family")
        require(read_integers(document, "surrender") == SURRENDER, "surrender", "gives half of the stake back")
        hand = read_member(document, "hand", int)
        bonus: dict[str, object] = read_member(document, "bonus", dict)
        if not bonus:
            return cls(hand=hand)
        require_members(bonus, {"scale", "pay", "min", "max"}, inside="bonus")
        return cls(
            hand=hand,
            side_bet_scale=read_member(bonus, "scale", str),
            pay_side_bet=read_integers(bonus, "pay"),
            side_bet_min_minor=read_member(bonus, "min", int),
            side_bet_max_minor=read_member(bonus, "max", int),
        )
