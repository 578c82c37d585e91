"""PDF/A: the report as it is read and kept, complete in itself.

Source: docs/formats/report.md, "Files"; 58 Pa. Code 811a.9(a).
"""

import subprocess  # nosec B404  runs a program of ours
import sys
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import orjson

from reports.core.cells import shown_row
from reports.core.definition import Envelope, Report
from reports.core.document import NO_ACTIVITY, reconciliation_table
from reports.core.front import lines
from reports.core.table import Table, Type
from reports.formats.format import Format
from reports.formats.layout import breakable, layout_of

if TYPE_CHECKING:
    from reports.formats.chart import Picture

_MOST_SECONDS: Final = 300
"""Many times what the longest table takes: one that hangs is a failure, and no worker waits to be killed with it."""

_TYPESETTER: Final = Path(__file__).with_name("typesetter.py")

_ENVELOPE_CHARACTERS: Final = 30
"""Of a value on a line in a third of the page."""
_MEANING_CHARACTERS: Final = 48
"""Of a meaning in half of the page."""
_HEADING_CHARACTERS: Final = 60

MOST_CELLS: Final = 60_000
"""Cells of a table that are printed, some 4,000 rows: each takes the typesetter 13 KB, and nobody reads more on paper."""


def write(report: Report, *, most_cells: int = MOST_CELLS) -> bytes:
    """Typeset the report, of its table as many rows as have `most_cells` cells.

    Its texts reach the template as data: none of them can be markup.
    """
    from reports.formats.glyphs import FONTS  # noqa: PLC0415  the plotter's library is large, and few processes print

    # Isolated: no settings of the person who started us, and none of the modules beside the program.
    command = [sys.executable, "-I", str(_TYPESETTER), str(FONTS), str(report.envelope.generated_ms)]
    page = printed(report, most_cells=most_cells).encode()
    done = subprocess.run(  # noqa: S603  no words but ours
        command, input=page, capture_output=True, check=False, timeout=_MOST_SECONDS
    )
    if done.returncode:
        raise RuntimeError(f"The report could not be typeset: {done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout


FORMAT: Final = Format(name="pdf", media_type="application/pdf", write=write)


def printed(report: Report, *, most_cells: int = MOST_CELLS) -> str:
    """Write what the template prints, as JSON."""
    from reports.formats.chart import pictures  # noqa: PLC0415  as above
    from reports.formats.glyphs import printable  # noqa: PLC0415  as above

    envelope = report.envelope
    reconciliation = reconciliation_table(envelope)
    return orjson.dumps(
        {
            "title": printable(envelope.title),
            "heading": breakable(printable(envelope.title), _HEADING_CHARACTERS),
            "foot": breakable(printable(_foot(envelope)), _HEADING_CHARACTERS),
            "envelope": [(label, breakable(printable(value), _ENVELOPE_CHARACTERS)) for label, value in lines(report)],
            "idle": NO_ACTIVITY if report.idle else "",
            "reconciliation": _table(reconciliation, envelope.exponents) if envelope.reconciled else None,
            "differences": [bool(line.reported - line.ledger) for line in envelope.reconciled],
            "pictures": [_picture(picture) for picture in pictures(report)],
            "table": _table(_first_rows(report.table, most_cells), envelope.exponents),
            "rows": len(report.table.rows),
            "meanings": [
                (column.name.replace("_", " "), breakable(printable(column.meaning), _MEANING_CHARACTERS))
                for column in report.table.columns
            ],
        }
    ).decode()


def _foot(envelope: Envelope) -> str:
    """Say on each page what it is a page of."""
    period = envelope.period
    last = period.until - timedelta(days=1)
    return f"{envelope.title}, {envelope.operator}, {period.first} to {last}, revision {envelope.revision}"


def _first_rows(table: Table, most_cells: int) -> Table:
    return Table(table.columns, table.rows[: most_cells // len(table.columns)], table.totals)


def _picture(picture: "Picture") -> dict[str, str]:
    from reports.formats.glyphs import printable  # noqa: PLC0415  as above

    return {
        "caption": printable(picture.caption),
        "words": printable(picture.words),
        "note": picture.note,
        "svg": picture.svg.decode(),
    }


def _table(table: Table, exponents: Mapping[str, int]) -> dict[str, object]:
    """Write a table as it is printed: texts, and how they fit the page."""
    from reports.formats.glyphs import printable  # noqa: PLC0415  as above

    rows = [[printable(text) for text in shown_row(table, row, exponents)] for row in (*table.rows, *table.totals)]
    layout = layout_of(table, rows)
    cut = [_cut(row, layout.characters) for row in rows]
    return {
        "size": layout.size_pt,
        "widths": layout.widths_pt,
        "names": [column.name.replace("_", " ") for column in table.columns],
        "right": [column.type in {Type.INTEGER, Type.MONEY, Type.RATIO} for column in table.columns],
        "rows": cut[: len(table.rows)],
        "totals": cut[len(table.rows) :],
    }


def _cut(row: Sequence[str], characters: Sequence[int]) -> Sequence[str | Sequence[str]]:
    return [breakable(text, held) for text, held in zip(row, characters, strict=True)]
