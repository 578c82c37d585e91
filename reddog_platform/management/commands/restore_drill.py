"""manage.py restore_drill: back the running platform up, restore it beside, and prove the copy."""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from psycopg import conninfo

from kernel.serving import served_cell
from reddog_platform.diagnostic import write_diagnostic
from reddog_platform.embedded import home, postgres, servers
from reddog_platform.embedded.programs import ServerUnavailable
from reddog_platform.restore_drill import Backup, as_document, prepare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.core.management.base import CommandParser

    from reddog_platform.diagnostic import Diagnostic
    from reddog_platform.restore_drill import Drill


class Command(BaseCommand):
    """Print a line for each part of the drill. Exit with 1 if one is red, and leave nothing behind either way."""

    help = (
        "Take a backup of the running platform, restore it beside on a server of its own, and prove balances, log and"
        " rounds on the copy. The platform goes on meanwhile. Exits 1 if a part is red."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--folder", type=Path, help="where the copy is kept meanwhile (default: the temporary files)"
        )
        parser.add_argument(
            "--programs", type=Path, help="the folder of PostgreSQL's programs, of the server's version"
        )
        parser.add_argument("--base-backup", type=Path, help="drill with this base backup, taken earlier")
        parser.add_argument("--archive", type=Path, help="with --base-backup: the folder of the archived WAL")
        parser.add_argument(
            "--until", default="", help="with --archive: restore to before this instant (with its zone)"
        )
        parser.add_argument(
            "--wait", type=float, default=20, help="seconds for the published log to grow past the copy"
        )

    def handle(self, *, json: bool, folder: Path | None, programs: Path | None, wait: float, **more: Any) -> None:
        """Run the drill; SIGTERM and Ctrl-C end it as an error does, with everything removed."""
        if served_cell().name:
            raise CommandError(
                "Run the drill without REDDOG_CELL: it proves the installation's own log (docs/scale.md)."
            )
        began = time.monotonic()
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            drill = prepare(
                _backup(**more),
                folder=(folder or Path(tempfile.gettempdir())).resolve(),
                binaries=programs,
                wait_seconds=wait,
            )
        except ServerUnavailable as error:
            raise CommandError(str(error)) from error
        found = []
        with _removed_at_the_end(drill):
            for diagnostic in drill.run():
                found.append(diagnostic)
                if not json:
                    write_diagnostic(diagnostic, self)
        self._conclude(found, seconds=time.monotonic() - began, as_json=json)

    def _conclude(self, found: list[Diagnostic], *, seconds: float, as_json: bool) -> None:
        document = as_document(found, seconds=seconds)
        if as_json:
            self.stdout.write(json.dumps(document, indent=2))
        elif document["healthy"]:
            self.stdout.write(f"This backup can be restored. The drill took {seconds:.0f} s and left nothing behind.")
        if not document["healthy"]:
            sys.exit(1)


@contextlib.contextmanager
def _removed_at_the_end(drill: Drill) -> Iterator[None]:
    try:
        yield
    finally:
        # A second Ctrl-C must not leave a server behind.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        drill.copy.remove()
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _backup(*, base_backup: Path | None, archive: Path | None, until: str, **_: object) -> Backup:
    if (archive is not None and base_backup is None) or (until and archive is None):
        raise CommandError("--archive needs --base-backup, and --until needs --archive.")
    if base_backup is not None:
        archive = archive.resolve() if archive else None
        return Backup(base=base_backup.resolve(), archive=archive, until=until)
    source = settings.DATABASE_BACKUP_URL
    if not source and postgres in servers.wanted():
        source = conninfo.make_conninfo(host=str(home.find().sockets), user=postgres.SUPERUSER)
    if not source:
        raise CommandError(
            "Set DATABASE_BACKUP_URL (or DATABASE_BACKUP_URL_FILE) to the server's address with a role that has the right REPLICATION, or name a"
            " base backup with --base-backup (docs/runbooks/backup-and-restore.md)."
        )
    return Backup(source=source)


def _interrupt(number: int, _frame: object) -> None:
    raise SystemExit(128 + number)
