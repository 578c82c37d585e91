"""What a report is: its columns, how its rows are read, and how its totals are compared with the ledger.

Source: docs/formats/report.md; regulation section 8.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from reports.core.period import Period
from reports.core.reported_log import OneLog, ReportedLog
from reports.core.revision import Revised
from reports.core.table import Column, Row, Table, Type
from responsible_gaming.core.jurisdiction import Jurisdiction

FIRST_PAGE: Final = ""
"""The cursor of a report's first page."""


class NotAddable(Exception):  # noqa: N818  named for what they are
    """Reports of several cells cannot be added; the text says which, and why. Nothing was added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportScope:
    """What one report covers."""

    period: Period
    """The gaming days."""

    jurisdiction: Jurisdiction
    """The rules in force, with their thresholds."""

    log_size: int
    """How many entries of the log the figures include."""


class Page(NamedTuple):
    """Consecutive rows of a report."""

    rows: Sequence[Row]
    """The rows, in the order of the report."""

    next_cursor: str | None = None
    """Where the next page begins, in any notation of the report's own; None after the last page."""


class Reconciliation(NamedTuple):
    """One figure computed in two ways. The two must be equal, or the difference must be explained."""

    what: str
    """The figure and the second way, in words."""

    accounts: str
    """`players` or `test`."""

    currency: str
    """ISO 4217 code; empty for a count."""

    reported: int
    """The report's figure, in minor units or as a count."""

    ledger: int
    """The figure computed in the second way, in the same unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A bar chart of the rows about players' accounts."""

    title: str
    """The caption."""

    label: str
    """The column that names a group of bars."""

    values: tuple[str, ...]
    """The columns that give the heights, one bar each."""


def _no_reconciliation(_: ReportScope, __: Table) -> Sequence[Reconciliation]:
    return ()


def _no_parameters(_: Jurisdiction) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedOverCells:
    """How the rows of several cells become one row: those with the same labels are added, column by column."""

    again: Mapping[str, Callable[[Row, Period, Jurisdiction], int | None]] = field(default_factory=dict, hash=False)
    """The summed columns of which the sum over cells is not the figure: each is computed from the added row.

    Raises NotAddable where that row does not say enough.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A report of the catalogue."""

    kind: str
    """The name in requests, records and file names, in kebab-case. It is never reused."""

    title: str
    """The name for people."""

    version: int
    """Counts up from 1 when a column or its meaning changes."""

    regulation: str
    """The rule that requires the report."""

    columns: tuple[Column, ...]
    """The columns, from left to right."""

    read_page: Callable[[ReportScope, str], Page]
    """Return the page that begins at a cursor (FIRST_PAGE for the first).

    Must always return the same rows for a settled day.
    """

    page_of_games: Callable[[ReportScope, Sequence[Any]], Page] | None = None
    """Return the one page from the sums of the interval's rounds (`reports.queries.rollups.GameSums`), whoever added
    them up. None for a report that needs more of the interval than these: it cannot be made from copies.
    """

    reconcile: Callable[[ReportScope, Table], Sequence[Reconciliation]] = _no_reconciliation
    """Compare the complete table with the ledger. Not called for a filtered report."""

    parameters: Callable[[Jurisdiction], Mapping[str, int]] = _no_parameters
    """What the jurisdiction sets for this report, such as thresholds, by name.

    The envelope states them, so that anybody can make the report again.
    """

    from_log: bool = False
    """Whether the figures follow from the log. A late entry then makes the report outdated, and a revision is due."""

    beyond_log: bool = False
    """Whether some of its columns do not follow from the log, though the others do."""

    carries_balance: bool = False
    """Whether entries before the interval also count, as they do in a balance."""

    names_rules: bool = False
    """Whether it says which rule sheets were on offer. A sheet that reaches the log late then makes it outdated."""

    cumulative: bool = False
    """Whether the report is also due for the year to date and for life to date, at the end of each month."""

    delivered_by_default: bool = True
    """Whether a destination that names no kinds gets it. Not where what it tells of a person is for few."""

    filters: tuple[str, ...] = ()
    """The text columns that a request may restrict to one value."""

    over_cells: AddedOverCells | None = None
    """How its rows are added over cells. None where a sum would mean nothing: then the rows of all cells are listed."""

    chart: Chart | None = None
    """What the PDF and the workbook draw, if anything."""

    def __post_init__(self) -> None:
        """Check that every column named elsewhere exists."""
        names = {column.name for column in self.columns}
        used = {*self.filters, *((self.chart.label, *self.chart.values) if self.chart else ())}
        used |= {name for column in self.columns for name in column.quotient or ()}
        assert used <= names, f"{self.kind}: no such columns: {used - names}"
        assert self.from_log or not self.carries_balance, f"{self.kind}: only a report from the log carries a balance"
        assert self.from_log or not self.beyond_log, f"{self.kind}: nothing of it follows from the log"
        if self.over_cells is not None:
            kept = {column.name for column in self.columns if column.is_label and column.type is Type.MONEY}
            assert not kept, f"{self.kind}: amounts that are not summed cannot be added over cells: {kept}"
            assert self.over_cells.again.keys() <= {column.name for column in self.columns if column.summed}

    @property
    def rechecked(self) -> bool:
        """Whether it is read again a day later: no log entry tells that something came too late for it."""
        return self.beyond_log or not self.from_log


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What stands around the table of every report (GLI-19 2.9.1)."""

    kind: str
    """The report's kind."""

    title: str
    """The report's name for people."""

    regulation: str
    """The rule that requires the report."""

    definition: int
    """The version of the report's definition."""

    software: str
    """The version of the program."""

    operator: str
    """The operator's name."""

    jurisdiction: str
    """The name of the jurisdiction."""

    period: Period
    """The gaming days."""

    revision: int
    """1 for the first filing of this interval, then counting up."""

    revised: Revised | None = None
    """What the revision says of the one before; None for the first."""

    generated_ms: int
    """When generation began: epoch milliseconds."""

    log: ReportedLog
    """The log that the figures are from, or the logs of the cells that were added."""

    filters: Mapping[str, str] = field(default_factory=dict)
    """Column to the one value that rows were restricted to."""

    parameters: Mapping[str, int] = field(default_factory=dict)
    """What the jurisdiction set for this report."""

    exponents: Mapping[str, int] = field(default_factory=dict)
    """The number of decimal places of each currency that occurs."""

    reconciliations: Sequence[Reconciliation] = ()
    """The comparisons with the ledger."""

    @property
    def log_size(self) -> int:
        """How many entries of its log the figures include; not of a report over cells, which has several logs."""
        assert isinstance(self.log, OneLog), "only what is of one log is filed"
        return self.log.size


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A complete report. Every file format is a function of this value alone."""

    envelope: Envelope
    """What stands around the table."""

    table: Table
    """Rows and totals."""

    chart: Chart | None = None
    """What to draw, if anything."""

    @property
    def has_activity(self) -> bool:
        """Whether there are rows; without any the report says "No Activity"."""
        return bool(self.table.rows)
