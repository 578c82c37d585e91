"""manage.py announce_policy: from now on these witnesses have to sign the log's checkpoints."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit import keys
from audit.core.cosignature import NoPolicy
from audit.core.key_notes import KeyNoteRefused
from audit.core.note import sign_note, text_of
from audit.key_encryption import KeyFileRefused
from audit.operations.announce_policy import announce_policy


class Command(BaseCommand):
    """Log a policy of witnesses, signed by the root key: here if it is here, else where it is.

    `--sign` needs the root key and no database, and prints the signed policy; `--signed` takes that, and needs no root key.
    """

    help = "Announce in the log which witnesses have to sign its checkpoints."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path, help="a policy as docs/formats/witnesses.md has it, with URLs")
        root = parser.add_mutually_exclusive_group()
        root.add_argument("--sign", action="store_true", help="only sign it and print it, on the root's machine")
        root.add_argument("--signed", action="store_true", help="the file was signed on the root's machine")

    def handle(self, *, file: Path, sign: bool, signed: bool, **_: Any) -> None:
        """Announce it."""
        try:
            text = file.read_text(encoding="utf-8")
            if sign:
                self.stdout.write(sign_note(text, keys.signer("root")), ending="")
                return
            note = text if signed else None
            fresh = announce_policy(text if note is None else text_of(note), note=note, now=datetime.now(UTC))
        except (NoPolicy, KeyNoteRefused, KeyFileRefused, OSError) as error:
            raise CommandError(f"Nothing was announced. {error}") from error
        self.stdout.write("Announced: it holds from the next checkpoint on." if fresh else "It holds already.")
