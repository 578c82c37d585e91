"""What may differ between games of casino Red Dog.

Source: docs/formats/rule-sheet.md, `ace`, `pay` and `raise_mode`.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from games.core.action import Action
from games.core.sheet_document import read_integers, read_member, require, require_members
from games.core.stake_limits import StakeLimits

SEATS_MAX: Final = 7
SPREAD_MAX: Final = 11
"""Between the 2 and the ace lie eleven ranks."""


class RaiseMode(enum.StrEnum):
    """How much a raise is."""

    EQUAL = "equal"
    """Exactly the stake."""
    UP_TO = "up_to"
    """From 1 minor unit to the stake."""


class Quotes(enum.StrEnum):
    """How a house shows its paytable. What it pays is the same, and always computed from the odds."""

    ODDS = "odds"
    """Profit to one: 5 to 1."""
    TOTALS = "totals"
    """What comes back in all for a stake of one, the stake included: 6 times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RedDogTerms:
    """Paytable and raise mode. Odds are to one: 5 pays five units of profit for each unit staked."""

    FAMILY: ClassVar[str] = "red-dog"
    ACTIONS: ClassVar[tuple[Action, ...]] = (Action.RAISE, Action.STAND)
    TIMEOUT_ACTIONS: ClassVar[tuple[Action, ...]] = (Action.STAND,)
    complete: ClassVar[bool] = True
    MEMBERS: ClassVar[frozenset[str]] = frozenset({"ace", "pay", "raise_mode"})
    side_bet_scale: ClassVar[str | None] = None

    pay_spread: tuple[int, ...]
    """The odds of spread 1 first and of spread 11 last."""
    pay_trips: int
    """The odds of three of a kind."""
    raise_mode: RaiseMode
    quotes: Quotes = Quotes.ODDS
    """How the house shows its paytable. This changes no payment."""

    def __post_init__(self) -> None:
        """Refuse a paytable that cannot be played."""
        require(len(self.pay_spread) == SPREAD_MAX, "pay.spread", "has one entry for each spread from 1 to 11")
        require(all(odds >= 1 for odds in (*self.pay_spread, self.pay_trips)), "pay", "odds are at least 1 to one")

    def require_table(self, *, decks: int, seats: int) -> None:  # noqa: ARG002  any shoe will do
        """Refuse a table with more seats than the layout has."""
        require(seats <= SEATS_MAX, "seats", "is 1 to 7 in this family")

    def most_returned_minor(self, stake_max_minor: int) -> int:
        """Return the most that can come back to a seat: twice the highest stake, at the best odds."""
        return 2 * stake_max_minor * (1 + max(*self.pay_spread, self.pay_trips))

    def with_limits(self, limits: StakeLimits) -> Self:
        """Return the terms of a sheet in another currency: the same, as they have no amounts."""
        require(not limits.side_bet_max_minor, "stakes", "has limits of a side bet that is not offered")
        return self

    def document(self) -> dict[str, object]:
        """Write the members that this family adds to a rule sheet; `pay.quotes` only where it is not odds."""
        pay: dict[str, object] = {"spread": list(self.pay_spread), "trips": self.pay_trips}
        if self.quotes is not Quotes.ODDS:
            pay["quotes"] = self.quotes.value
        return {"ace": "high", "pay": pay, "raise_mode": self.raise_mode.value}

    @classmethod
    def from_document(cls, document: Mapping[str, object]) -> Self:
        """Read the members that this family adds to a rule sheet.

        Raises:
            MalformedSheet: with the `member` that is wrong.
        """
        require(document["ace"] == "high", "ace", "is high in this family")
        mode = read_member(document, "raise_mode", str)
        require(mode in set(RaiseMode), "raise_mode", "is equal or up_to")
        pay: dict[str, object] = read_member(document, "pay", dict)
        require_members(pay, {"spread", "trips"} | ({"quotes"} & pay.keys()), inside="pay")
        quotes = pay.get("quotes", Quotes.ODDS.value)
        # Odds go without saying, so that a sheet has one document and not two.
        require("quotes" not in pay or quotes == Quotes.TOTALS, "pay.quotes", "is totals or absent")
        return cls(
            pay_spread=read_integers(pay, "spread"),
            pay_trips=read_member(pay, "trips", int),
            raise_mode=RaiseMode(mode),
            quotes=Quotes(str(quotes)),
        )
