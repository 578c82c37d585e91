"""Which documents players agreed to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from kernel.ids import ChainId
from players.core.legal_documents import Document
from players.models import Consent


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentView:
    """A document, and whether a player agreed to it."""

    document: Document
    """The current version."""
    agreed_version: str | None
    """The version that is agreed to; None for none, also after a withdrawal."""
    agreed_at: datetime | None
    """When; None for no version."""


def consents_of(chain: ChainId, documents: Sequence[Document]) -> list[ConsentView]:
    """Return each document, and the version of it that a player agreed to."""
    newest = Consent.objects.filter(player_id=chain).order_by("kind", "-id").distinct("kind")
    agreed = {row.kind: row for row in newest if row.given}
    return [
        ConsentView(
            document=document,
            agreed_version=agreed[document.kind].version if document.kind in agreed else None,
            agreed_at=agreed[document.kind].at if document.kind in agreed else None,
        )
        for document in documents
    ]
