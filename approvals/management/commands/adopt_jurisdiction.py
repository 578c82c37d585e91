"""manage.py adopt_jurisdiction: announce REDDOG_JURISDICTION's terms, and count players' limits by its days."""

from datetime import UTC, datetime
from functools import partial

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from approvals.operations.publish_release import publish_release
from kernel.refusals import Refusal
from responsible_gaming.operations.adopt_jurisdiction import adopt_counting
from responsible_gaming.queries.limits import chains_with_outdated_limits


class Command(BaseCommand):
    """Write the limits anew of every chain that counts by other windows."""

    help = (
        "Publish as publish_rules does, and write a fresh record of the limits of every player whose limits add up over "
        "other days, weeks and months than those of REDDOG_JURISDICTION. Until then such a player's bets are refused as "
        "outdated-limits. It may be stopped and run again: one transaction a player."
    )

    def handle(self, **_: object) -> None:
        try:
            publish_release(settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail} No limits were written.") from refusal
        window_rule, adopted = settings.REDDOG_JURISDICTION.window_rule, 0
        for chain in chains_with_outdated_limits(window_rule):
            adopt_counting(chain, window_rule, now=datetime.now(UTC))
            adopted += 1
        self.stdout.write(
            f"The limits of {adopted} players are counted by {window_rule.kind.value} windows, {window_rule.zone}."
        )
