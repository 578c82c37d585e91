"""A table as its chain tells it, and the stakes at it.

Source: docs/formats/tables.md.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.game import Bet, Game
from verifier.pot import Pot
from verifier.records import Act
from verifier.sheet_fields import Sheet
from verifier.table_records import Clock, Hand, SeatResult, SeatTaken, Source


class Phase(enum.Enum):
    """What a table waits for."""

    BETTING = enum.auto()
    REVEALING = enum.auto()
    OPENED = enum.auto()
    """The deck is fixed: the hand follows at once."""
    PLAYING = enum.auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A player's `act` against the house."""

    leaf: str
    act: Act


@dataclass(slots=True, kw_only=True)
class Stake:
    """A stake that is not yet settled, voided or left with; `amount_minor` is the ante or the buy-in."""

    leaf: str
    index: int
    chain: str
    seq: int
    kind: str
    table: "Table"
    epoch: int
    seat: int
    amount_minor: int
    bonus_minor: int
    contribution: str
    placed_at: int
    room_minor: int | None
    signed: bool = False
    """Whether a key of the player's signed it."""
    listed: bool = False
    decision: Decision | None = None

    @property
    def raised_minor(self) -> int:
        """Return the raise of the seat's `act`, 0 if there is none."""
        return 0 if self.decision is None else self.decision.act["amt"]

    @property
    def bet(self) -> Bet:
        """Return what was placed before the cards."""
        return Bet(ante_minor=self.amount_minor, bonus_minor=self.bonus_minor)

    @property
    def owed_minor(self) -> int:
        """Return what the table still holds for this stake, rake included."""
        end = self.table.ends.get(self.epoch) if self.listed else None
        if end is None or end.results is None or self.seat not in end.results:
            return self.amount_minor + self.bonus_minor + self.raised_minor
        result = end.results[self.seat]
        return result["returned"] + result.get("rake", 0) if self.table.pot else result["staked"]


@dataclass(slots=True, kw_only=True)
class End:
    """How an epoch ended. `results` is None after a `table_abort`, whose `reason` it then has."""

    leaf: str
    at: int
    results: Mapping[int, SeatResult] | None = None
    reason: str = ""
    missing: frozenset[int] = frozenset()
    waiting: int = 0
    """How many of its stakes have not been settled, voided or left with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDealt:
    """The hand against the house or the game around a pot that is being played, and its record."""

    leaf: str
    record: Hand

    @property
    def until(self) -> int | None:
        """Return the deadline; None if nobody is asked."""
        return self.record.get("until")


@dataclass(slots=True, kw_only=True)
class Table:
    """A table as its chain tells it."""

    name: str
    leaf: str
    seats_max: int
    stake_minor: tuple[int, int]
    rules: str
    currency: str
    exponent: int
    test: bool
    clock: Clock
    opened_at: int
    game: Game | None
    pot: Pot | None
    source: Source | None = None
    """The public source of randomness that each of its decks takes a value of."""
    commitments: dict[int, str] = field(default_factory=dict)
    """The commitments to the current epoch and to the next one."""
    phase: Phase = Phase.BETTING
    epoch: int = -1
    """The newest epoch that has `seats`."""
    seats: list[SeatTaken] = field(default_factory=list)
    seats_at: int = 0
    seats_index: int = 0
    hand: HandDealt | None = None
    ends: dict[int, End] = field(default_factory=dict)
    waiting: int = 0
    """How many stakes of the current epoch are known."""

    @property
    def sheet(self) -> Sheet | None:
        """Return the rule sheet; None if the rules that the table names are not known."""
        if self.game is not None:
            return self.game.sheet
        return None if self.pot is None else self.pot.sheet

    @property
    def grace_ms(self) -> int:
        """Return how late something may be."""
        return 0 if self.sheet is None else self.sheet["mmd_ms"]

    @property
    def around_pot(self) -> bool:
        """Tell whether the seats play around a pot."""
        return self.pot is not None

    @property
    def reveal_until(self) -> int:
        """Return the deadline of the values."""
        return self.seats_at + self.clock["reveal"]
