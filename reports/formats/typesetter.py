"""The typesetter, a program: JSON in, PDF out. Arguments: the file's date in epoch ms, and the folders of fonts.

The library caches the layout of its last ten pages, a gigabyte for long tables, and frees it only when the process
ends. The program is started by its path, and imports nothing of ours.
"""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import typst

_TEMPLATE: Final = Path(__file__).with_name("report.typ")

# PDF/A-2a: tagged for screen readers, and self-contained for archives.
_STANDARD: Final = "a-2a"


def typeset(report: str, *, fonts: list[Path], dated_ms: int) -> bytes:
    """Return the PDF of `report` (JSON). Texts reach the template as data, so that none of them can be markup."""
    return typst.compile(
        _TEMPLATE,
        format="pdf",
        sys_inputs={"report": report},
        pdf_standards=_STANDARD,
        # PDF has whole seconds only.
        timestamp=datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=dated_ms // 1000),
        font_paths=fonts,
        ignore_system_fonts=True,
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(
        typeset(sys.stdin.buffer.read().decode(), fonts=[*map(Path, sys.argv[2:])], dated_ms=int(sys.argv[1]))
    )
