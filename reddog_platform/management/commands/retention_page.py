"""manage.py retention_page: write docs/retention.md from the registry. Uses no database."""

from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand

from reddog_platform.retention_page import retention_page

PAGE: Final = Path(__file__).resolve().parents[3] / "docs" / "retention.md"


class Command(BaseCommand):
    """Write the page of what is kept how long."""

    help = "Write docs/retention.md from the registry of retention."
    requires_system_checks = ()

    def handle(self, **_: Any) -> None:
        """Write the page."""
        PAGE.write_text(retention_page(), encoding="utf-8")
        self.stdout.write("Wrote docs/retention.md.")
