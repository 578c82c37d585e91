"""Split ordered rows into pages of a report."""

from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import islice
from typing import Final, NamedTuple, TypeVar
from uuid import UUID

PAGE_ROWS: Final = 2_000
"""The most rows of a page. One more row is read, to see whether a page follows."""

T = TypeVar("T")


class RowKey(NamedTuple):
    """The key of a row in the order of instants, then ids. The next row has a greater key."""

    at: datetime
    """The row's instant."""

    id: UUID
    """The row's id, which orders rows of the same instant."""

    def __str__(self) -> str:
        """Return the cursor that `parse_row_key` reads."""
        return f"{self.at.isoformat()} {self.id.hex}"


def parse_row_key(cursor: str) -> RowKey | None:
    """Return the key of the last row before a cursor; None for the first page."""
    at, _, hexadecimal = cursor.partition(" ")
    return RowKey(datetime.fromisoformat(at), UUID(hex=hexadecimal)) if cursor else None


def split_page(rows: Iterable[T], key: Callable[[T], object]) -> tuple[list[T], str | None]:
    """Return the first page of `rows`, and its last row's `key` as the next cursor: None if nothing follows."""
    read = list(islice(rows, PAGE_ROWS + 1))
    page = read[:PAGE_ROWS]
    return page, str(key(page[-1])) if len(read) > len(page) else None
