"""manage.py void_round ROUND_ID: give a stake back, for two operators."""

from datetime import UTC, datetime

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.operations.void import VoidRequest, void_round
from kernel.ids import RoundId
from kernel.refusals import Refusal
from rest.permissions import OPERATORS


class Command(BaseCommand):
    """For incidents: a round that must not be played on."""

    help = "Void an open round: the stake goes back, the record names the reason and both operators."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("round_id")
        parser.add_argument("--reason", required=True)
        parser.add_argument("--by", nargs=2, required=True, metavar="OPERATOR", help="two different operators")

    def handle(self, *, round_id: str, reason: str, by: list[str], **_: object) -> None:
        for operator in by:
            if not get_user_model().objects.filter(username=operator, groups__name=OPERATORS).exists():
                raise CommandError(f"{operator} is no operator. Nothing was changed.")
        try:
            request = VoidRequest(round_id=RoundId.parse(round_id), reason=reason, by=(by[0], by[1]))
            void_round(request, now=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"Round {round_id} is void; the stake went back.")
