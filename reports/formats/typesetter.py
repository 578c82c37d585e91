"""The typesetter, in a process of its own: JSON in, PDF out. Arguments: the folder of fonts, and the file's date in ms.

It remembers what its last ten pages took to set, a gigabyte for long tables, and can only be made to forget by its end.
Started by its path, it imports nothing of ours.
"""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import typst

_TEMPLATE: Final = Path(__file__).with_name("report.typ")

# Tagged for screen readers, and complete in itself for as long as anybody keeps it.
_STANDARD: Final = "a-2a"


def typeset(report: str, *, fonts: Path, dated_ms: int) -> bytes:
    """Lay out what `report` (JSON) says. Its texts reach the template as data: none of them can be markup."""
    return typst.compile(
        _TEMPLATE,
        format="pdf",
        sys_inputs={"report": report},
        pdf_standards=_STANDARD,
        # PDF knows whole seconds alone.
        timestamp=datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=dated_ms // 1000),
        font_paths=[fonts],
        ignore_system_fonts=True,
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(
        typeset(sys.stdin.buffer.read().decode(), fonts=Path(sys.argv[1]), dated_ms=int(sys.argv[2]))
    )
