"""manage.py grant PLAYER AMOUNT: play money, from the console."""

import secrets
from datetime import UTC, datetime
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.console_user import console_actor
from kernel.ids import ChainId
from kernel.money import display
from kernel.refusals import Refusal
from wallet.core.idempotency import identify_request
from wallet.operations.grant_play_money import GrantRequest, grant_play_money
from wallet.queries.balances import currencies_of


class Command(BaseCommand):
    """The same operation as the endpoint, for an operator with a shell."""

    help = "Grant play money to a player. In demo mode only."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", type=UUID, help="the player's id, 32 hex digits")
        parser.add_argument("amount", type=int, help="minor units: 500 is 5.00")
        parser.add_argument("--currency", help="must be the account's, which it is if left out")
        parser.add_argument("--reason", required=True)

    def handle(self, *, player: UUID, amount: int, currency: str | None, reason: str, **_: object) -> None:
        if settings.REDDOG_MODE.value != "demo":
            raise CommandError("Nothing was granted. Real money comes in through the cashier.")
        chain, jurisdiction = ChainId(player), settings.REDDOG_JURISDICTION
        # Without an account, the grant itself is refused.
        currency = currency or currencies_of([chain]).get(chain, jurisdiction.currencies[0])
        request = GrantRequest(
            chain=chain,
            amount_minor=amount,
            currency=currency,
            reason=reason,
            actor=console_actor(),
            # Each run of the command is a request of its own.
            idempotency=identify_request(secrets.token_hex(16), method="COMMAND", path="grant", body=b""),
        )
        try:
            lone_max_minor = jurisdiction.amounts_in(currency).lone_grant_max_minor
            grant = grant_play_money(request, lone_max_minor=lone_max_minor, now=datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"The player has {display(grant.balance.cash_minor, grant.currency)}.")
