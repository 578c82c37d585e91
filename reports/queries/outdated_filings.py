"""Find the reports for which an entry of the log came too late.

A report states the log size that it covers. It is outdated if a gaming day in its figures has an entry at or above
that size, or if its figures name rule sheets and one of an earlier time has. It is not if it was made again since with
the same rows. A report that does not follow from the log is never outdated, nor is one of days that are counted no more: what
comes late for these is in a report of its own day (docs/adr/0083-gaming-days-at-another-hour.md).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol
from uuid import UUID

from django.db.models import Max

from games.queries.sheet_versions import rules_logged_from
from kernel.instants import from_epoch_ms
from reports.core.day_zone import DayZone
from reports.core.definition import Definition
from reports.core.statuses import OrderStatus
from reports.models.orders import ReportOrder
from reports.queries.day_zones import StoredInterval, counted_zone, is_counted_still, stored_period
from reports.queries.rollups import days_with_entries_from


class CoveredReport(StoredInterval, Protocol):
    """A report in generation, or filed."""

    @property
    def kind(self) -> str:
        """The report's kind."""

    @property
    def log_size(self) -> int | None:
        """How many entries of the log the figures include; None before generation begins."""


class FiledReport(CoveredReport, Protocol):
    """A filed report."""

    @property
    def id(self) -> UUID:
        """The filing's id."""

    @property
    def revision(self) -> int:
        """1 for the first filing of the interval."""

    @property
    def filters_digest(self) -> str:
        """Stands for the filters."""

    @property
    def log_size(self) -> int:
        """How many entries of the log the figures include."""


class LateDay(NamedTuple):
    """A gaming day with entries from an index on."""

    day: date
    last_index: int
    """The index of the newest of them."""
    of_rules: bool
    """Whether they are rule sheets; if not, they move money."""


def late_days(index: int, zone: DayZone) -> list[LateDay]:
    """Return the gaming days with entries at or above `index` on which reports rest."""
    money = [LateDay(day, last, of_rules=False) for day, last in days_with_entries_from(index)]
    rules = [
        LateDay(zone.day_of(from_epoch_ms(sheet.time_ms)), sheet.log_index, of_rules=True)
        for sheet in rules_logged_from(index)
    ]
    return money + rules


def is_outdated(report: CoveredReport, definition: Definition | None) -> bool:
    """Return whether an entry came too late for a report in generation.

    `definition` is None for a report that has left the catalogue.
    """
    assert report.log_size is not None, "generation has begun"
    zone = stored_period(report, counted_zone()).zone
    return _is_outdated(report, definition, report.log_size, late_days(report.log_size, zone))


def is_filing_outdated(filing: FiledReport, definition: Definition | None) -> bool:
    """Return whether an entry came too late for a filed report, and may change a row of it."""
    return filing.id in outdated_ids([filing], {} if definition is None else {filing.kind: definition})


def outdated_ids(filings: Sequence[FiledReport], definitions: Mapping[str, Definition]) -> set[UUID]:
    """Return the ids of the outdated filings, with a query for each of what may be late, and one for what stayed."""
    counted = counted_zone()
    filings = [filing for filing in filings if counted is not None and is_counted_still(filing, counted)]
    if not filings:
        return set()
    index = min(filing.log_size for filing in filings)
    zones = {filing.id: stored_period(filing, counted).zone for filing in filings}
    days = {zone: late_days(index, zone) for zone in set(zones.values())}
    sizes = _confirmed_sizes(filings)
    return {
        filing.id
        for filing in filings
        if _is_outdated(filing, definitions.get(filing.kind), sizes[filing.id], days[zones[filing.id]])
    }


def money_came_late(filing: FiledReport, definition: Definition) -> bool:
    """Return whether an entry that moves money came too late for a filed report."""
    zone = stored_period(filing, counted_zone()).zone
    days = [day for day in late_days(filing.log_size, zone) if not day.of_rules]
    return _is_outdated(filing, definition, filing.log_size, days)


def covers_day(report: CoveredReport, late: LateDay, definition: Definition | None) -> bool:
    """Return whether a report counts entries of this gaming day: one of its own, or any earlier one for what it carries."""
    if definition is None or not definition.from_log or late.day >= report.until:
        return False
    if late.of_rules:
        return definition.names_rules
    return definition.carries_balance or report.first <= late.day


def _is_outdated(report: CoveredReport, definition: Definition | None, log_size: int, days: Iterable[LateDay]) -> bool:
    return any(late.last_index >= log_size and covers_day(report, late, definition) for late in days)


def _confirmed_sizes(filings: Sequence[FiledReport]) -> dict[UUID, int]:
    """Return for each filing how many entries of the log its rows were found to agree with."""
    same = ReportOrder.objects.filter(
        status=OrderStatus.UNCHANGED,
        kind__in={filing.kind for filing in filings},
        until__in={filing.until for filing in filings},
    )
    names = ("kind", "first", "until", "zone", "starts", "filters_digest", "revision")
    covered = {tuple(row[:-1]): row[-1] for row in same.values_list(*names).annotate(size=Max("log_size"))}
    keys = {
        filing.id: (
            filing.kind,
            filing.first,
            filing.until,
            filing.zone,
            filing.starts,
            filing.filters_digest,
            filing.revision + 1,
        )
        for filing in filings
    }
    return {filing.id: max(filing.log_size, covered.get(keys[filing.id], 0)) for filing in filings}
