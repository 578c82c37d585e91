"""manage.py pause_tables: take no stakes at any table, and wait until nothing is at stake there, as before an upgrade."""

import time
from typing import Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.clock import database_now
from staff.management.console_operator import add_operator_arguments, proved_operator
from tables.operations.pause_tables import pause_tables
from tables.queries.undrained_tables import UndrainedTable, undrained_tables

_LOOK_SECONDS: Final = 0.5


class Command(BaseCommand):
    """For upgrades. Repeated, it pauses what was opened since, and waits again."""

    help = (
        "Pause every open table. Hands and games that have begun are finished, and the croupier, which must run, gives"
        " waiting stakes back. Fails while something is still at stake after the wait. `resume_tables` opens these"
        " tables again, and no others."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_operator_arguments(parser)
        parser.add_argument(
            "--wait", type=float, default=0, metavar="SECONDS", help="how long to wait for the tables to drain"
        )

    def handle(self, *, by: str, reason: str, wait: float, **_: object) -> None:
        actor = proved_operator(by, command="pause_tables")
        until = time.monotonic() + wait
        paused = pause_tables(reason=reason, actor=actor, now=database_now())
        self.stdout.write(f"{len(paused)} tables were paused.")
        while undrained := undrained_tables():
            left = until - time.monotonic()
            if left <= 0:
                raise CommandError("\n".join(["Not drained. The tables stay paused.", *map(_line, undrained)]))
            time.sleep(min(_LOOK_SECONDS, left))
        self.stdout.write("Drained: no hand runs, and no stake is open.")


def _line(table: UndrainedTable) -> str:
    runs = "no hand runs" if table.epoch is None else f"epoch {table.epoch} runs"
    return f"Table {table.table} ({table.game}): {runs}, {table.stakes} stakes have not ended."
