"""A page on paper: PDF/A with its fonts inside, the same bytes for the same page and date.

Loaded by those who print, and by nobody else: the typesetter is a large library.
"""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import orjson
import typst

from games.documents.page import Page

_TEMPLATE: Final = Path(__file__).with_name("page.typ")

# Tagged for screen readers, and complete in itself for as long as anybody keeps it.
_STANDARD: Final = "a-2a"

UNDATED: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""The instant that a file bears which bears none: its kind of PDF must have one."""


def pdf_of(page: Page, *, dated: datetime = UNDATED) -> bytes:
    """Lay the page out as a PDF made at `dated`. Its texts reach the template as data: none of them can be markup."""
    return typst.compile(
        _TEMPLATE,
        format="pdf",
        sys_inputs={"page": orjson.dumps(_document(page)).decode()},
        pdf_standards=_STANDARD,
        timestamp=dated,
        ignore_system_fonts=True,
    )


def _document(page: Page) -> dict[str, object]:
    """Write the page with what the interface leaves out: the bars beside the rows."""
    bars = [[list(table.bars) for table in section.tables] for section in page.sections]
    return page.document() | {"bars": bars}
