"""manage.py recover_staff NAME: an administrator, where fewer than two are left, from the console of the owner."""

from datetime import UTC, datetime

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connections

from audit.console_user import console_user
from kernel.refusals import Refusal
from staff.operations.recover_administrator import Recovered, recover_administrator


class Command(BaseCommand):
    """Run it twice: it announces, and 72 hours later it makes the account."""

    help = (
        "Announce by an alarm that an administrator of this name will be made; run again after 72 hours, make the account"
        " and print its one-time password. Only while fewer than two administrators are left, and only as the tables'"
        " owner."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--reason", required=True)

    def handle(self, *, name: str, reason: str, **_: object) -> None:
        _require_owner()
        kept_reason = f"{reason} (recover_staff, called by {console_user()})"
        try:
            done = recover_administrator(name, reason=kept_reason, now=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        if isinstance(done, Recovered):
            self.stdout.write(done.one_time_password)
        else:
            self.stdout.write(
                f"Announced, by an alarm and in the log. Once a webhook has it, and after {done.not_before:%Y-%m-%d %H:%M}"
                " UTC, run this again within seven days of now."
            )


def _require_owner() -> None:
    """Accept whoever can log in to the database as the owner of the staff's tables."""
    if "owner" not in settings.DATABASES:
        raise CommandError(
            "Nothing was changed. Set DATABASE_OWNER_URL (or DATABASE_OWNER_URL_FILE): only the owner may."
        )
    try:
        with connections["owner"].cursor() as cursor:
            cursor.execute("SELECT pg_has_role(relowner, 'MEMBER') FROM pg_class WHERE oid = 'staff_member'::regclass")
            (owns,) = cursor.fetchone()
    except OperationalError as error:
        raise CommandError(f"Nothing was changed: DATABASE_OWNER_URL is out of reach. {error}") from error
    if not owns:
        raise CommandError("Nothing was changed. DATABASE_OWNER_URL is not of the tables' owner.")
