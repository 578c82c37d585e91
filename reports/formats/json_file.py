"""Write JSON: the report document, for programs.

Source: docs/formats/report.md, "Files".
"""

from typing import Final

from kernel import canonical_json
from reports.core.definition import Report
from reports.core.document import report_document
from reports.formats.report_format import Format


def write(report: Report) -> bytes:
    """Return the report as canonical JSON and a line feed."""
    return canonical_json.encode(report_document(report)) + b"\n"


FORMAT: Final = Format(name="json", media_type="application/json", write=write)
