"""manage.py rebuild_rollups: aggregate the whole log again, with the jurisdiction's gaming days."""

from django.conf import settings
from django.core.management.base import BaseCommand

from reports.operations.rebuild_rollups import rebuild_rollups


class Command(BaseCommand):
    """Repairs roll-ups after the jurisdiction's zone was changed, or after `fsck` found a difference from the log."""

    help = "Empty the roll-ups and aggregate the whole log into them again."

    def handle(self, **_: object) -> None:
        size = rebuild_rollups(settings.REDDOG_JURISDICTION.zone)
        self.stdout.write(
            f"The roll-ups include {size} entries of the log, by days of {settings.REDDOG_JURISDICTION.zone}."
        )
