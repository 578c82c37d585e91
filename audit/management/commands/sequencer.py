"""manage.py sequencer: the one process that grows the log."""

import os
import signal
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from audit import keys
from audit.core.key_uses import KeyHolder
from audit.operations.integrate import LogForked, integrate, require_continuation, sign_newest
from audit.queries.log import SEQUENCER_LOCK, newest_checkpoint

_PERIOD_SECONDS = 0.5
_log = structlog.get_logger("audit.sequencer")


class Command(BaseCommand):
    """Integrate pending records and sign checkpoints, about twice a second, until told to stop.

    A second sequencer waits for the first to end. If the database is lost, this process ends, and its process manager
    starts it again. It keeps no state of the log.
    """

    help = "Integrate pending records into the log and sign checkpoints."
    _is_process = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --once."""
        parser.add_argument("--once", action="store_true", help="take what is pending now, sign, and end")

    def run_from_argv(self, argv: list[str]) -> None:
        """Note that this process is the sequencer, and not one that calls it."""
        self._is_process = True
        super().run_from_argv(argv)

    def handle(self, *, once: bool, **_: Any) -> None:
        """Run until SIGTERM or SIGINT, or one turn."""
        if self._is_process:
            keys.serve_as(KeyHolder.SEQUENCER)
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        if not _wait_for_lock(stop):
            return
        published = Path(settings.REDDOG_LOG_DIR) / "checkpoint"
        if published.exists():
            try:
                require_continuation(published.read_text())
            except LogForked as fork:
                raise CommandError(
                    f"{fork} Nothing was signed: see docs/runbooks/sequencer-refuses-to-start.md."
                ) from fork
        _log.info("sequencer-started")
        while not stop.is_set():
            _turn(published)
            if once:
                break
            stop.wait(_PERIOD_SECONDS)


def _wait_for_lock(stop: threading.Event) -> bool:
    while not stop.is_set():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (SEQUENCER_LOCK,))
            if cursor.fetchone() == (True,):
                return True
        stop.wait(_PERIOD_SECONDS)
    return False


def _turn(published: Path) -> None:
    taken = integrate()
    sign_newest(now=datetime.now(UTC))
    note = newest_checkpoint()
    # The file comes last: a crash before it leaves a published checkpoint that is older than the log, never newer, and
    # the next turn, which may have nothing to sign, still replaces it.
    if note is not None and not (published.exists() and published.read_text() == note):
        published.parent.mkdir(parents=True, exist_ok=True)
        fresh = published.with_suffix(".new")
        with fresh.open("w") as file:
            file.write(note)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(published)
    if taken:
        _log.debug("integrated", records=taken)
