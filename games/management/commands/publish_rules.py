"""manage.py publish_rules: log the keys, the profile and the rule sheets of this installation."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from audit.operations.write_system_record import announce_keys
from games.operations.publish_rules import RtpMisdeclared, SheetChanged, publish_rules
from responsible_gaming.operations.publish_profile import publish_profile


class Command(BaseCommand):
    """Announce keys, the jurisdiction's terms and rule sheets that the log does not have yet. To be run at every deployment."""

    help = "Log the keys, the profile of REDDOG_JURISDICTION and the rule sheets that the log does not have yet."

    def handle(self, **_: Any) -> None:
        """Write the records and say which."""
        now = datetime.now(UTC)
        keys = announce_keys(now=now)
        profiles = publish_profile(settings.REDDOG_JURISDICTION, now=now)
        try:
            games = publish_rules(now=now)
        except (SheetChanged, RtpMisdeclared) as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(
            f"Announced {keys} keys and {profiles} profiles; published {', '.join(games) or 'no new rules'}."
        )
