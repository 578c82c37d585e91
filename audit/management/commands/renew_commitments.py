"""manage.py renew_commitments --reason TEXT: fresh seeds for every player, after a restored backup."""

import sys
from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandParser

from audit.operations.open_epoch import RoundStillOpen
from audit.operations.renew_commitment import renew_commitment
from audit.queries.chains import players_chains


class Command(BaseCommand):
    """Renew every commitment that can be renewed, and list the open rounds that prevent the others."""

    help = (
        "Close every open epoch and replace every announced commitment by a fresh one. Chains with an open round are "
        "listed and left as they are, and the command fails: void those rounds and run it again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--reason", required=True, help="published in the record of each new commitment")

    def handle(self, *, reason: str, **_: object) -> None:
        chains, open_rounds = players_chains(), []
        for chain in chains:
            try:
                renew_commitment(chain, reason=reason, now=datetime.now(UTC))
            except RoundStillOpen as refusal:
                open_rounds.append(refusal.members["round_id"])
        self.stdout.write(f"Renewed the commitments of {len(chains) - len(open_rounds)} of {len(chains)} players.")
        for round_id in open_rounds:
            self.stderr.write(f"Round {round_id} is open: void it, and run this again.")
        if open_rounds:
            sys.exit(1)
