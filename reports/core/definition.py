"""What a report is: its columns, where its rows come from, and how it is held against the ledger.

Source: docs/formats/report.md; regulation section 8.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from reports.core.period import Period
from reports.core.table import Column, Row, Table
from responsible_gaming.core.jurisdiction import Jurisdiction

FIRST_PAGE: Final = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a report is made of: the interval, the jurisdiction, the size of the log that its figures cover."""

    period: Period
    jurisdiction: Jurisdiction
    log_size: int


class Page(NamedTuple):
    """Some rows of a report in order, and where the next ones begin: any text, None after the last."""

    rows: Sequence[Row]
    following: str | None = None


class Reconciliation(NamedTuple):
    """Two ways to one figure, in words, with the minor units (or the count) of both. They agree or must be explained."""

    what: str
    accounts: str
    currency: str
    reported: int
    ledger: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Bars for a report that people would rather look at: for each value of `label`, those of the `values` columns.

    Of rows about players' accounts alone.
    """

    title: str
    label: str
    values: tuple[str, ...]


def _nothing_to_compare(_: Asked, __: Table) -> Sequence[Reconciliation]:
    return ()


def _nothing_set(_: Jurisdiction) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A report of the catalogue. A change of its columns or their meaning is a new `version`.

    `page` returns the rows from a place on, FIRST_PAGE at the beginning; what it returned once it returns again, for a
    day that has settled. `from_log` says that its figures follow from the log's entries, so that a late one makes a new
    revision; with `carried` those before the interval count too, as in a balance. With `to_date` it
    is due for the year and for life to date too, whenever a month ends; lists, which would only repeat what their days
    told, are not. `parameters` are what the profile sets for it (thresholds), by name: without them nobody else could
    make it again. `filters` are the columns of text that a request may hold to one value.
    """

    kind: str
    title: str
    version: int
    source: str
    columns: tuple[Column, ...]
    page: Callable[[Asked, str], Page]
    reconcile: Callable[[Asked, Table], Sequence[Reconciliation]] = _nothing_to_compare
    parameters: Callable[[Jurisdiction], Mapping[str, int]] = _nothing_set
    from_log: bool = False
    carried: bool = False
    to_date: bool = False
    filters: tuple[str, ...] = ()
    chart: Chart | None = None

    def __post_init__(self) -> None:
        """Name only columns that there are."""
        names = {column.name for column in self.columns}
        told = {*self.filters, *((self.chart.label, *self.chart.values) if self.chart else ())}
        told |= {name for column in self.columns for name in column.share or ()}
        assert told <= names, f"{self.kind}: no such columns: {told - names}"
        assert self.from_log or not self.carried, f"{self.kind}: only what follows from the log is carried"


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What stands around the table of every report (GLI-19 2.9.1).

    `definition` is the version of its definition, `software` that of the program; instants in ms. `exponents` has the
    decimal places of each currency that occurs.
    """

    kind: str
    title: str
    source: str
    definition: int
    software: str
    operator: str
    jurisdiction: str
    period: Period
    revision: int
    generated_ms: int
    log_origin: str
    log_size: int
    filters: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, int] = field(default_factory=dict)
    exponents: Mapping[str, int] = field(default_factory=dict)
    reconciled: Sequence[Reconciliation] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report, complete: every format of it is a function of this value alone."""

    envelope: Envelope
    table: Table
    chart: Chart | None = None

    @property
    def idle(self) -> bool:
        """Whether there is nothing to tell: the report then says "No Activity"."""
        return not self.table.rows
