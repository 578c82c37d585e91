"""Counting the whole log anew."""

from django.db import connection, transaction

from reports.models import Cursor
from reports.operations.fold import fold
from reports.operations.rollups import TABLES


def rebuild(zone: str) -> int:
    """Empty the roll-ups, let their days turn in `zone`, fold the log again, and return how many entries they hold.

    One transaction: whoever reads meanwhile reads what was there before, and never half of it, which would be filed.
    Folds, orders and filings wait for its end. A crash leaves everything as it was.
    """
    with transaction.atomic():
        Cursor.objects.bulk_create([Cursor(id=1, size=0, zone=zone)], ignore_conflicts=True)
        Cursor.objects.select_for_update().get(id=1)
        with connection.cursor() as cursor:
            for table in TABLES:
                cursor.execute(f"DELETE FROM {table}")
        Cursor.objects.filter(id=1).update(size=0, zone=zone)
        return fold(zone)
