"""What a filed report says, read from any of its files.

Source: docs/formats/report.md, "Envelope".
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from verifier.filed.columns import Cell, Column
from verifier.filed.gaming_days import GamingDays


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """The gaming days [first, until), and the same interval in milliseconds, [start, end)."""

    first: date
    until: date
    days: GamingDays
    start: int
    end: int

    def holds(self, at: int) -> bool:
        """Tell whether a millisecond is in the interval."""
        return self.start <= at < self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled:
    """A figure as reported and as the ledger has it, and the difference as the report states it."""

    what: str
    currency: str
    reported: int
    ledger: int
    difference: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What the file of a report says, not yet checked.

    `exponents` are the decimal places by currency; `size` is the size of the log that the report covers, `made_at` its
    `generated_at`.
    """

    kind: str
    definition: int
    interval: Interval
    revision: int
    made_at: int
    origin: str
    size: int
    filters: dict[str, str]
    parameters: dict[str, int]
    exponents: dict[str, int]
    active: bool
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    totals: Sequence[Sequence[Cell]]
    reconciled: Sequence[Reconciled] = field(default=())

    def by_name(self, cells: Sequence[Cell]) -> dict[str, Cell]:
        """Return a row or a total by column name."""
        return {column.name: cell for column, cell in zip(self.columns, cells, strict=True)}
