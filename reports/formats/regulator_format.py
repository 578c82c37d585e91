"""Define a regulator's own format, which is made from the filed JSON of a report.

Source: docs/adr/0079-a-regulators-own-format.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


class UnsuitableReport(Exception):  # noqa: N818  says what is the case
    """The report cannot be written in this format; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegulatorFormat:
    """A format that one regulator prescribes for some reports."""

    name: str
    """The name in requests: the country, and the file extension after a hyphen."""

    write: Callable[[Mapping[str, Any], str], bytes]
    """Return the file of a filed report's JSON document and the operator's licence; always the same bytes for both.

    Raises:
        UnsuitableReport: the format has no file for such a report.
    """
