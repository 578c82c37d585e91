"""Find the reports for which an entry of the log came too late.

A report states the log size that it covers. It is outdated if a gaming day in its figures has an entry at or above
that size. A report that does not follow from the log is never outdated.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol
from uuid import UUID

from reports.core.definition import Definition
from reports.queries.rollups import days_with_entries_from


class CoveredReport(Protocol):
    """A report in generation, or filed."""

    @property
    def kind(self) -> str:
        """The report's kind."""

    @property
    def first(self) -> date:
        """The first gaming day."""

    @property
    def until(self) -> date:
        """The day after the last gaming day."""

    @property
    def log_size(self) -> int | None:
        """How many entries of the log the figures include; None before generation begins."""


class FiledReport(CoveredReport, Protocol):
    """A filed report."""

    @property
    def id(self) -> UUID:
        """The filing's id."""

    @property
    def log_size(self) -> int:
        """How many entries of the log the figures include."""


def is_outdated(report: CoveredReport, definition: Definition | None) -> bool:
    """Return whether an entry came too late for a report in generation, or filed.

    `definition` is None for a report that has left the catalogue.
    """
    assert report.log_size is not None, "generation has begun"
    return _is_outdated(report, definition, report.log_size, days_with_entries_from(report.log_size))


def outdated_ids(filings: Sequence[FiledReport], definitions: Mapping[str, Definition]) -> set[UUID]:
    """Return the ids of the outdated filings, with one query for all of them."""
    days = days_with_entries_from(min((filing.log_size for filing in filings), default=0))
    return {
        filing.id for filing in filings if _is_outdated(filing, definitions.get(filing.kind), filing.log_size, days)
    }


def covers_day(report: CoveredReport, day: date, definition: Definition | None) -> bool:
    """Return whether a report counts entries of this gaming day: one of its own, or any earlier one for a balance."""
    if definition is None or not definition.from_log:
        return False
    return day < report.until and (definition.carries_balance or report.first <= day)


def _is_outdated(
    report: CoveredReport, definition: Definition | None, log_size: int, days: Sequence[tuple[date, int]]
) -> bool:
    return any(last_index >= log_size and covers_day(report, day, definition) for day, last_index in days)
