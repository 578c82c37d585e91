"""Where failed logins came from, as players and staff each store it, in a table of their own of this one shape.

Every statement is the same whether the account and the origin have a row or not, so that no work shows an account.

Source: docs/adr/0030-a-lock-that-is-no-weapon.md; regulation F22.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import connection, models

from credentials.core.lockout import WINDOW, Counts, Origin

NAME_LENGTH: Final = 64
"""`device:` and an id, or a network of IPv6, is shorter."""


class LoginOrigin(models.Model):
    """The failures of one origin at one account."""

    origin = models.CharField(max_length=NAME_LENGTH)
    """Its name (credentials/core/lockout.py)."""
    failures = ArrayField(models.DateTimeField())
    """Its failures in a row that still count, oldest first."""
    last_failed_at = models.DateTimeField()
    locked_at = models.DateTimeField(null=True)
    """When they locked the login for this origin; null while it is open."""

    class Meta:
        """The tables are those of players and of staff."""

        abstract = True


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginTable:
    """The table of the origins of players or of staff, and how its accounts are found."""

    table: str
    account_column: str
    accounts_table: str
    accounts_key: str

    def counts(
        self, account: UUID | int, origin: Origin, *, networks: list[datetime], guarded_at: datetime | None
    ) -> Counts:
        """Return what counts against an attempt. `networks` and `guarded_at` are columns of the account.

        The caller has locked the account's row.
        """
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT failures, locked_at FROM {self.table} WHERE {self.account_column} = %s AND origin = %s",
                (account, origin.name),
            )
            here, locked_at = cursor.fetchone() or ((), None)
        return Counts(here=here, locked_at=locked_at, networks=networks, guarded_at=guarded_at)

    def save_failure(
        self, account: UUID | int, origin: Origin, *, before: Counts, after: Counts, now: datetime
    ) -> None:
        """Store an origin's counts after a failure, and forget origins whose failures no longer count.

        A failure that did not count gets no row: a guesser with many networks fills no table.
        """
        counted = after is not before
        with connection.cursor() as cursor:
            cursor.execute(
                f"DELETE FROM {self.table}"
                f" WHERE {self.account_column} = %s AND locked_at IS NULL AND last_failed_at <= %s",
                (account, now - WINDOW),
            )
            cursor.execute(
                f"INSERT INTO {self.table} ({self.account_column}, origin, failures, last_failed_at, locked_at)"
                f" SELECT a.{self.accounts_key}, %s, %s::timestamptz[], %s, %s FROM {self.accounts_table} a"
                f" WHERE a.{self.accounts_key} = %s AND %s"
                f" ON CONFLICT ({self.account_column}, origin) DO UPDATE SET failures = EXCLUDED.failures,"
                " last_failed_at = EXCLUDED.last_failed_at, locked_at = EXCLUDED.locked_at",
                (origin.name, list(after.here), now, after.locked_at, account, counted),
            )

    def forget(self, account: UUID | int, origin: Origin | None) -> int:
        """Forget the failures of one origin, or of all (None), with their locks; return how many were locked."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"WITH gone AS (DELETE FROM {self.table} WHERE {self.account_column} = %s"
                " AND (%s::text IS NULL OR origin = %s) RETURNING locked_at)"
                " SELECT count(locked_at) FROM gone",
                (account, None if origin is None else origin.name, None if origin is None else origin.name),
            )
            return int(cursor.fetchone()[0])

    def locked(self, account: UUID | int) -> list[tuple[str, datetime]]:
        """Return the origins for which the login is locked, with the instants, oldest first."""
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT origin, locked_at FROM {self.table} WHERE {self.account_column} = %s"
                " AND locked_at IS NOT NULL ORDER BY locked_at, origin",
                (account,),
            )
            return list(cursor.fetchall())
