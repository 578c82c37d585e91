"""Which reports an entry of the log came too late for.

A report names the size of the log that it covers. It is out of date if a gaming day that it rests on holds an entry at
or above that size. Reports that do not follow from the log never are: no entry tells.
"""

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from reports.catalogue import BY_KIND
from reports.measures import days_with_entries_from
from reports.models import Order, StoredFiling


def is_outdated(report: Order | StoredFiling) -> bool:
    """Tell whether an entry came too late for a report that was filed, or begun."""
    assert report.log_size is not None, "a report that was begun covers some of the log"
    return _is_outdated(report, report.log_size, days_with_entries_from(report.log_size))


def outdated_among(filings: Sequence[StoredFiling]) -> set[UUID]:
    """Return the ids of those that are out of date; asks once, however many they are."""
    days = days_with_entries_from(min((filing.log_size for filing in filings), default=0))
    return {filing.id for filing in filings if _is_outdated(filing, filing.log_size, days)}


def rests_on(report: Order | StoredFiling, day: date) -> bool:
    """Tell whether entries of a gaming day are in a report's figures: its own days, or all before where it is carried."""
    definition = BY_KIND.get(report.kind)
    if definition is None or not definition.from_log:
        return False
    return day < report.until and (definition.carried or report.first <= day)


def _is_outdated(report: Order | StoredFiling, size: int, days: Sequence[tuple[date, int]]) -> bool:
    return any(last_index >= size and rests_on(report, day) for day, last_index in days)
