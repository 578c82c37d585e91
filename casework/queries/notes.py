"""Notes of the staff on a player."""

from dataclasses import dataclass
from uuid import UUID

from casework.models import Note
from casework.queries.words import words_of
from kernel.ids import ChainId


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteView:
    """A note."""

    id: UUID
    author: str
    """`operator:<name>`."""
    at_ms: int
    text: str | None
    """None: the player was erased, and the words with it."""


def notes(chain: ChainId, *, before: UUID | None, limit: int) -> list[NoteView]:
    """Return up to `limit` notes on a player, newest first, before the one of this id (None: from the newest)."""
    rows = Note.objects.filter(chain=chain)
    if before is not None:
        rows = rows.filter(id__lt=before)
    page = list(rows.order_by("-id")[:limit])
    words = words_of(row.id for row in page)
    return [NoteView(id=row.id, author=row.author, at_ms=row.at_ms, text=words.get(row.id)) for row in page]
