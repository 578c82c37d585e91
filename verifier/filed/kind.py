"""What a kind of report is: its columns, and how its rows follow from the log.

Source: docs/formats/report.md, "What the figures are".
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from verifier.filed.books import Books
from verifier.filed.columns import Cell, Column, Row
from verifier.filed.contents import Interval
from verifier.filed.money_events import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What rows are computed for: the interval, and the parameters that the rules set for the report, by name."""

    interval: Interval
    parameters: Mapping[str, int]

    def in_currency(self, name: str, currency: str) -> int:
        """Return a parameter that is set by currency; in one for which none is set, the least of all."""
        own = self.parameters.get(f"{name}_{currency.lower()}")
        if own is not None:
            return own
        return min(value for known, value in self.parameters.items() if known.rpartition("_")[0] == name)


class Measure(Protocol):
    """Adds up the interval's events, in the order of the log."""

    def take(self, event: Event) -> None:
        """Count an event of the interval."""

    def rows(self, books: Books) -> Iterable[Row]:
        """Return the rows in any order, without the columns of `shares` and without those that are `unproved`.

        `books` has the state at the end of the interval.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of report in the one definition that is known here."""

    columns: tuple[Column, ...]
    measure: Callable[[Scope], Measure]
    order: tuple[str, ...]
    """The columns by which rows are sorted."""
    key: tuple[str, ...]
    """The columns that together identify a row."""
    shares: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The columns of ratios, each with the columns of its numerator and its denominator."""
    unproved: frozenset[str] = frozenset()
    """The columns that no log shows."""
    not_summed: frozenset[str] = frozenset()
    """The columns of numbers that totals leave out."""
    totals: bool = True
    """Whether the report has totals."""
    added: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The columns that are sums of others of the row, of which some are unproved."""
    at_most: Mapping[str, str] = field(default_factory=dict)
    """Unproved columns, and the number of a computed row that all of those with the same one come to at most, from 0."""
    kept_by: str = ""
    """The number of a computed row that keeps it in the report, unless it is 0, if all others are 0."""
    idle_rows: bool = False
    """Whether there are rows too that no log shows, in which all other numbers are 0, and no log shows the order."""
    carried: bool = False
    """Whether events before the interval count as well."""
    parameters: tuple[str, ...] = ()
    """The names of the parameters in the envelope, each of which is 1 or more."""
    in_currencies: bool = False
    """Whether each parameter is there once for each currency of the jurisdiction, as `name_eur`."""
    wrong_parameters: Callable[[Mapping[str, int]], str] | None = None
    """In place of `parameters`: says what is wrong with those of an envelope; an empty text if nothing is."""
    definition: int = 1

    @property
    def summed(self) -> tuple[str, ...]:
        """Return the columns that totals add up."""
        return tuple(
            column.name for column in self.columns if column.type.number and column.name not in self.not_summed
        )

    def name(self, row: Mapping[str, Cell]) -> tuple[Cell, ...]:
        """Return the cells that identify a row."""
        return tuple(row[column] for column in self.key)
