"""manage.py void_epoch TABLE EPOCH: give all stakes of a hand or a game back, for two operators."""

from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.clock import database_now
from kernel.ids import ChainId
from kernel.refusals import Refusal
from tables.management.operator_arguments import require_operator
from tables.operations.void_epoch import VoidEpochRequest, void_epoch


class Command(BaseCommand):
    """For incidents: a hand or a game that must not be played on."""

    help = (
        "Void the hand or the game that runs at a table: the record names the reason and both operators, and the"
        " croupier gives the stakes back."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("table", type=UUID, help="the table's chain")
        parser.add_argument("epoch", type=int, help="the number of the epoch that runs")
        parser.add_argument("--reason", required=True)
        parser.add_argument("--by", nargs=2, required=True, metavar="OPERATOR", help="two different operators")
        parser.add_argument(
            "--seed-lost",
            action="store_true",
            help="seal.key is lost for good: void also without the seed, which auditors report",
        )

    def handle(self, *, table: UUID, epoch: int, reason: str, by: list[str], seed_lost: bool, **_: object) -> None:
        for operator in by:
            require_operator(operator)
        request = VoidEpochRequest(
            table=ChainId(table), epoch=epoch, reason=reason, by=(by[0], by[1]), seed_lost=seed_lost
        )
        try:
            void_epoch(request, now=database_now())
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"Epoch {epoch} of table {table.hex} is void; the croupier gives the stakes back.")
