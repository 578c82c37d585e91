"""manage.py marketing_list: list the players to whom advertising may be sent."""

from datetime import UTC, datetime

from django.core.management.base import BaseCommand

from players.queries.accounts import marketing_chains
from responsible_gaming.queries.exclusions import chains_open_to_advertising


class Command(BaseCommand):
    """Print their chains, one a line."""

    help = "Print the chain of every active player who agreed to marketing and whom nothing excludes now."

    def handle(self, **_: object) -> None:
        for chain in chains_open_to_advertising(marketing_chains(), now=datetime.now(UTC)):
            self.stdout.write(chain.hex)
