"""Attempts to log in with one name wait for each other, whether there is such an account or not.

Attempts on an account wait for its row. Without the same wait for any name, those on a name that nobody has would be
answered together, and so tell that nobody has it.

Source: docs/authentication.md, AU-1; docs/staff.md; regulation F22.
"""

import enum

from django.db import connection

from kernel.serving import served_cell


class Holders(enum.IntEnum):
    """Whose names they are. The values are the first half of the advisory locks' keys."""

    PLAYERS = 0x4C49
    STAFF = 0x4C4A


def await_other_attempts(holders: Holders, username: str) -> None:
    """Wait until no other transaction attempts this name, and let others wait until this one ends."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(%s, hashtext(%s))", served_cell().lock_pair(holders.value, username)
        )
