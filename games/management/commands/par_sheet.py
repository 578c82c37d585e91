"""manage.py par_sheet: everything that is exact about a game, for a test laboratory. Uses no database."""

import sys
from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.core.variants import VARIANTS, variant as sheet_of
from games.documents.par_json import par_json
from games.documents.par_page import par_page
from games.engine import engine_sha256
from games.laboratory.exact_math import figures_of

_STANDARD_OUTPUT: Final = Path("-")


class Command(BaseCommand):
    """Compute a game's figures and print them as text or as JSON, or lay them out as a PDF."""

    help = "Compute the exact figures of a game: probabilities, edges, strategy, variance. The same bytes every time."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the game and the form."""
        parser.add_argument("variant", metavar="VARIANT", help=", ".join(sheet.game for sheet in VARIANTS))
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print one JSON document: docs/formats/par-sheet.md")
        form.add_argument(
            "--pdf",
            type=Path,
            metavar="FILE",
            nargs="?",
            const=_STANDARD_OUTPUT,
            help="write a PDF/A to this file, or to standard output",
        )
        parser.add_argument(
            "--date", type=_day, metavar="YYYY-MM-DD", help="the PDF's date; without it the same bytes on every day"
        )

    def handle(self, *, variant: str, json: bool, pdf: Path | None, date: datetime | None, **_: Any) -> None:
        """Print or write."""
        sheet = sheet_of(variant)
        if sheet is None:
            raise CommandError(f"{variant} is not a game. Games: {', '.join(known.game for known in VARIANTS)}")
        if json:
            self.stdout.write(par_json(sheet, engine_sha256=engine_sha256()).decode())
            return
        page = par_page(sheet, figures_of(sheet), engine_sha256=engine_sha256())
        if pdf is None:
            self.stdout.write(page.text(), ending="")
            return

        from games.documents.pdf import UNDATED, pdf_of  # noqa: PLC0415  typesetting is loaded by those who print

        printed = pdf_of(page, dated=date or UNDATED)
        if pdf == _STANDARD_OUTPUT:
            self.stdout.flush()
            sys.stdout.buffer.write(printed)
            return
        try:
            pdf.write_bytes(printed)
        except OSError as error:
            raise CommandError(f"couldn't write {pdf}: {error.strerror}") from error


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise ArgumentTypeError(f"{text} is no day") from None
