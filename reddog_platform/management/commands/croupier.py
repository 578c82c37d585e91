"""manage.py croupier: the one process that keeps the clock of all tables."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from audit import keys, release_watch
from audit.key_uses import KeyHolder
from reddog_platform import croupier
from reddog_platform.postgresql import time_limits
from telemetry import metrics


class Command(BaseCommand):
    """Announce epochs, end bettings, deal, take defaults and end stakes at all tables, until told to stop.

    A second croupier waits for the first to end. If the database is lost, this process waits for it and takes its lock
    again.
    """

    help = "Keep the clock of all tables: announce, end the betting, deal, take defaults, end stakes."
    _is_process = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --once."""
        parser.add_argument("--once", action="store_true", help="take what is due now at every table, and end")

    def run_from_argv(self, argv: list[str]) -> None:
        """Note that this process is the croupier, and not one that calls it."""
        self._is_process = True
        super().run_from_argv(argv)

    def handle(self, *, once: bool, **_: Any) -> None:
        """Run until SIGTERM or SIGINT, or attend every table once."""
        if self._is_process:
            time_limits.choose(time_limits.CROUPIER)
            keys.serve_as(KeyHolder.CROUPIER)
        if once:
            croupier.attend_all()
            return
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        metrics.begin_process("croupier")
        release_watch.look_at_start("croupier")
        release_watch.follow()
        croupier.serve(stop)
