"""The texts of what players agree to, out of `players/documents/`."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from players.core.legal_documents import Document

_FOLDER: Final = Path(__file__).parent / "documents"


@cache
def document_text(document: Document) -> str:
    """Return a document's text, in Markdown: the very bytes whose digest a player's consent names."""
    content = (_FOLDER / f"{document.kind}-{document.version}.md").read_bytes()
    assert hashlib.sha256(content).hexdigest() == document.sha256, f"{document.kind} is not the text that was published"
    return content.decode()
