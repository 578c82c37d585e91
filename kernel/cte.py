"""One SQL statement out of the parts that several apps own.

A step of a round reads and writes the tables of four apps, each in one round trip. Each app keeps the text that
touches its own tables, as a `Source` to read or a `Clause` to write; whoever runs the step joins them. PostgreSQL
runs all clauses of a WITH statement on one snapshot and as one transaction: either all of them happen or none.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

Row = TypeVar("Row", bound=tuple[object, ...], covariant=True)
Taken = TypeVar("Taken", bound=tuple[object, ...])


class Cte(NamedTuple):
    """A named part of a WITH statement: its text, and the values of its `%s` in order."""

    name: str
    sql: str
    params: Sequence[Any]


class Condition(NamedTuple):
    """What must hold for a step to be written: an SQL expression, and the values of its `%s` in order."""

    sql: str
    params: Sequence[Any]


@dataclass(frozen=True, slots=True)
class TypedCte(Generic[Row]):
    """What one app tells a step: a clause that gives one row or none, and the named tuple of its columns, in order.

    The first column is never null, so that an absent row can be told from a row of nulls.
    """

    clause: Cte
    row: type[Row]


def values(row: str, count: int) -> str:
    """Write a VALUES list of `count` rows, each with the placeholders of `row`."""
    return f"(VALUES {', '.join([row] * count)})"


def join(clauses: Sequence[Cte], *, answer: str) -> tuple[str, list[Any]]:
    """Join `clauses` to one WITH statement that ends in the query `answer`, with all values in order."""
    body = ", ".join(f"{clause.name} AS ({clause.sql})" for clause in clauses)
    return f"WITH {body} {answer}", [value for clause in clauses for value in clause.params]


def gather(first: TypedCte[Row], *others: TypedCte[tuple[object, ...]]) -> tuple[str, list[Any]]:
    """Join sources to one SELECT of a single row: the columns of `first`, then those of each other or nulls.

    Other sources may select from `first` by its name. No row at all means that `first` had none.
    """
    clauses = [first.clause, *(source.clause for source in others)]
    columns = ", ".join(f"{clause.name}.*" for clause in clauses)
    absent = "".join(f" LEFT JOIN {source.clause.name} ON true" for source in others)
    return join(clauses, answer=f"SELECT {columns} FROM {first.clause.name}{absent}")


class Columns:
    """The one row of a gathered SELECT, taken apart source by source in the order they were joined."""

    def __init__(self, row: Sequence[object]) -> None:
        """Start at the first column of `row`."""
        self._row = row
        self._at = 0

    def take(self, source: type[Taken]) -> Taken | None:
        """Return the next source's row, or None where it had none."""
        width = len(source._fields)  # type: ignore[attr-defined]  # a Row is a NamedTuple, which has no common base
        values = self._row[self._at : self._at + width]
        self._at += width
        make: Callable[..., Taken] = source
        return None if values[0] is None else make(*values)
