"""manage.py settle_hands FILE: settle explicit hands, for test laboratories. Uses no database.

Source: docs/formats/hands.md.
"""

import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.laboratory.hands import UNKNOWN, UNREADABLE, settle_line


class Command(BaseCommand):
    """Read JSON lines, print one JSON object for each: its `id`, whether it is legal, and what it comes to."""

    help = (
        "Settle the explicit hands of a file of JSON lines through the engine of live play, and print one JSON "
        "object a line. Fails at the end if a line could not be read; whether results are as expected is not looked at."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file's path."""
        parser.add_argument(
            "file", type=Path, help="JSON lines in UTF-8: docs/formats/hands.md; empty ones are passed over"
        )

    def handle(self, *, file: Path, **_: object) -> None:
        """Print an answer a line, in the order of the file."""
        try:
            hands = file.open("rb")
        except OSError as error:
            raise CommandError(f"couldn't read {file}: {error.strerror}") from error

        errors: Counter[object] = Counter()
        with hands:
            for number, line in enumerate(hands, start=1):
                if not line.strip():
                    continue
                answered = settle_line(line)
                if answered["id"] is None:
                    # Nothing else would say which line it is.
                    answered["line"] = number
                errors[answered.get("error")] += 1
                self.stdout.write(json.dumps(answered))
        if errors[UNKNOWN]:
            self.stderr.write(f"{errors[UNKNOWN]} lines were not settled: their games are not played here")
        if errors[UNREADABLE]:
            raise CommandError(f"{errors[UNREADABLE]} lines could not be read")
