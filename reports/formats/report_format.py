"""Define a format of report files.

Source: docs/formats/report.md, "Files".
"""

from collections.abc import Callable
from dataclasses import dataclass

from reports.core.definition import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of report files."""

    name: str
    """The file extension, and the name in requests and `filing` records."""

    media_type: str
    """The media type of the files."""

    write: Callable[[Report], bytes]
    """Return the file of a report; always the same bytes for the same report."""
