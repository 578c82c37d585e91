"""manage.py copy_days: make the columnar copies of gaming days that are over, or say what is wrong with those there are."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.places import day_copies_folder
from kernel.refusals import Refusal
from reports.configured_days import configured_days
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.core.schedule import last_reportable_day
from reports.operations.copy_days import copy_days
from reports.queries.day_copies import copy_states
from reports.queries.log_start import first_gaming_day


class Command(BaseCommand):
    """Does at once what the nightly task does. Repeated, it does nothing."""

    help = "Copy every gaming day that is over and has no usable copy into REDDOG_DAY_COPIES_DIR."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="make nothing, and name the days without a usable copy"
        )

    def handle(self, *, check: bool, **_: object) -> None:
        folder = day_copies_folder()
        if folder is None:
            raise CommandError("Nothing was done. REDDOG_DAY_COPIES_DIR names no folder for copies.")
        zone, now = configured_days(), datetime.now(UTC)
        if check:
            self._check(folder, zone, now)
            return
        try:
            turn = copy_days(folder, zone, now=now)
        except OSError as error:
            raise CommandError(f"{folder} does not take the copies: {error.strerror}.") from error
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"{len(turn.made)} gaming days were copied to {folder}.")
        if turn.postponed:
            raise CommandError("\n".join(f"{day} was not copied: {reason}." for day, reason in turn.postponed.items()))

    def _check(self, folder: Path, zone: DayZone, now: datetime) -> None:
        first, last = first_gaming_day(zone), last_reportable_day(now, zone)
        if first is None or last < first:
            self.stdout.write("No gaming day is over.")
            return
        states = list(copy_states(Period(first, last + timedelta(days=1), zone), folder=folder))
        unusable = [state for state in states if state.problem]
        self.stdout.write(f"{len(states) - len(unusable)} of {len(states)} gaming days have a copy as it was made.")
        if unusable:
            raise CommandError("\n".join(f"{state.day.first}: {state.problem}." for state in unusable))
