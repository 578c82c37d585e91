"""manage.py resume_tables: go on with the tables that `pause_tables` has paused."""

from django.core.management.base import BaseCommand, CommandParser

from audit.clock import database_now
from staff.management.console_operator import add_operator_arguments, proved_operator
from tables.operations.pause_tables import resume_tables
from tables.queries.undrained_tables import tables_of_another_engine


class Command(BaseCommand):
    """For upgrades."""

    help = (
        "Open the tables that `pause_tables` has paused. One that an operator has paused by itself stays paused. Names"
        " the tables whose rules are of another version of the program: they take no stakes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_operator_arguments(parser)

    def handle(self, *, by: str, reason: str, **_: object) -> None:
        actor = proved_operator(by, command="resume_tables")
        resumed = resume_tables(reason=reason, actor=actor, now=database_now())
        self.stdout.write(f"{len(resumed)} tables were opened.")
        for chain in tables_of_another_engine():
            self.stdout.write(
                f"Table {chain} takes no stakes: its rules name another engine. Open another table, and close this one."
            )
