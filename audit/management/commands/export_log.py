"""manage.py export_log DIR: export the log for an auditor."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.operations.export import NothingToExport, export_log


class Command(BaseCommand):
    """Write the log for an auditor: entries, checkpoints, public keys."""

    help = "Write the log up to its newest checkpoint into an empty folder; verify it with `python -m verifier`."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder."""
        parser.add_argument("folder", type=Path)

    def handle(self, *, folder: Path, **_: Any) -> None:
        """Write the files and say how many entries there are."""
        try:
            size = export_log(folder)
        except (NothingToExport, FileExistsError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Wrote {size} entries to {folder}.")
