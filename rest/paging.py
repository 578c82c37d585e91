"""Pages of lists. A page starts after a key, not after a count, so that every page costs the same."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Final, Protocol
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from kernel.refusals import Refusal, RefusalKind

DEFAULT_LIMIT: Final = 50
MAX_LIMIT: Final = 200
_LARGEST: Final = 2**62

# An id has 128 bits, and a cursor's numbers have 62 each.
_WORD_BITS: Final = 32
ID_WORDS: Final = 4
"""So many numbers of a cursor hold an id."""

PAGE_PARAMETERS: Final = (
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MAX_LIMIT, "default": DEFAULT_LIMIT},
        description="How many items a page has at most.",
    ),
    OpenApiParameter("cursor", OpenApiTypes.STR, description="`next` of the page before."),
)


class Identified(Protocol):
    """An item of a list that is ordered by id."""

    @property
    def id(self) -> UUID:
        """The id, after which the next page begins."""


class MalformedPage(Refusal):
    """The page is malformed."""

    code, kind = "malformed-page", RefusalKind.MALFORMED


def limit_of(query: Mapping[str, str]) -> int:
    """Return how many items a page has at most: 1 to 200, 50 by default.

    Raises:
        MalformedPage: `limit` is not 1 to 200.
    """
    text = query.get("limit", str(DEFAULT_LIMIT))
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_LIMIT)) and 1 <= int(text) <= MAX_LIMIT):
        raise MalformedPage(f"`limit` is 1 to {MAX_LIMIT}.")
    return int(text)


def cursor_of(query: Mapping[str, str], *, parts: int) -> tuple[int, ...] | None:
    """Return the numbers in the query's cursor, or None for the first page.

    Raises:
        MalformedPage: `cursor` is not one of this list.
    """
    text = query.get("cursor")
    if text is None:
        return None
    try:
        numbers = tuple(int(part) for part in base64.urlsafe_b64decode(text.encode()).decode().split("."))
    except (ValueError, binascii.Error):
        numbers = ()
    if len(numbers) != parts or not all(0 <= number < _LARGEST for number in numbers):
        raise MalformedPage("`cursor` is not one of this list. Take it from `next` of the page before.")
    return numbers


def id_cursor_of(query: Mapping[str, str]) -> UUID | None:
    """Return the id in the query's cursor, or None for the first page.

    Raises:
        MalformedPage: `cursor` is not one of this list.
    """
    words = cursor_of(query, parts=ID_WORDS)
    return None if words is None else id_of_words(words)


def id_of_words(words: Sequence[int]) -> UUID:
    """Return the id that a cursor holds as `words_of_id`.

    Raises:
        MalformedPage: they are not those of an id.
    """
    if max(words) >= 1 << _WORD_BITS:
        raise MalformedPage("`cursor` is not one of this list. Take it from `next` of the page before.")
    return UUID(int=sum(word << _WORD_BITS * place for place, word in enumerate(words)))


def words_of_id(named: UUID) -> tuple[int, ...]:
    """Return an id as `ID_WORDS` numbers of a cursor."""
    return tuple(named.int >> _WORD_BITS * place & (1 << _WORD_BITS) - 1 for place in range(ID_WORDS))


def next_by_id(page: Sequence[Identified], limit: int) -> str | None:
    """Return the cursor of the page after this one, None where this page of at most `limit` items is the last."""
    if len(page) < limit:
        return None
    return id_cursor(page[-1].id)


def id_cursor(last: UUID) -> str:
    """Return the cursor of the page that begins after the item with this id."""
    return cursor_text(*words_of_id(last))


def cursor_text(*numbers: int) -> str:
    """Return the cursor of the page that begins after the item with these numbers."""
    return base64.urlsafe_b64encode(".".join(map(str, numbers)).encode()).decode()
