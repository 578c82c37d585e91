"""manage.py house_players: the players of the house at the demonstration's tables."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from reddog_platform.demo import house_players
from reddog_platform.demo.furnish_tables import house_players as players_at, opened_tables
from reddog_platform.environment import Mode
from reddog_platform.stack import VALUES

_log = structlog.get_logger("reddog_platform.house_players")


class Command(BaseCommand):
    """Take seats at the demonstration's tables when somebody else has one, and play, until told to stop."""

    help = "Let players of the house sit at the demonstration's tables."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the platform's address, and where the players' values are kept."""
        parser.add_argument("url", help="where the platform answers, as http://127.0.0.1:8000")
        parser.add_argument("--values", type=Path, default=VALUES, help="the folder of what the players have drawn")

    def handle(self, *, url: str, values: Path, **_: Any) -> None:
        """Play until SIGTERM or SIGINT."""
        if settings.REDDOG_MODE is not Mode.DEMO:
            raise CommandError("This is production: the players of the house have passwords known to everybody.")
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        people = {table.hex: players_at(game) for game, table in opened_tables().items()}
        house_players.attend(
            url,
            people,
            values=values,
            stop=stop,
            complain=lambda trouble: _log.warning("trouble", trouble=trouble),
        )
