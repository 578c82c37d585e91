"""manage.py rules_pages: write docs/rules/ from the rule sheets. Uses no database."""

from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand

from games.core.variants import VARIANTS
from games.documents.page import Language
from games.documents.rules_files import rules_files

FOLDER: Final = Path(__file__).resolve().parents[3] / "docs" / "rules"


class Command(BaseCommand):
    """Write the rules page of every game in every language, and remove those of games that are no more."""

    help = "Write docs/rules/<game>.<language>.md from the rule sheets."
    requires_system_checks = ()

    def handle(self, **_: Any) -> None:
        """Write all files; what a person wrote there has no language in its name."""
        files = rules_files(VARIANTS)
        for language in Language:
            for path in FOLDER.glob(f"*.{language}.md"):
                if path.name not in files:
                    path.unlink()
        for name, text in files.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
        self.stdout.write(f"Wrote {len(files)} pages.")
