"""What a format is.

Source: docs/formats/report.md, "Files".
"""

from collections.abc import Callable
from dataclasses import dataclass

from reports.core.definition import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A way to write a report: `name` is how its files end, and how requests and `filing` records call it.

    `write` gives the same bytes for the same report, whenever and wherever it is asked.
    """

    name: str
    media_type: str
    write: Callable[[Report], bytes]
