"""Cutting what was found to pages of a report, and saying where the next one begins."""

from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import islice
from typing import Final, NamedTuple, TypeVar
from uuid import UUID

PAGE_ROWS: Final = 2_000
"""How many rows a page has at most. To see that nothing follows, one more is looked for."""

Found = TypeVar("Found")


class Place(NamedTuple):
    """A row among those in the order of instants and ids: what follows is later, or as late and of a greater id."""

    at: datetime
    id: UUID

    def __str__(self) -> str:
        """Write it, for `read_place`."""
        return f"{self.at.isoformat()} {self.id.hex}"


def read_place(text: str) -> Place | None:
    """Read a place; the first page comes after none."""
    at, _, hexadecimal = text.partition(" ")
    return Place(datetime.fromisoformat(at), UUID(hex=hexadecimal)) if text else None


def cut(found: Iterable[Found], place: Callable[[Found], object]) -> tuple[list[Found], str | None]:
    """Take a page of what was found, and write the `place` of its last row: None if that is the last of all."""
    taken = list(islice(found, PAGE_ROWS + 1))
    page = taken[:PAGE_ROWS]
    return page, str(place(page[-1])) if len(taken) > len(page) else None
