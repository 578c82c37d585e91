"""One SQL statement, joined from the parts that several apps own.

A step of a round reads and writes the tables of four apps, each in one round trip. Each app keeps the text that
touches its own tables: a `TypedCte` to read, a `Cte` to write. The step joins them. PostgreSQL runs all parts of a
WITH statement on one snapshot and in one transaction: either all of them happen or none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

Row = TypeVar("Row", bound=tuple[object, ...], covariant=True)
Selected = TypeVar("Selected", bound=tuple[object, ...])


class Cte(NamedTuple):
    """A named part of a WITH statement (a common table expression)."""

    name: str
    """What other parts call it; unique in a statement."""
    sql: str
    """Its text, with `%s` for each value."""
    params: Sequence[Any]
    """The values, in the order of their `%s`."""


class Condition(NamedTuple):
    """What must hold for a step to be written."""

    sql: str
    """An SQL expression, with `%s` for each value."""
    params: Sequence[Any]
    """The values, in the order of their `%s`."""


@dataclass(frozen=True, slots=True)
class TypedCte(Generic[Row]):
    """A source of a gathered row: a CTE of at most one row, and the type of that row."""

    cte: Cte
    """Its first column is never null, so that an absent row can be told from a row of nulls."""
    row: type[Row]
    """A named tuple of its columns, in order."""


def values(row: str, count: int) -> str:
    """Write a VALUES list of `count` rows, each with the placeholders of `row`."""
    return f"(VALUES {', '.join([row] * count)})"


def with_statement(ctes: Sequence[Cte], *, answer: str) -> tuple[str, list[Any]]:
    """Join `ctes` to one WITH statement that ends in the query `answer`; return its text and all values in order."""
    body = ", ".join(f"{cte.name} AS ({cte.sql})" for cte in ctes)
    return f"WITH {body} {answer}", [value for cte in ctes for value in cte.params]


def select_row(sources: Sequence[TypedCte[tuple[object, ...]]]) -> tuple[str, list[Any]]:
    """Join sources to one SELECT of a single row: the columns of the first, then those of each other or nulls.

    Other sources may select from the first by its name. The SELECT gives no row at all if the first source has none.
    """
    ctes = [source.cte for source in sources]
    columns = ", ".join(f"{cte.name}.*" for cte in ctes)
    optional = "".join(f" LEFT JOIN {cte.name} ON true" for cte in ctes[1:])
    return with_statement(ctes, answer=f"SELECT {columns} FROM {ctes[0].name}{optional}")


class GatheredRow:
    """The one row of a `select_row` statement. Ask it for the row of a source: `gathered[EPOCH_SOURCE]`.

    A source that is made anew for each statement is known by its name.
    """

    __slots__ = ("_places", "_row")

    def __init__(self, row: Sequence[object], sources: Sequence[TypedCte[tuple[object, ...]]]) -> None:
        """Take what `select_row` selected from these sources, in the same order."""
        places: dict[str, tuple[type[tuple[object, ...]], int, int]] = {}
        start = 0
        for source in sources:
            end = start + len(source.row._fields)  # type: ignore[attr-defined]  # NamedTuples have no common base
            places[source.cte.name] = (source.row, start, end)
            start = end
        assert start == len(row), "the sources have as many columns as the row"
        self._row, self._places = row, places

    def __getitem__(self, source: TypedCte[Selected]) -> Selected | None:
        """Return the row of a source, or None where it had none."""
        kind, start, end = self._places[source.cte.name]
        assert kind is source.row, "a name stands for one source"
        if self._row[start] is None:
            return None
        row: Selected = source.row._make(self._row[start:end])  # type: ignore[attr-defined]  # as above
        return row

    def required(self, source: TypedCte[Selected]) -> Selected:
        """Return the row of a source that always has one."""
        row = self[source]
        assert row is not None, f"{source.cte.name} always has a row"
        return row
