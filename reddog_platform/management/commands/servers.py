"""Start, stop or show this checkout's own PostgreSQL and Redis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.management.base import BaseCommand, CommandError

from reddog_platform.embedded import home, servers
from reddog_platform.embedded.programs import ServerUnavailable

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(BaseCommand):
    """Start, stop or show the servers. This needs no database."""

    help = "Start, stop or show this checkout's own PostgreSQL and Redis. Other commands start them by themselves."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["start", "stop", "status"])
        parser.add_argument("--erase", action="store_true", help="with stop: remove all that they kept")

    def handle(self, *, action: str, erase: bool, **_: object) -> None:
        place = home.find()
        if not servers.wanted():
            raise CommandError("DATABASE_URL and REDIS_URL name other servers, which this does not touch.")
        if action == "start":
            self._start(place)
        if action == "stop" and erase:
            servers.erase(place)
        elif action == "stop":
            servers.stop(place)
        self._show(place)

    def _start(self, place: home.Home) -> None:
        try:
            servers.ensure(place)
        except ServerUnavailable as error:
            raise CommandError(str(error)) from error

    def _show(self, place: home.Home) -> None:
        for server in servers.wanted():
            state = "runs" if server.answers(place) else "is stopped"
            self.stdout.write(f"{server.NAME} {state}")
        self.stdout.write(f"sockets in {place.sockets}, data and logs in {place.data}, as {place.account.name}")
