"""Write PDF/A: the report for reading and archiving, in a self-contained file.

Source: docs/formats/report.md, "Files"; 58 Pa. Code 811a.9(a).
"""

import re
import subprocess  # nosec B404  runs a program of ours
import sys
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import orjson

from reports.core.cover import cover_lines
from reports.core.definition import Envelope, Report
from reports.core.document import NO_ACTIVITY, reconciliation_table
from reports.core.readable import readable_row
from reports.core.table import Table, Type
from reports.formats.layout import Layout, Orientation, Part, breakable, layout_of
from reports.formats.report_format import Format

if TYPE_CHECKING:
    from reports.formats.chart import Picture

_MOST_SECONDS: Final = 300
"""Many times as long as the longest table takes. A typesetter that hangs is a failure, and does not block a worker."""

_TYPESETTER: Final = Path(__file__).with_name("typesetter.py")

_ENVELOPE_CHARACTERS: Final = 30
"""Characters of a value on a line, in a third of the wide page or half of the narrow one."""
_MEANING_CHARACTERS: Final = 48
"""Characters of a meaning on a line, in half of the wide page."""
_HEADING_CHARACTERS: Final = 60
_CODE: Final = re.compile("`([^`]*)`")

_TALL_LINES: Final = 12
"""From so many lines on, at least, a row may be cut at the end of a page. Words can make twice as many, which the lying page holds."""

MOST_CELLS: Final = 16_000
"""The most cells of a table that are printed, about 2,000 rows of eight columns. They take 280 MB of the typesetter's
memory (`benchmarks/report_memory.py`)."""


def write_to(report: Report, file: BinaryIO, *, most_cells: int = MOST_CELLS) -> None:
    """Write the typeset report, with at most `most_cells` cells of its table.

    Texts reach the template as data, so that none of them can be markup.
    """
    from reports.formats.glyphs import FONTS  # noqa: PLC0415  the plotting library is large, and few processes print

    # Isolated: without the settings of the current user, and without the modules beside the program.
    command = [sys.executable, "-I", str(_TYPESETTER), str(report.envelope.generated_ms), *map(str, FONTS)]
    page = printed(report, most_cells=most_cells).encode()
    completed = subprocess.run(  # noqa: S603  a command of our own
        command, input=page, capture_output=True, check=False, timeout=_MOST_SECONDS
    )
    if completed.returncode:
        raise RuntimeError(f"The report could not be typeset: {completed.stderr.decode(errors='replace')[-2000:]}")
    file.write(completed.stdout)


FORMAT: Final = Format(name="pdf", media_type="application/pdf", write_to=write_to)


def printed(report: Report, *, most_cells: int = MOST_CELLS) -> str:
    """Return what the template prints, as JSON."""
    from reports.formats.chart import pictures  # noqa: PLC0415  as above
    from reports.formats.glyphs import printable  # noqa: PLC0415  as above

    envelope = report.envelope
    table = _first_rows(report.table, most_cells)
    rows = _texts(table, envelope.exponents)
    layout = layout_of(table, rows)
    return orjson.dumps(
        {
            "wide": layout.orientation is Orientation.LANDSCAPE,
            "title": printable(envelope.title),
            "heading": breakable(printable(envelope.title), _HEADING_CHARACTERS),
            "foot": breakable(printable(_foot(envelope)), _HEADING_CHARACTERS),
            "envelope": [
                (label, breakable(printable(value), _ENVELOPE_CHARACTERS)) for label, value in cover_lines(report)
            ],
            "idle": "" if report.has_activity else NO_ACTIVITY,
            "reconciliation": _reconciliation(envelope, layout.orientation) if envelope.reconciliations else None,
            "differences": [bool(line.reported - line.ledger) for line in envelope.reconciliations],
            "pictures": [_picture(picture) for picture in pictures(report, width_pt=layout.orientation.value)],
            "table": [_part(table, rows, layout, part) for part in layout.parts],
            "rows": len(report.table.rows),
            "meanings": [
                (column.name.replace("_", " "), breakable(printable(_quoted(column.meaning)), _MEANING_CHARACTERS))
                for column in report.table.columns
            ],
        }
    ).decode()


def _quoted(meaning: str) -> str:
    """Return a meaning with quotation marks about the names that Markdown would set as code."""
    return _CODE.sub("\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}", meaning)


def _foot(envelope: Envelope) -> str:
    """Return the foot of every page, which names the report."""
    period = envelope.period
    last = period.until - timedelta(days=1)
    return f"{envelope.title}, {envelope.operator}, {period.first} to {last}, revision {envelope.revision}"


def _first_rows(table: Table, most_cells: int) -> Table:
    return Table(table.columns, tuple(islice(table.rows, most_cells // len(table.columns))), table.totals)


def _picture(picture: "Picture") -> dict[str, str]:
    from reports.formats.glyphs import printable  # noqa: PLC0415  as above

    return {
        "caption": printable(picture.caption),
        "words": printable(picture.words),
        "note": picture.note,
        "svg": picture.svg.decode(),
    }


def _reconciliation(envelope: Envelope, orientation: Orientation) -> list[dict[str, object]]:
    table = reconciliation_table(envelope)
    rows = _texts(table, envelope.exponents)
    layout = layout_of(table, rows, orientation)
    return [_part(table, rows, layout, part) for part in layout.parts]


def _texts(table: Table, exponents: Mapping[str, int]) -> list[list[str]]:
    """Return the rows and totals of a table as texts that can be printed."""
    from reports.formats.glyphs import printable  # noqa: PLC0415  as above

    return [[printable(text) for text in readable_row(table, row, exponents)] for row in (*table.rows, *table.totals)]


def _part(table: Table, rows: Sequence[Sequence[str]], layout: Layout, part: Part) -> dict[str, object]:
    """Return the columns of a table that are printed side by side."""
    columns = [table.columns[index] for index in part.columns]
    cells = [
        [breakable(row[place], most) for place, most in zip(part.columns, part.characters, strict=True)] for row in rows
    ]
    rows_alone = rows[: len(table.rows)]
    return {
        "tall": [number for number, row in enumerate(rows_alone) if _lines(row, part) >= _TALL_LINES],
        "size": layout.size_pt,
        "widths": part.widths_pt,
        "names": [column.name.replace("_", " ") for column in columns],
        "right": [column.type in {Type.INTEGER, Type.MONEY, Type.RATIO} for column in columns],
        "rows": cells[: len(table.rows)],
        "totals": cells[len(table.rows) :],
    }


def _lines(row: Sequence[str], part: Part) -> int:
    """Return how many lines the tallest cell of a row has at least."""
    return max(-(-len(row[place]) // most) for place, most in zip(part.columns, part.characters, strict=True))
