"""manage.py apply_retention [--dry-run]: delete by schedule, as the nightly task does."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from kernel.instants import rfc3339, to_epoch_ms
from reddog_platform.apply_retention import Deletion, apply_retention, plan_retention


class Command(BaseCommand):
    """Delete what the jurisdiction no longer keeps, or print what that would be."""

    help = "Erase persons and delete rows whose period has ended. Each deletion leaves an event."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether to delete."""
        parser.add_argument(
            "--dry-run", action="store_true", help="print what the next run would delete, and change nothing"
        )

    def handle(self, *, dry_run: bool, **_: Any) -> None:
        """Print a line for each rule: rows, boundary, table, which rows."""
        jurisdiction = settings.REDDOG_JURISDICTION
        if dry_run:
            self._print(plan_retention(jurisdiction=jurisdiction, now=datetime.now(UTC)))
            self.stdout.write("Nothing was deleted.")
            return
        deleted = apply_retention(jurisdiction=jurisdiction, clock=partial(datetime.now, UTC))
        self._print(deleted)
        self.stdout.write("This is what was deleted." if deleted else "Nothing was due.")

    def _print(self, deletions: list[Deletion]) -> None:
        for each in deletions:
            until = rfc3339(to_epoch_ms(each.boundary))
            self.stdout.write(f"{each.rows:>9}  up to {until}  {each.table}: {each.what}")
