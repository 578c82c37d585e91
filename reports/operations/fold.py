"""Taking the log into the roll-ups, in its own order and behind one cursor.

A crash before the commit leaves roll-ups and cursor as they were; after it, both are further.

Source: docs/adr/0021-reports.md.
"""

from datetime import timedelta
from typing import Final

from django.db import connection, transaction

from audit.queries.log import frontier, has_unlogged_before
from audit.queries.record_documents import logged_cte
from kernel.cte import with_statement
from kernel.instants import from_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from reports.core.period import Period, gaming_day
from reports.models import Cursor
from reports.operations.rollups import cursor_clause, rollup_clauses
from wallet.queries.postings import JOURNALS_LOGGED

_ENTRIES_MAX: Final = 20_000
_DAY: Final = timedelta(days=1)


class RollupsInAnotherZone(Refusal):
    """The roll-ups are kept by the days of another zone."""

    code, kind = "rollups-in-another-zone", RefusalKind.UNAVAILABLE


def fold(zone: str) -> int:
    """Take what the log holds beyond the cursor into the roll-ups, and return the size up to which they now reach.

    Raises:
        RollupsInAnotherZone: nothing was folded.
    """
    while True:
        size, whole = _fold_some(zone)
        if whole:
            return size


def settled_size(period: Period) -> int | None:
    """Fold what there is, and return the size of the log that covers all of the interval; None if some of it waits.

    Whoever reads figures of the interval afterwards asks again at the end: what came in between is above that size.
    """
    size = fold(period.zone)
    if has_unlogged_before(period.end_ms) or _moved_behind(size, before_ms=period.end_ms):
        return None
    return size


def hold_cursor(zone: str) -> Cursor:
    """Hold the one row until the transaction ends: folds, and orders, come one after the other.

    Raises:
        RollupsInAnotherZone: the profile's zone was changed.
    """
    Cursor.objects.bulk_create([Cursor(id=1, size=0, zone=zone)], ignore_conflicts=True)
    cursor = Cursor.objects.select_for_update().get(id=1)
    if cursor.zone != zone:
        raise RollupsInAnotherZone(
            f"Nothing was done. They are kept by the days of {cursor.zone}, and days of {zone} were asked for."
            " Where the profile was changed, run `manage.py rebuild_rollups` and ask again."
        )
    return cursor


def _fold_some(zone: str) -> tuple[int, bool]:
    with transaction.atomic():
        cursor = hold_cursor(zone)
        log_size = frontier().size
        until = min(log_size, cursor.size + _ENTRIES_MAX)
        if until > cursor.size:
            _take(cursor.size, until, zone)
    return until, until == log_size


def _take(from_index: int, to_index: int, zone: str) -> None:
    logged = [logged_cte(from_index, to_index), JOURNALS_LOGGED]
    with connection.cursor() as cursor:
        cursor.execute(*with_statement(logged, answer="SELECT min(time_ms), max(time_ms) FROM journals"))
        first_ms, last_ms = cursor.fetchone()
        days = [] if first_ms is None else _days_of(first_ms, last_ms, zone)
        added = rollup_clauses(days) if days else []
        cursor.execute(*with_statement([*logged, *added, cursor_clause(to_index)], answer="SELECT 1"))


def _days_of(first_ms: int, last_ms: int, zone: str) -> list[Period]:
    """Return the gaming days that hold all instants from the first to the last (ms)."""
    first = gaming_day(from_epoch_ms(first_ms), zone)
    span = Period(first, gaming_day(from_epoch_ms(last_ms), zone) + _DAY, zone)
    return [Period(day, day + _DAY, zone) for day in span.days]


def _moved_behind(index: int, *, before_ms: int) -> bool:
    logged = [logged_cte(index, frontier().size), JOURNALS_LOGGED]
    with connection.cursor() as cursor:
        sql, params = with_statement(logged, answer="SELECT EXISTS (SELECT FROM journals WHERE time_ms < %s)")
        cursor.execute(sql, [*params, before_ms])
        return bool(cursor.fetchone()[0])
