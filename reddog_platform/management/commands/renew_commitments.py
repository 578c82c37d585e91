"""manage.py renew_commitments --reason TEXT: fresh seeds for every player and table, after a restored backup."""

import sys
from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandParser

from audit.clock import database_now
from audit.operations.open_epoch import RoundStillOpen
from audit.operations.renew_commitment import renew_commitment
from audit.queries.chains import players_chains
from tables.operations.announce import TableNotIdle, renew_table_commitment
from tables.queries.live_tables import live_tables


class Command(BaseCommand):
    """Renew every commitment that can be renewed, and list the open rounds and tables that prevent the others."""

    help = (
        "Close every open epoch and replace every announced commitment by a fresh one. Chains with an open round, and "
        "tables at which something is at stake, are listed and left as they are, and the command fails: void those "
        "rounds and hands, and run it again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--reason", required=True, help="published in the record of each new commitment")

    def handle(self, *, reason: str, **_: object) -> None:
        if self._left_of_players(reason) + self._left_of_tables(reason):
            sys.exit(1)

    def _left_of_players(self, reason: str) -> int:
        chains, open_rounds = players_chains(), []
        for chain in chains:
            try:
                renew_commitment(chain, reason=reason, now=datetime.now(UTC))
            except RoundStillOpen as refusal:
                open_rounds.append(refusal.members["round_id"])
        self.stdout.write(f"Renewed the commitments of {len(chains) - len(open_rounds)} of {len(chains)} players.")
        for round_id in open_rounds:
            self.stderr.write(f"Round {round_id} is open: void it, and run this again.")
        return len(open_rounds)

    def _left_of_tables(self, reason: str) -> int:
        tables, left = live_tables(), 0
        for table in tables:
            try:
                renew_table_commitment(table, reason=reason, now=database_now())
            except TableNotIdle as refusal:
                left += 1
                self.stderr.write(f"Table {table.hex}: {refusal.detail}")
        if tables:
            self.stdout.write(f"Renewed the commitments of {len(tables) - left} of {len(tables)} tables.")
        return left
