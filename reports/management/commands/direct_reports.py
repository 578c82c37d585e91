"""manage.py direct_reports: give filed reports the destinations that were not there when they were filed."""

from datetime import UTC, date, datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.console_user import console_actor
from reports.core.schedule import PLATFORM
from reports.delivery.destinations import configured_destinations
from reports.management.gaming_day import gaming_day
from reports.operations.direct import direct_filings
from reports.operations.direct_period import direct_period


class Command(BaseCommand):
    """Without options, do at once what the scheduler does bit by bit. Repeated, it does nothing."""

    help = (
        "Deliver the filed reports that have no destination to those that take their kind; with --to, those of a period to"
        " one destination that did not get them, wherever else they went."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", metavar="NAME", help="the destination, as the file of destinations calls it")
        parser.add_argument("--from", dest="first", type=gaming_day, help="with --to: the first gaming day, 2026-11-01")
        parser.add_argument("--until", type=gaming_day, help="with --to: the day after the last gaming day, 2026-12-01")

    def handle(self, *, to: str | None, first: date | None, until: date | None, **_: object) -> None:
        now = datetime.now(UTC)
        if to is not None:
            made = _direct_period(to, first, until, now)
        elif first is None and until is None:
            made = direct_filings(destinations=configured_destinations(), actor=PLATFORM, now=now)
        else:
            raise CommandError("Nothing was directed. Days are those of one destination: say which, --to NAME.")
        self.stdout.write(f"{made} deliveries were made; a worker begins with them within a minute.")


def _direct_period(name: str, first: date | None, until: date | None, now: datetime) -> int:
    destinations = {destination.name: destination for destination in configured_destinations()}
    if name not in destinations:
        there = ", ".join(destinations) or "none"
        raise CommandError(f"Nothing was directed. {name} is no configured destination; there are: {there}.")
    if first is None or until is None or first >= until:
        raise CommandError(
            "Nothing was directed. Say which gaming days: --from 2026-11-01 --until 2026-12-01; the last is not part of it."
        )
    return direct_period(destinations[name], first=first, until=until, actor=console_actor(), now=now)
