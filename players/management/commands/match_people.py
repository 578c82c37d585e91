"""manage.py match_people: judge pairs of persons as a registration does. Uses no database and no key."""

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.core.matching.pair_line import LINE_BYTES_MAX, MalformedPair, read_pair
from players.core.matching.verdict import judge


class Command(BaseCommand):
    """Read pairs as JSON lines, and print a verdict for each as a JSON line."""

    help = (
        "Judge pairs of persons by the rules that a registration goes by (docs/rules/persons.md). Each line of FILE is "
        'JSON: {"id", "a": {given_name, family_name, birth_date, email?, phone?, address?}, "b": {...}}. Printed is '
        'one line each: {"id", "verdict"}, which is "same", "near" or "different". A line that cannot be read is named '
        "on standard error, the others are judged, and the exit code is 1."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", metavar="FILE", help="the pairs, one a line; - reads standard input")

    def handle(self, *, file: str, **_: object) -> None:
        """Judge line by line, so that a file may be larger than the memory."""
        malformed = 0
        try:
            with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as lines:
                for number, line in enumerate(_lines(lines), start=1):
                    if not line.strip():
                        continue
                    try:
                        pair = read_pair(line)
                    except MalformedPair as refusal:
                        malformed += 1
                        self.stderr.write(f"line {number}: {refusal}")
                        continue
                    self.stdout.write(json.dumps({"id": pair.id, "verdict": judge(pair.a, pair.b).value}))
                    self.stdout.flush()
        except OSError as error:
            raise CommandError(f"Not all was read and judged: {error.strerror}.") from error
        if malformed:
            raise CommandError(f"Lines that could not be read: {malformed}. All others were judged.")


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield lines. Of one that is too long, only its beginning, which is too long as well, is kept."""
    while line := file.readline(LINE_BYTES_MAX + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(LINE_BYTES_MAX + 2)
        yield line
