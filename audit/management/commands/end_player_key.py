"""manage.py end_player_key PLAYER_ID KID --why lost: end a player's key, for two operators."""

from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.core.player_key_changes import END_WORDS, EndWord
from audit.management.key_operators import add_operator_arguments, operators_of, player_of
from audit.operations.end_player_key import end_player_key
from kernel.refusals import Refusal


class Command(BaseCommand):
    """For players who cannot sign the end themselves, as after a theft of the only key."""

    help = "End a key with the use play. The record names both operators. Recovery keys are the player's to end."

    def add_arguments(self, parser: CommandParser) -> None:
        add_operator_arguments(parser)
        parser.add_argument("kid", help="16 hex digits")
        parser.add_argument("--why", required=True, choices=END_WORDS)

    def handle(self, *, player_id: str, kid: str, why: EndWord, reason: str, by: list[str], **_: object) -> None:
        operators, chain = operators_of(by, reason), player_of(player_id)
        try:
            end_player_key(chain, kid, why, authority=operators, now=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"Key {kid} has ended: it signs no more.")
