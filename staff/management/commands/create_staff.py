"""manage.py create_staff NAME --role ROLE: an account of the staff, from the console."""

from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.console_user import console_user
from kernel.refusals import Refusal
from staff.core.roles import Role
from staff.operations.create_member import NewMember, create_first_members


class Command(BaseCommand):
    """For the first administrators, of whom two open the other accounts over HTTP."""

    help = "Open an account of the staff and print its one-time password, which lets its owner enrol within three days."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--role", required=True, action="append", choices=[role.value for role in Role])

    def handle(self, *, name: str, role: list[str], **_: object) -> None:
        new = NewMember(username=name, roles=frozenset(map(Role, role)))
        reason = f"create_staff, called by {console_user()}"
        try:
            password = create_first_members(new, reason=reason, now=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(password)
