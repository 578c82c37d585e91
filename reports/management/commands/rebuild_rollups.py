"""manage.py rebuild_rollups: count the whole log anew, by the profile's gaming days."""

from django.conf import settings
from django.core.management.base import BaseCommand

from reports.operations.rebuild import rebuild


class Command(BaseCommand):
    """For a profile whose zone was changed, and after `fsck` found roll-ups that are not what the log says."""

    help = "Empty the roll-ups and fold the whole log into them again."

    def handle(self, **_: object) -> None:
        size = rebuild(settings.REDDOG_JURISDICTION.zone)
        self.stdout.write(f"The roll-ups hold {size} entries of the log, by {settings.REDDOG_JURISDICTION.zone}.")
