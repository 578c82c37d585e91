"""manage.py announce_policy: from now on these witnesses have to sign the log's checkpoints."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.core.cosignature import NoPolicy
from audit.operations.announce_policy import announce_policy


class Command(BaseCommand):
    """Log a policy of witnesses, signed by the root key. Run it where the root key is."""

    help = "Announce in the log which witnesses have to sign its checkpoints."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path, help="a policy as docs/formats/witnesses.md has it, with URLs")

    def handle(self, *, file: Path, **_: Any) -> None:
        """Announce it."""
        try:
            fresh = announce_policy(file.read_text(), now=datetime.now(UTC))
        except (NoPolicy, OSError) as error:
            raise CommandError(f"Nothing was announced. {error}") from error
        self.stdout.write("Announced: it holds from the next checkpoint on." if fresh else "It holds already.")
