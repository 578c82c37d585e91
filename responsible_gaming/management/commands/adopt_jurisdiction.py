"""manage.py adopt_jurisdiction: count players' limits by the days of REDDOG_JURISDICTION, after it was changed."""

from datetime import UTC, datetime

from django.conf import settings
from django.core.management.base import BaseCommand

from responsible_gaming.operations.adopt_jurisdiction import adopt_counting
from responsible_gaming.queries.limits import chains_with_outdated_limits


class Command(BaseCommand):
    """Write the limits anew of every chain that counts by other windows."""

    help = (
        "Write a fresh record of the limits of every player whose limits add up over other days, weeks and months than "
        "those of REDDOG_JURISDICTION. Until then such a player's bets are refused as"
        " outdated-limits. It may be stopped "
        "and run again: one transaction a player."
    )

    def handle(self, **_: object) -> None:
        window_rule, adopted = settings.REDDOG_JURISDICTION.window_rule, 0
        for chain in chains_with_outdated_limits(window_rule):
            adopt_counting(chain, window_rule, now=datetime.now(UTC))
            adopted += 1
        self.stdout.write(
            f"The limits of {adopted} players are counted by {window_rule.kind.value} windows, {window_rule.zone}."
        )
