"""Whether the database was a demonstration's."""

from django.db import connection

from audit.models import Event

FURNISHED = "demonstration-furnished"
"""The kind of the event that marks it. Events are append-only, so nobody takes the mark away."""


def was_a_demonstration() -> bool:
    """Return whether a demonstration was ever furnished in this database. One without tables was none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('audit_event') IS NOT NULL")
        (has_tables,) = cursor.fetchone()
    return has_tables and Event.objects.filter(kind=FURNISHED).exists()
