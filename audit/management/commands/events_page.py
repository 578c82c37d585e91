"""manage.py events_page: write docs/events.md from the catalogue. Uses no database."""

from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand

from audit.event_catalogue.page import events_page

PAGE: Final = Path(__file__).resolve().parents[3] / "docs" / "events.md"


class Command(BaseCommand):
    """Write the page of all kinds of significant events."""

    help = "Write docs/events.md from the catalogue of significant events."
    requires_system_checks = ()

    def handle(self, **_: Any) -> None:
        """Write the page."""
        PAGE.write_text(events_page(), encoding="utf-8")
        self.stdout.write("Wrote docs/events.md.")
