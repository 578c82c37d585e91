"""manage.py unlock_staff NAME: lift the lock of a staff account, from the console."""

from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.console_user import console_user
from kernel.refusals import Refusal
from staff.core.status import StaffStatus
from staff.operations.administer import StaffChange, set_staff_status


class Command(BaseCommand):
    """For the last administrator who locked the account with wrong passwords."""

    help = "Lift the lock of an account of the staff; its password and factors stay."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--reason", required=True)

    def handle(self, *, name: str, reason: str, **_: object) -> None:
        kept_reason = f"{reason} (unlock_staff, called by {console_user()})"
        try:
            set_staff_status(
                StaffChange(username=name, actor="platform", reason=kept_reason),
                StaffStatus.ACTIVE,
                now=datetime.now(UTC),
            )
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"{name} may log in again.")
