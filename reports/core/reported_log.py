"""Which log a report is from, or which logs of several cells, as its envelope tells it.

Source: docs/formats/report.md, "Envelope", "Reports over cells".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol


class ReportedLog(Protocol):
    """What an envelope says of the log or the logs."""

    @property
    def version(self) -> str:
        """The version of the document, which is another one for reports over cells."""

    @property
    def document(self) -> Mapping[str, object]:
        """The members of the JSON document."""

    @property
    def lines(self) -> Sequence[tuple[str, str]]:
        """The same for a file of lines: names and values."""

    @property
    def cover_lines(self) -> Sequence[tuple[str, str]]:
        """The same for people: labels and values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneLog:
    """The log of one installation, or of one cell."""

    version: ClassVar[str] = "rdf-report/3"

    origin: str
    """The origin of the log."""

    size: int
    """How many entries of the log the figures include."""

    @property
    def document(self) -> Mapping[str, object]:
        """The member `log`."""
        return {"log": {"origin": self.origin, "size": self.size}}

    @property
    def lines(self) -> Sequence[tuple[str, str]]:
        """The same as lines."""
        return (("log.origin", self.origin), ("log.size", str(self.size)))

    @property
    def cover_lines(self) -> Sequence[tuple[str, str]]:
        """The same for people."""
        return (("Log", self.origin), ("Entries of the log that are covered", str(self.size)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LogOfCell:
    """A cell's log, the report that was filed in it, and the checkpoint under which both are."""

    origin: str
    """The origin of the cell's log."""

    size: int
    """How many of its entries the figures include."""

    revision: int
    """Which filing of the report was added."""

    sha256: str
    """The digest of its JSON file, which the cell's `filing` record names: 64 hex digits."""

    checkpoint_size: int
    """The size of a published checkpoint that covers the `filing` record, and so the figures."""

    checkpoint_root: str
    """The root of that checkpoint, in base64."""

    parent_index: int | None = None
    """The entry of the parent log that is this checkpoint, counted from 0; None where there is no parent log."""

    @property
    def document(self) -> Mapping[str, object]:
        """An item of the member `logs`; it has `parent_index` only if there is a parent log."""
        fields = {
            "origin": self.origin,
            "size": self.size,
            "revision": self.revision,
            "sha256": self.sha256,
            "checkpoint": {"size": self.checkpoint_size, "root": self.checkpoint_root},
        }
        return fields if self.parent_index is None else {**fields, "parent_index": self.parent_index}

    @property
    def lines(self) -> Sequence[tuple[str, str]]:
        """The same as names within the item, and values."""
        return (
            ("origin", self.origin),
            ("size", str(self.size)),
            ("revision", str(self.revision)),
            ("sha256", self.sha256),
            ("checkpoint.size", str(self.checkpoint_size)),
            ("checkpoint.root", self.checkpoint_root),
            *(() if self.parent_index is None else (("parent_index", str(self.parent_index)),)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ParentLog:
    """The published checkpoint of the parent log that covers every cell's."""

    origin: str
    """The origin of the parent log."""

    size: int
    """How many entries it has."""

    root: str
    """Their root, in base64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogsOfCells:
    """The logs of the cells whose reports were added."""

    version: ClassVar[str] = "rdf-report-over-cells/1"

    logs: tuple[LogOfCell, ...]
    """A log for each cell, by origin."""

    parent: ParentLog | None
    """The parent log; None where there is none."""

    def __post_init__(self) -> None:
        """Check that the parent log covers every cell or none."""
        assert all((log.parent_index is None) is (self.parent is None) for log in self.logs)

    @property
    def document(self) -> Mapping[str, object]:
        """The members `logs` and `parent`, which is an empty object where there is no parent log."""
        parent = self.parent
        fields = {} if parent is None else {"origin": parent.origin, "size": parent.size, "root": parent.root}
        return {"logs": [log.document for log in self.logs], "parent": fields}

    @property
    def lines(self) -> Sequence[tuple[str, str]]:
        """The same as lines; logs are numbered from 1."""
        parent = self.parent
        of_parent = (
            () if parent is None else (("origin", parent.origin), ("size", str(parent.size)), ("root", parent.root))
        )
        return (
            *((f"logs.{at}.{name}", value) for at, log in enumerate(self.logs, 1) for name, value in log.lines),
            *((f"parent.{name}", value) for name, value in of_parent),
        )

    @property
    def cover_lines(self) -> Sequence[tuple[str, str]]:
        """The same for people."""
        parent = self.parent
        covered = "none: the logs of the cells stand by themselves"
        if parent is not None:
            covered = f"{parent.origin}, {parent.size} entries, root {parent.root}"
        return (*(line for at, log in enumerate(self.logs, 1) for line in _cover_of(at, log)), ("Parent log", covered))


def _cover_of(at: int, log: LogOfCell) -> Sequence[tuple[str, str]]:
    place = "" if log.parent_index is None else f", entry {log.parent_index} of the parent log"
    return (
        (f"Log {at}", log.origin),
        (f"Log {at}: entries that are covered", str(log.size)),
        (f"Log {at}: filed as", f"revision {log.revision}, JSON with SHA-256 {log.sha256}"),
        (f"Log {at}: checkpoint", f"{log.checkpoint_size} entries, root {log.checkpoint_root}{place}"),
    )
