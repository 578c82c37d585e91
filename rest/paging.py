"""Cursors: a page costs the same wherever it lies, because it starts at a key and not at a count."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Final, Protocol
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from kernel.refusals import Kind, Refusal

DEFAULT_LIMIT: Final = 50
MAX_LIMIT: Final = 200
_LARGEST: Final = 2**62

# An id has 128 bits, and a cursor's numbers have 62 each.
_WORD_BITS: Final = 32
_WORDS: Final = 4

PAGE_PARAMETERS: Final = (
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT},
        description="How many items a page has at most.",
    ),
    OpenApiParameter("cursor", OpenApiTypes.STR, description="`next` of the page before."),
)


class Identified(Protocol):
    """An item of a list that is in the order of its ids."""

    @property
    def id(self) -> UUID:
        """What the next page begins after."""


class MalformedPage(Refusal):
    """The page that was asked for cannot be read."""

    code, kind = "malformed-page", Kind.MALFORMED


def limit_of(query: Mapping[str, str]) -> int:
    """Return how many items a page shall have, 1 to 200; 50 where the query does not say.

    Raises:
        MalformedPage: not such a number.
    """
    text = query.get("limit", str(DEFAULT_LIMIT))
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_LIMIT)) and 1 <= int(text) <= MAX_LIMIT):
        raise MalformedPage(f"limit is 1 to {MAX_LIMIT}.")
    return int(text)


def cursor_of(query: Mapping[str, str], *, parts: int) -> tuple[int, ...] | None:
    """Return the numbers in the query's cursor, or None for the first page.

    Raises:
        MalformedPage: not a cursor that this list gave.
    """
    text = query.get("cursor")
    if text is None:
        return None
    try:
        numbers = tuple(int(part) for part in base64.urlsafe_b64decode(text.encode()).decode().split("."))
    except (ValueError, binascii.Error):
        numbers = ()
    if len(numbers) != parts or not all(0 <= number < _LARGEST for number in numbers):
        raise MalformedPage("cursor is not one that this list gave. Take it from `next` of the page before.")
    return numbers


def id_cursor_of(query: Mapping[str, str]) -> UUID | None:
    """Return the id in the query's cursor, or None for the first page.

    Raises:
        MalformedPage: not a cursor that this list gave.
    """
    words = cursor_of(query, parts=_WORDS)
    if words is None:
        return None
    if max(words) >= 1 << _WORD_BITS:
        raise MalformedPage("cursor is not one that this list gave. Take it from `next` of the page before.")
    return UUID(int=sum(word << _WORD_BITS * place for place, word in enumerate(words)))


def next_by_id(page: Sequence[Identified], limit: int) -> str | None:
    """Return the cursor that leads on from a page of up to `limit` items, None from the last one."""
    if len(page) < limit:
        return None
    last = page[-1].id.int
    return cursor_text(*(last >> _WORD_BITS * place & (1 << _WORD_BITS) - 1 for place in range(_WORDS)))


def cursor_text(*numbers: int) -> str:
    """Write a cursor that leads to the items after the one with these numbers."""
    return base64.urlsafe_b64encode(".".join(map(str, numbers)).encode()).decode()
