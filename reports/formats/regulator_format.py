"""Define a regulator's own format, which is made from the filed JSON of a report.

Source: docs/adr/0079-a-regulators-own-format.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol


class UnsuitableReport(Exception):  # noqa: N818  says what is the case
    """The report cannot be written in this format; the message says why."""


class Operator(NamedTuple):
    """What an operator says of itself, and no report knows. A format says what it needs, and in which form."""

    licence: str = ""
    """The licence, as the regulator calls it."""

    website: str = ""
    """The address of the page where people play."""

    generator: str = ""
    """What the certificate of the random number generator calls it."""


class Writer(Protocol):
    """Writes the file of a report piece by piece; always the same bytes for the same input."""

    def __call__(
        self, document: Mapping[str, Any], operator: Operator, replaced: Mapping[str, Any] | None = None
    ) -> Iterator[bytes]:
        """Yield the file of a filed report's JSON document, whose `rows` are read once and may be an iterator.

        `replaced` is that of the revision before: None for the first, and where the format does not read it.

        Raises:
            UnsuitableReport: the format has no file for such a report, or the operator says too little of itself. What
                was yielded before is no file.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class RegulatorFormat:
    """A format that one regulator prescribes for some reports."""

    name: str
    """The name in requests: the country, and the file extension after a hyphen."""

    write: Writer

    reads_replaced: bool = False
    """Whether a revision cannot be written without the one before it."""
