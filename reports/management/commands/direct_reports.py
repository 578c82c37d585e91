"""manage.py direct_reports: give filed reports that go nowhere the destinations that are configured now."""

from datetime import UTC, datetime

from django.core.management.base import BaseCommand

from reports.core.schedule import PLATFORM
from reports.delivery.destinations import configured_destinations
from reports.operations.direct import direct_filings


class Command(BaseCommand):
    """Do at once what the scheduler does bit by bit. Repeated, it does nothing."""

    help = "Deliver the filed reports that have no destination to those that take their kind."

    def handle(self, **_: object) -> None:
        made = direct_filings(destinations=configured_destinations(), actor=PLATFORM, now=datetime.now(UTC))
        self.stdout.write(f"{made} deliveries were made; a worker begins with them within a minute.")
