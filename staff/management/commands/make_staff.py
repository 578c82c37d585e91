"""manage.py make_staff NAME --role ROLE: an account of the staff, from the console."""

import getpass
from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kernel.refusals import Refusal
from staff.core.roles import Role
from staff.operations.make_member import NewMember, make_member


class Command(BaseCommand):
    """For the first administrator, who makes the others over HTTP."""

    help = "Open an account of the staff and print a password for its enrolment, good once and for three days."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--role", required=True, action="append", choices=[role.value for role in Role])

    def handle(self, *, name: str, role: list[str], **_: object) -> None:
        asked = NewMember(name=name, roles=frozenset(map(Role, role)))
        reason = f"make_staff, called by {getpass.getuser()}"
        try:
            password = make_member(asked, reason=reason, actor="platform", now=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(password)
