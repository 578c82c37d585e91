"""JSON: the document, for programs.

Source: docs/formats/report.md, "Files".
"""

from typing import Final

from kernel import canonical_json
from reports.core.definition import Report
from reports.core.document import document
from reports.formats.format import Format


def write(report: Report) -> bytes:
    """Write the report as canonical JSON and a line feed."""
    return canonical_json.encode(document(report)) + b"\n"


FORMAT: Final = Format(name="json", media_type="application/json", write=write)
