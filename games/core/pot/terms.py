"""What may differ between games around a pot.

Source: docs/formats/rule-sheet.md, "Family `pot`".
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from games.core.action import Action
from games.core.sheet_document import MalformedSheet, read_integers, read_member, require, require_members
from games.core.stake_limits import StakeLimits

SEATS_MIN: Final = 2
SEATS_MAX: Final = 10
SPREAD_MAX: Final = 11
"""Between the ace, which is low, and the king lie eleven ranks."""

BASIS_POINTS: Final = 10_000


class OnPair(enum.StrEnum):
    """What a player with a pair may do."""

    TAKE_OR_CALL = "take_or_call"
    """Take a fixed sum from the pot, or draw for a third of the rank and the whole pot."""
    TAKE_AND_REDRAW = "take_and_redraw"
    """Take a fixed sum from the pot and get two other cards."""


class OnConsecutive(enum.StrEnum):
    """What becomes of two cards with no rank between them."""

    DRAW = "draw"
    """Nobody wins and the turn passes."""
    REDRAW = "redraw"
    """The player gets two other cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PotTerms:
    """What goes into the pot and what comes out of it. Amounts are minor units and multiples of `unit_minor`.

    A game whose payouts are not known has no `pay_spread`, and 0 for what else is not known. It is kept on record and
    cannot be played.
    """

    FAMILY: ClassVar[str] = "pot"
    ACTIONS: ClassVar[tuple[Action, ...]] = (Action.TAKE, Action.CALL, Action.RAISE, Action.DOWN)
    TIMEOUT_ACTIONS: ClassVar[tuple[Action, ...]] = (Action.DOWN,)
    MEMBERS: ClassVar[frozenset[str]] = frozenset(
        (
            *("ace", "ante", "chip", "consecutive", "down", "pair", "pay", "rake_basis_points", "raise_min"),
            *("refill", "refill_empty", "second_pack_from", "take", "unit"),
        )
    )
    side_bet_scale: ClassVar[str | None] = None

    chip_minor: int = 0
    """What one chip is worth. Odd chips are never broken."""
    unit_minor: int = 0
    """What every amount is a multiple of."""
    ante_minor: int = 0
    """What everyone puts into the pot at the start."""
    take_minor: int = 0
    """What a pair may take out of the pot."""
    down_minor: int = 0
    """What going down puts into the pot."""
    raise_min_minor: int = 0
    """The lowest raise."""
    refill_minor: int = 0
    """What everyone adds where the pot holds no more than this for each player."""
    refill_empty_minor: int = 0
    """What everyone adds to an empty pot."""
    pay_spread: tuple[int, ...] = ()
    """Odds to one, of spread 1 first and of spread 11 last."""
    on_pair: OnPair = OnPair.TAKE_OR_CALL
    on_consecutive: OnConsecutive = OnConsecutive.DRAW
    second_pack_from: int = 0
    """Two packs are in play from this number of players on."""
    rake_basis_points: int = 0
    """What the house keeps of 10,000 won out of the pot."""

    def __post_init__(self) -> None:
        """Refuse terms that cannot be played, unless they say themselves that they are not complete."""
        amounts_minor = self._amounts_minor()
        require(0 <= self.rake_basis_points <= BASIS_POINTS, "rake_basis_points", "is 0 to 10000")
        require(all(amount_minor >= 0 for amount_minor in amounts_minor.values()), "unit", "amounts are not negative")
        if not self.complete:
            return
        require(len(self.pay_spread) == SPREAD_MAX, "pay.spread", "has one entry for each spread from 1 to 11")
        require(all(odds >= 1 for odds in self.pay_spread), "pay", "odds are at least 1 to one")
        for name, amount_minor in amounts_minor.items():
            whole = amount_minor >= 1 and amount_minor % self.unit_minor == 0
            require(whole, name, "is one or more of the unit")
        in_chips = self.chip_minor >= 1 and self.unit_minor % self.chip_minor == 0
        require(in_chips, "chip", "is a whole part of the unit")
        require(self.on_pair is OnPair.TAKE_OR_CALL, "pair", "nobody has said how a redraw goes on")
        require(self.on_consecutive is OnConsecutive.DRAW, "consecutive", "nobody has said how a redraw goes on")
        require(SEATS_MIN <= self.second_pack_from <= SEATS_MAX + 1, "second_pack_from", "is 2 to 11")

    @property
    def complete(self) -> bool:
        """Whether everything is known that a game needs."""
        return bool(self.pay_spread)

    def require_table(self, *, decks: int, seats: int) -> None:  # noqa: ARG002  the number of players decides
        """Refuse a game that nobody could lose to another."""
        require(seats >= SEATS_MIN, "seats", "is 2 to 10 in this family")

    def most_returned_minor(self, stake_max_minor: int) -> int:
        """Return the most that can come back to a seat: what everyone at a full table bought in with."""
        return SEATS_MAX * stake_max_minor

    def with_limits(self, limits: StakeLimits) -> Self:  # noqa: ARG002  none would do
        """Refuse another currency: the game's other amounts are in the sheet's own."""
        raise MalformedSheet("stakes: a game around a pot is played in one currency.", member="stakes")

    def document(self) -> dict[str, object]:
        """Write the members that this family adds to a rule sheet."""
        return {
            "ace": "low",
            "chip": self.chip_minor,
            "consecutive": self.on_consecutive.value,
            "pair": self.on_pair.value,
            "pay": {"spread": list(self.pay_spread)},
            "rake_basis_points": self.rake_basis_points,
            "second_pack_from": self.second_pack_from,
            **self._amounts_minor(),
        }

    @classmethod
    def from_document(cls, document: Mapping[str, object]) -> Self:
        """Read the members that this family adds to a rule sheet.

        Raises:
            MalformedSheet: with the `member` that is wrong.
        """
        require(document["ace"] == "low", "ace", "is low in this family")
        pair, consecutive = read_member(document, "pair", str), read_member(document, "consecutive", str)
        require(pair in set(OnPair), "pair", "is take_or_call or take_and_redraw")
        require(consecutive in set(OnConsecutive), "consecutive", "is draw or redraw")
        pay: dict[str, object] = read_member(document, "pay", dict)
        require_members(pay, {"spread"}, inside="pay")
        return cls(
            chip_minor=read_member(document, "chip", int),
            unit_minor=read_member(document, "unit", int),
            ante_minor=read_member(document, "ante", int),
            take_minor=read_member(document, "take", int),
            down_minor=read_member(document, "down", int),
            raise_min_minor=read_member(document, "raise_min", int),
            refill_minor=read_member(document, "refill", int),
            refill_empty_minor=read_member(document, "refill_empty", int),
            pay_spread=read_integers(pay, "spread"),
            on_pair=OnPair(pair),
            on_consecutive=OnConsecutive(consecutive),
            second_pack_from=read_member(document, "second_pack_from", int),
            rake_basis_points=read_member(document, "rake_basis_points", int),
        )

    def _amounts_minor(self) -> dict[str, int]:
        """Return the amounts by the names that a rule sheet gives them, the unit first."""
        return {
            "unit": self.unit_minor,
            "ante": self.ante_minor,
            "take": self.take_minor,
            "down": self.down_minor,
            "raise_min": self.raise_min_minor,
            "refill": self.refill_minor,
            "refill_empty": self.refill_empty_minor,
        }
