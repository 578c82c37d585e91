"""Whether the database was a demonstration's. System checks ask, before there are models."""

from typing import Final

from django.db import connection

FURNISHED: Final = "demonstration-furnished"
"""The kind of the event that marks it. Events are append-only, so the application cannot take the mark away."""


def was_a_demonstration() -> bool:
    """Return whether a demonstration was ever furnished in this database. One without tables was none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('audit_event') IS NOT NULL")
        (has_events,) = cursor.fetchone()
        if not has_events:
            return False
        cursor.execute("SELECT EXISTS (SELECT FROM audit_event WHERE kind = 'demonstration-furnished')")
        (furnished,) = cursor.fetchone()
    return bool(furnished)
