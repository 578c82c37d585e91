"""manage.py export_player CHAIN: a player's personal data, as JSON."""

from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kernel.ids import chain_id
from kernel.refusals import Refusal
from players.operations.release_data import release_data
from reddog_platform.personal_data import stream_personal_data
from staff.management.console_operator import add_operator_arguments, proved_operator


class Command(BaseCommand):
    """For a player who asks by letter, and for one who cannot log in any more."""

    help = "Write all that is known of a player to the standard output, and keep who asked and why."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("chain", help="the player's id, 32 hex digits")
        add_operator_arguments(parser)

    def handle(self, *, chain: str, reason: str, by: str, **_: object) -> None:
        wanted = chain_id(chain)
        if wanted is None:
            raise CommandError("A player's id is 32 hex digits. Nothing was shown.")
        actor = proved_operator(by, command="export_player")
        try:
            release_data(wanted, reason=reason, actor=actor, now=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        for piece in stream_personal_data(wanted):
            self.stdout.write(piece.decode(), ending="")
