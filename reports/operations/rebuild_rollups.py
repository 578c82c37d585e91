"""Rebuild the roll-ups from the whole log."""

from django.db import connection, transaction

from reports.models.rollups import RollupCursor
from reports.operations.aggregate_log import update_rollups
from reports.queries.rollup_rows import ROLLUPS


def rebuild_rollups(zone: str) -> int:
    """Rebuild the roll-ups with the gaming days of `zone`, and return how many entries they include.

    One transaction: a reader sees the old sums until it commits, so that no half-built sum is filed. Aggregation,
    orders and filings wait for it. A crash leaves everything as it was.
    """
    with transaction.atomic():
        RollupCursor.objects.bulk_create([RollupCursor(id=1, log_size=0, zone=zone)], ignore_conflicts=True)
        RollupCursor.objects.select_for_update().get(id=1)
        with connection.cursor() as cursor:
            for rollup in ROLLUPS:
                cursor.execute(f"DELETE FROM {rollup.table}")
        RollupCursor.objects.filter(id=1).update(log_size=0, zone=zone)
        return update_rollups(zone)
