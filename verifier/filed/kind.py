"""What a kind of report is: its columns, and how its rows follow from the log.

Source: docs/formats/report.md, "What the figures are".
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from verifier.filed.books import Books, Event
from verifier.filed.columns import Cell, Column, Row
from verifier.filed.contents import Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What rows are computed for: the interval, and what the rules set for the report, by name."""

    interval: Interval
    parameters: Mapping[str, int]


class Measure(Protocol):
    """Adds up what happened in the interval, in the order of the log."""

    def take(self, event: Event) -> None:
        """Count an event of the interval."""

    def rows(self, books: Books) -> Iterable[Row]:
        """Return the rows in any order, without shares and without what no log shows.

        `books` stands as of the end of the interval.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of report in the one definition that is known here.

    `order` are the columns that rows are sorted by; `key` those that tell its rows apart. `shares` says of which two
    columns a ratio is made. `unproved` are columns that no log shows. Without `totals` a report has none; a column of
    numbers is summed unless it is `not_summed`. With `idle_kept` a row in which all numbers are 0 is not left out.
    `parameters` are the names of those that its envelope has. With `carried` what happened before the interval counts.
    """

    columns: tuple[Column, ...]
    measure: Callable[[Scope], Measure]
    order: tuple[str, ...]
    key: tuple[str, ...]
    shares: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    unproved: frozenset[str] = frozenset()
    not_summed: frozenset[str] = frozenset()
    totals: bool = True
    idle_kept: bool = False
    carried: bool = False
    parameters: tuple[str, ...] = ()
    definition: int = 1

    @property
    def summed(self) -> tuple[str, ...]:
        """Return the columns that totals add up."""
        return tuple(
            column.name for column in self.columns if column.type.number and column.name not in self.not_summed
        )

    def name(self, row: Mapping[str, Cell]) -> tuple[Cell, ...]:
        """Return what tells a row apart."""
        return tuple(row[column] for column in self.key)
