"""manage.py rebuild_rollups: aggregate the whole log again, with the gaming days that are configured."""

from datetime import UTC, datetime

from django.conf import settings
from django.core.management.base import BaseCommand

from audit.console_user import console_actor
from reports.operations.rebuild_rollups import rebuild_rollups


class Command(BaseCommand):
    """Puts another zone or hour of gaming days into force, or repairs roll-ups in which `fsck` found a difference."""

    help = "Empty the roll-ups and aggregate the whole log into them again, by the gaming days that are configured."

    def handle(self, **_: object) -> None:
        rebuilt = rebuild_rollups(
            settings.REDDOG_JURISDICTION.zone,
            settings.REDDOG_GAMING_DAY_STARTS,
            actor=console_actor(),
            now=datetime.now(UTC),
        )
        self.stdout.write(
            f"The roll-ups include {rebuilt.log_size} entries of the log, by days of {rebuilt.zone.name} that begin at"
            f" {rebuilt.zone.text}."
        )
        if rebuilt.cancelled:
            self.stdout.write(
                f"{rebuilt.cancelled} orders by days of another zone were cancelled; the schedule orders its own again."
            )
