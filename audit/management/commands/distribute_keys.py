"""manage.py distribute_keys: a folder for each process, with the keys that it needs."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.key_custody import distribute
from audit.keys import folder


class Command(BaseCommand):
    """Copy each process its keys. Another call brings the folders up to date."""

    help = "Give each process a folder in TARGET with the keys that it needs; root.key goes into none."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", type=Path, metavar="TARGET")

    def handle(self, *, target: Path, **_: object) -> None:
        if target.resolve() == folder().resolve():
            raise CommandError("TARGET is the folder of all keys itself. Name another one.")
        for process, names in distribute(target).items():
            self.stdout.write(f"{target / process.value}: {', '.join(names) or 'no key'}")
