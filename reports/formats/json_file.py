"""Write JSON: the report document, for programs.

Source: docs/formats/report.md, "Files".
"""

from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO, Final

from kernel import canonical_json
from reports.core.definition import Report
from reports.core.document import document_rows, report_document_without_rows
from reports.formats.report_format import Format

_ROWS: Final = b'"rows":[]'
"""Nowhere else in the document: within a text the quotation marks are escaped, and no other member has this name."""
_ROWS_AT_ONCE: Final = 2_000


def write_to(report: Report, file: BinaryIO) -> None:
    """Write the report as canonical JSON and a line feed."""
    before, after = canonical_json.encode(report_document_without_rows(report)).split(_ROWS)
    file.write(before + _ROWS.removesuffix(b"]"))
    file.writelines(b"," + rows if number else rows for number, rows in enumerate(_encoded(report)))
    file.write(b"]" + after + b"\n")


def _encoded(report: Report) -> Iterator[bytes]:
    """Yield the rows, some at a time, as they stand in the array."""
    rows = document_rows(report)
    while some := list(islice(rows, _ROWS_AT_ONCE)):
        yield canonical_json.encode({"rows": some}).removeprefix(b'{"rows":[').removesuffix(b"]}")


FORMAT: Final = Format(name="json", media_type="application/json", write_to=write_to)
