"""What a table is: its game, its seats, its stakes and its clock.

Source: docs/formats/tables.md, `table`.
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from games.core.pot.terms import SEATS_MIN, PotTerms
from games.core.sheet import RuleSheet
from kernel.money import MAX_MINOR, display
from kernel.refusals import Refusal, RefusalKind
from tables.core.beacon_rounds import Beacon

# What an operator who opens a table calls each time of its clock.
_TIMES: Final = {"bet": "betting_seconds", "reveal": "revealing_seconds", "game": "game_seconds"}


class TableOutsideRules(Refusal):
    """The rules have no such table."""

    code, kind = "table-outside-rules", RefusalKind.INVALID


class Admission(enum.StrEnum):
    """Who may take a seat."""

    PUBLIC = "public"
    INVITED = "invited"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClock:
    """How long a table waits, in milliseconds, each 1 or more. The time for a decision is the rule sheet's."""

    bet_ms: int
    """From the stake that makes an epoch playable to the end of the betting."""
    reveal_ms: int
    """From `seats` to the last instant at which everybody's value is waited for."""
    game_ms: int | None = None
    """The longest game around a pot; None against the house."""

    def document(self) -> dict[str, int]:
        """Write the clock as the `table` record does."""
        times = {"bet": self.bet_ms, "reveal": self.reveal_ms}
        return times if self.game_ms is None else {**times, "game": self.game_ms}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDefinition:
    """What an operator decides when a table is opened. It never changes: another table is opened instead.

    Raises:
        TableOutsideRules: with the `member` that is wrong.
    """

    sheet: RuleSheet
    rules_leaf: bytes
    """Leaf of the `rules` record of `sheet`."""
    exponent: int
    """Decimal places of a major unit of the sheet's currency."""
    seats: int
    """1 to the sheet's seats; around a pot at least 2."""
    stake_min_minor: int
    stake_max_minor: int
    """Minor units, inclusive; within the sheet's limits."""
    admission: Admission
    clock: TableClock
    test: bool
    """A table for test accounts alone; without it a table for all others."""
    beacon: Beacon | None = None
    """The public source of randomness that each of its decks takes a value of; None for a table without one."""

    def __post_init__(self) -> None:
        """Refuse a table that its sheet does not allow."""
        sheet, clock = self.sheet, self.clock
        _require(self.seats_min <= self.seats <= sheet.seats, "seats", f"is {self.seats_min} to {sheet.seats}")
        self._require_stakes()
        needed = "is needed for a game around a pot" if self.around_pot else "is for a game around a pot alone"
        _require((clock.game_ms is not None) == self.around_pot, "game_seconds", needed)
        for name, time_ms in clock.document().items():
            _require(1 <= time_ms <= MAX_MINOR, _TIMES[name], f"is 1 to {MAX_MINOR} ms")

    def _require_stakes(self) -> None:
        sheet = self.sheet
        most = display(sheet.stake_max_minor, sheet.currency)
        for member, least_minor, stake_minor in (
            ("stake_min", sheet.stake_min_minor, self.stake_min_minor),
            ("stake_max", self.stake_min_minor, self.stake_max_minor),
        ):
            within = least_minor <= stake_minor <= sheet.stake_max_minor
            _require(within, member, f"is {display(least_minor, sheet.currency)} to {most}")

    @property
    def around_pot(self) -> bool:
        """Whether the players play against each other: then an epoch is a whole game."""
        return self.sheet.family == PotTerms.FAMILY

    @property
    def seats_min(self) -> int:
        """The fewest stakes that make an epoch playable."""
        return SEATS_MIN if self.around_pot else 1

    def fields(self) -> dict[str, object]:
        """Write the `table` record."""
        beacon = {} if self.beacon is None else {"beacon": self.beacon.document()}
        return {
            "rules": self.rules_leaf.hex(),
            "cur": self.sheet.currency,
            "exp": self.exponent,
            "seats": self.seats,
            "stake": [self.stake_min_minor, self.stake_max_minor],
            "admission": self.admission.value,
            "clock": self.clock.document(),
            "test": self.test,
            **beacon,
        }

    @classmethod
    def from_record(cls, sheet: RuleSheet, record: Mapping[str, Any]) -> Self:
        """Read a `table` record back, with the sheet that its `rules` names."""
        assert record["cur"] == sheet.currency, "a table has the currency of its sheet"
        clock = record["clock"]
        return cls(
            sheet=sheet,
            rules_leaf=bytes.fromhex(record["rules"]),
            exponent=record["exp"],
            seats=record["seats"],
            stake_min_minor=record["stake"][0],
            stake_max_minor=record["stake"][1],
            admission=Admission(record["admission"]),
            clock=TableClock(bet_ms=clock["bet"], reveal_ms=clock["reveal"], game_ms=clock.get("game")),
            test=record["test"],
            beacon=Beacon.from_record(record["beacon"]) if "beacon" in record else None,
        )


def _require(holds: bool, member: str, rule: str) -> None:  # noqa: FBT001  it reads as an assertion does
    if not holds:
        raise TableOutsideRules(f"No table was opened. {member} {rule}.", member=member)
