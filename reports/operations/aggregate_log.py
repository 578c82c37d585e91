"""Aggregate the log into the roll-ups, in order of the entries, up to one cursor.

One statement updates the roll-ups and the cursor, so a crash leaves both or neither advanced.

Source: docs/adr/0021-reports.md.
"""

from datetime import timedelta
from typing import Final

from django.db import connection, transaction

from audit.queries.log import frontier, has_unlogged_before
from audit.queries.record_documents import logged_cte
from kernel.cte import Cte, with_statement
from kernel.instants import from_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.models.rollups import RollupCursor
from reports.queries.rollup_rows import ROLLUPS, Rollup, dated_ctes, select_rows
from wallet.queries.postings import JOURNALS_LOGGED

_ENTRIES_MAX: Final = 20_000
_DAY: Final = timedelta(days=1)


class RollupsInAnotherZone(Refusal):
    """The roll-ups use other gaming days."""

    code, kind = "rollups-in-another-zone", RefusalKind.UNAVAILABLE


def update_rollups(zone: DayZone) -> int:
    """Aggregate the log's entries beyond the cursor, and return how many entries the roll-ups now include.

    Raises:
        RollupsInAnotherZone: nothing was changed.
    """
    while True:
        size, is_complete = _update_batch(zone)
        if is_complete:
            return size


def covered_size(period: Period) -> int | None:
    """Update the roll-ups, and return a log size that covers the whole interval; None if an entry is still missing.

    A caller that reads figures afterwards must call this again at the end: later entries lie above that size.
    """
    size = update_rollups(period.zone)
    if has_unlogged_before(period.end_ms) or _has_late_entry(size, before_ms=period.end_ms):
        return None
    return size


def cursor_for_update(zone: DayZone) -> RollupCursor:
    """Return the cursor's row, locked until the transaction ends: aggregation, orders and filings wait for one another.

    Raises:
        RollupsInAnotherZone: the jurisdiction's zone or the hour of gaming days was changed.
    """
    fresh = RollupCursor(id=1, log_size=0, zone=zone.name, starts=zone.text)
    RollupCursor.objects.bulk_create([fresh], ignore_conflicts=True)
    cursor = RollupCursor.objects.select_for_update().get(id=1)
    if (cursor.zone, cursor.starts) != (zone.name, zone.text):
        raise RollupsInAnotherZone(
            f"Nothing was done. They use the days of {cursor.zone} that begin at {cursor.starts}, and the request the days"
            f" of {zone.name} that begin at {zone.text}. If the jurisdiction or the hour was changed, run"
            " `manage.py rebuild_rollups` and try again."
        )
    return cursor


def wait_for_other_ticks() -> None:
    """Wait until no other tick of the scheduler is at work, and keep others waiting until the transaction ends.

    Of two at once, the second then reads what the first has written. It is free before the first aggregation.
    """
    RollupCursor.objects.select_for_update().filter(id=1).first()


def _update_batch(zone: DayZone) -> tuple[int, bool]:
    with transaction.atomic():
        cursor = cursor_for_update(zone)
        log_size = frontier().size
        until = min(log_size, cursor.log_size + _ENTRIES_MAX)
        if until > cursor.log_size:
            _add_entries(cursor.log_size, until, zone)
    return until, until == log_size


def _add_entries(from_index: int, to_index: int, zone: DayZone) -> None:
    logged = [logged_cte(from_index, to_index), JOURNALS_LOGGED]
    with connection.cursor() as cursor:
        cursor.execute(*with_statement(logged, answer="SELECT min(time_ms), max(time_ms) FROM journals"))
        first_ms, last_ms = cursor.fetchone()
        days = [] if first_ms is None else _days_of(first_ms, last_ms, zone)
        added = [*dated_ctes(days), *map(_add_rows, ROLLUPS)] if days else []
        cursor.execute(*with_statement([*logged, *added, _advance_cursor(to_index)], answer="SELECT 1"))


def _add_rows(rollup: Rollup) -> Cte:
    """Return the CTE that adds the journals' sums to a roll-up."""
    table, names = rollup.table, rollup.sums
    grown = ", ".join(
        f"{name} = GREATEST({table}.{name}, EXCLUDED.{name})"
        if name == "last_index"
        else f"{name} = {table}.{name} + EXCLUDED.{name}"
        for name in names
    )
    sql = (
        f"INSERT INTO {table} ({', '.join(rollup.columns)}) {select_rows(rollup)}"
        f" ON CONFLICT ({', '.join(rollup.keys)}) DO UPDATE SET {grown}"
    )
    return Cte(f"into_{table}", sql, ())


def _advance_cursor(log_size: int) -> Cte:
    """Return the CTE that moves the cursor, in the same statement."""
    return Cte("advanced", "UPDATE reports_cursor SET log_size = %s WHERE id = 1", (log_size,))


def _days_of(first_ms: int, last_ms: int, zone: DayZone) -> list[Period]:
    """Return the gaming days from one instant to another (epoch milliseconds)."""
    first = zone.day_of(from_epoch_ms(first_ms))
    span = Period(first, zone.day_of(from_epoch_ms(last_ms)) + _DAY, zone)
    return [Period(day, day + _DAY, zone) for day in span.days]


def _has_late_entry(index: int, *, before_ms: int) -> bool:
    logged = [logged_cte(index, frontier().size), JOURNALS_LOGGED]
    with connection.cursor() as cursor:
        sql, params = with_statement(logged, answer="SELECT EXISTS (SELECT FROM journals WHERE time_ms < %s)")
        cursor.execute(sql, [*params, before_ms])
        return bool(cursor.fetchone()[0])
