"""manage.py erase_player CHAIN: destroy what identifies a player."""

from datetime import UTC, datetime

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kernel.ids import chain_id
from kernel.refusals import Refusal
from players.core.erasure import Basis
from players.operations.erase import Erasure, erase
from reddog_platform.erasure_hooks import erasure_hooks
from staff.management.console_operator import add_operator_arguments, proved_operator


class Command(BaseCommand):
    """Erase as the operators' endpoint does, or erase again in a database that was restored from a backup."""

    help = "Erase a player whose account is closed and empty and whose retention is over. It cannot be taken back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("chain", help="the player's id, 32 hex digits")
        parser.add_argument("--basis", required=True, choices=[basis.value for basis in Basis])
        add_operator_arguments(parser)

    def handle(self, *, chain: str, basis: str, reason: str, by: str, **_: object) -> None:
        wanted = chain_id(chain)
        if wanted is None:
            raise CommandError("A player's id is 32 hex digits. Nothing was erased.")
        actor, now = proved_operator(by, command="erase_player"), datetime.now(UTC)
        try:
            erase(
                Erasure(chain=wanted, basis=Basis(basis), reason=reason, actor=actor),
                retention_days=settings.REDDOG_JURISDICTION.accounts.retention_days,
                hooks=erasure_hooks(now),
                now=now,
            )
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"What identified the player of chain {chain} is erased.")
