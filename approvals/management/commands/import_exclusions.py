"""manage.py import_exclusions FILE --reason TEXT: import the national exclusion list."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from approvals.queries.exclusion_list import authorised_list
from audit.console_user import console_actor
from kernel.refusals import Refusal
from responsible_gaming.operations.import_exclusions import ImportOrder, import_exclusions
from staff.management.console_operator import proved_operator


class Command(BaseCommand):
    """Import the list, and print the result or why nothing was changed."""

    help = (
        "Put a national exclusion list (CSV: family_name, given_name, birth_date and, if wanted, from, until, "
        "reference) in place of the one in force. It is taken whole, or not at all."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--reason", default="on demand", help="kept with the import")
        parser.add_argument(
            "--by",
            metavar="OPERATOR",
            help="who answers for it, and is asked for password and code; with --force there must be somebody",
        )
        parser.add_argument(
            "--force", action="store_true", help="take a list that has lost more than half of its persons"
        )

    def handle(self, *, file: Path, reason: str, by: str | None, force: bool, **_: object) -> None:
        if force and by is None:
            raise CommandError("--force may free many: say --by whom. Nothing was imported.")
        actor = console_actor() if by is None else proved_operator(by, command="import_exclusions")
        authorised = authorised_list(now=datetime.now(UTC))
        order = ImportOrder(actor=actor, reason=reason, force=force, authorised=authorised)
        try:
            with file.open("rb") as opened:
                done = import_exclusions(
                    opened, order=order, jurisdiction=settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC)
                )
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}. Nothing was imported.") from error
        except Refusal as refusal:
            about = "".join(f" {name}: {value}." for name, value in refusal.members.items())
            raise CommandError(f"{refusal.title()}. {refusal.detail}{about}") from refusal
        self.stdout.write(
            f"{done.persons} persons in {done.rows} entries. {done.matched} players are among them: {done.excluded} "
            f"are excluded from now on, {done.lifted} others are let go in a day. SHA-256 {done.sha256}"
        )
