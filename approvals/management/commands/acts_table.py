"""manage.py acts_table: write the tables of acts and of endpoints in docs/approvals.md. Uses no database."""

from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand

from approvals.acts import ACTS
from approvals.documents.acts_table import with_acts_table
from approvals.documents.endpoints import endpoints
from approvals.documents.endpoints_table import with_endpoints_table

PAGE: Final = Path(__file__).resolve().parents[3] / "docs" / "approvals.md"


class Command(BaseCommand):
    """Write who proposes, approves and sees what, as the code has it."""

    help = "Write the tables of acts and of endpoints in docs/approvals.md."
    requires_system_checks = ()

    def handle(self, **_: Any) -> None:
        """Replace the tables, and keep what a person wrote around them."""
        page = with_acts_table(PAGE.read_text(encoding="utf-8"), ACTS)
        PAGE.write_text(with_endpoints_table(page, endpoints(), ACTS), encoding="utf-8")
        self.stdout.write(f"Wrote {len(ACTS)} acts.")
