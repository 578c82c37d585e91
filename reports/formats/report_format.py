"""Define a format of report files.

Source: docs/formats/report.md, "Files".
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from reports.core.definition import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of report files."""

    name: str
    """The file extension, and the name in requests and `filing` records."""

    media_type: str
    """The media type of the files."""

    write_to: Callable[[Report, BinaryIO], None]
    """Write the file of a report; always the same bytes for the same report. No more than a page is kept in memory."""

    def write(self, report: Report) -> bytes:
        """Return the file of a short report."""
        return written(self.write_to, report)


def written(write_to: Callable[[Report, BinaryIO], None], report: Report) -> bytes:
    """Return what a function writes."""
    file = io.BytesIO()
    write_to(report, file)
    return file.getvalue()
