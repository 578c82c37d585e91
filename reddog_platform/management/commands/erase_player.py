"""manage.py erase_player CHAIN: destroy what identifies a player."""

from datetime import UTC, datetime

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kernel.ids import chain_id
from kernel.refusals import Refusal
from players.core.erasure import Basis
from players.operations.erase import Erasure, erase
from reddog_platform.erasure_hooks import erasure_hooks
from rest.permissions import OPERATORS


class Command(BaseCommand):
    """Erase as the operators' endpoint does, or erase again in a database that was restored from a backup."""

    help = "Erase a player whose account is closed and empty and whose retention is over. It cannot be taken back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("chain", help="the player's id, 32 hex digits")
        parser.add_argument("--basis", required=True, choices=[basis.value for basis in Basis])
        parser.add_argument("--reason", required=True)
        parser.add_argument("--by", required=True, metavar="OPERATOR")

    def handle(self, *, chain: str, basis: str, reason: str, by: str, **_: object) -> None:
        if not get_user_model().objects.filter(username=by, groups__name=OPERATORS).exists():
            raise CommandError(f"{by} is no operator. Nothing was erased.")
        wanted, now = chain_id(chain), datetime.now(UTC)
        if wanted is None:
            raise CommandError("A player's id is 32 hex digits. Nothing was erased.")
        try:
            erase(
                Erasure(chain=wanted, basis=Basis(basis), reason=reason, actor=f"operator:{by}"),
                retention_days=settings.REDDOG_JURISDICTION.accounts.retention_days,
                hooks=erasure_hooks(now),
                now=now,
            )
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"What identified the player of chain {chain} is erased.")
