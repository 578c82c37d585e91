"""manage.py demo_witness: become the witness of the demonstration."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from reddog_platform.demo import demo_witness
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.environment import Mode


class Command(BaseCommand):
    """Run the witness program in the place of this process, for the log of this installation."""

    help = "Run the demonstration's witness; manage.py demo starts it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the port."""
        parser.add_argument("port", type=int, help="where it listens, on the loopback address")

    def handle(self, *, port: int, **_: Any) -> None:
        """Become the witness."""
        if settings.REDDOG_MODE is not Mode.DEMO:
            raise CommandError("This is production: a witness belongs to somebody else (docs/witnesses.md).")
        command = demo_witness.command(port=port)
        os.chdir(CHECKOUT)
        os.execv(command[0], command)  # noqa: S606  # nosec B606  our own program
