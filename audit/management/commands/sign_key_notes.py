"""manage.py sign_key_notes: what the root says of a key, signed on the root's own machine."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit import keys
from audit.core.key_notes import KeyTerms, revocation_text, warrant_text
from audit.core.note import sign_note
from audit.key_encryption import KeyFileRefused
from audit.places import log_origin
from audit.queries.announced_keys import USES
from kernel.cell import Cell, NotACell
from kernel.instants import to_epoch_ms

_DAYS: Final = 35
"""A month, and some days in which its successor is brought."""


class Command(BaseCommand):
    """It needs the folder of `root.key`, and no database.

    Its files are carried to the house: the warrant now, the revocation sealed until the key ends.
    """

    help = "Sign a warrant and a revocation for a key that `replace_key --draw` drew, where the root key is."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("use", choices=tuple(USES))
        parser.add_argument(
            "--cell", default="", metavar="NAME", help="the cell whose key it is (the installation's own)"
        )
        parser.add_argument("vkey", help="the public half of the key, as `replace_key --draw` says it")
        parser.add_argument(
            "--from",
            dest="begins",
            type=_instant,
            metavar="INSTANT",
            help="from when on it may sign, in RFC 3339: warrants for later months are signed ahead (now)",
        )
        parser.add_argument("--days", type=int, default=_DAYS, help="how long it may sign from then on")
        parser.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="where to write the two files")

    def handle(
        self, *, use: str, vkey: str, cell: str, begins: datetime | None, days: int, out: Path, **_: Any
    ) -> None:
        try:
            origin = Cell(cell).below(log_origin())
        except NotACell as error:
            raise CommandError(f"Nothing was signed: {error}") from error
        terms = KeyTerms(vkey=vkey, use=USES[use], origin=origin)
        since = begins or datetime.now(UTC)
        warrant = warrant_text(terms, from_ms=to_epoch_ms(since), until_ms=to_epoch_ms(since + timedelta(days=days)))
        texts = {"warrant": warrant, "revocation": revocation_text(terms)}
        try:
            key_id = vkey.split("+", 2)[1]
            for kind, text in texts.items():
                file = out / f"{key_id}-{kind}.note"
                file.write_text(sign_note(text, keys.signer("root")), encoding="utf-8")
                self.stdout.write(str(file))
        except (OSError, IndexError, KeyFileRefused) as error:
            raise CommandError(f"Nothing more was signed: {error}") from error


def _instant(text: str) -> datetime:
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError("an offset from UTC is needed")
    return instant
