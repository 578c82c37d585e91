"""manage.py compile_words: make of each catalogue what gettext reads."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.core.management.base import BaseCommand

from web.catalogue import compiled, read_catalogue

_CATALOGUES: Final = Path(__file__).resolve().parents[2] / "locale"


class Command(BaseCommand):
    """Write a `.mo` beside each `.po` of the console's catalogues."""

    help = "Make of the console's catalogues (web/locale) what gettext reads."
    requires_system_checks = ()

    def handle(self, **_: object) -> None:
        """Write the files."""
        for catalogue in sorted(_CATALOGUES.glob("*/LC_MESSAGES/*.po")):
            entries = read_catalogue(catalogue.read_text())
            catalogue.with_suffix(".mo").write_bytes(compiled(entries))
            self.stdout.write(f"{catalogue.relative_to(_CATALOGUES)}: {len(entries) - 1} texts")
