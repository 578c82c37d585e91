"""manage.py compare_persons: compare all who registered before the rules of one person held."""

from datetime import UTC, datetime

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from responsible_gaming.operations.compare_persons import compare_next, compared_so_far


class Command(BaseCommand):
    """Compare each player once, oldest first. If it is killed, another call continues where it was."""

    help = (
        "Compare every player who registered before with all others and with the national list, and hold up who may be the "
        "holder of another account until two of the staff have decided. Run it after the upgrade, until it says that all are compared."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add how many reviews are opened at most."""
        parser.add_argument(
            "--reviews",
            type=int,
            metavar="N",
            help="stop when this call has opened N reviews or more, so that they can be decided before others wait",
        )

    def handle(self, *, reviews: int | None, **_: object) -> None:
        """Compare until all are compared, or enough reviews are open."""
        if reviews is not None and reviews < 1:
            raise CommandError("Nobody was compared. --reviews takes 1 or more.")
        before = compared_so_far()
        already = 0 if before is None else before.opened
        while True:
            # Each player is a transaction of its own, at an instant of its own.
            far = compare_next(jurisdiction=settings.REDDOG_JURISDICTION, now=datetime.now(UTC))
            if far.is_finished or (reviews is not None and far.opened - already >= reviews):
                break
        rest = "All are compared." if far.is_finished else "Call it again to go on."
        self.stdout.write(f"Players compared so far: {far.compared}. Reviews opened: {far.opened}. {rest}")
