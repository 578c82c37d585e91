"""manage.py unlock_staff NAME: let an account in again, from the console."""

import getpass
from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kernel.refusals import Refusal
from staff.operations.administer import Change, StaffStatus, set_staff_status


class Command(BaseCommand):
    """For the last administrator who locked the account with wrong passwords."""

    help = "Unlock or reactivate an account of the staff; its password and factors stay."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--reason", required=True)

    def handle(self, *, name: str, reason: str, **_: object) -> None:
        told = f"{reason} (unlock_staff, called by {getpass.getuser()})"
        try:
            set_staff_status(
                Change(name=name, actor="platform", reason=told), StaffStatus.ACTIVE, now=datetime.now(UTC)
            )
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"{name} may log in again.")
