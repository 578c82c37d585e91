"""manage.py marketing_list: whom no exclusion keeps advertising from."""

from datetime import UTC, datetime

from django.core.management.base import BaseCommand

from players.queries import active_chains
from responsible_gaming.queries import addressable


class Command(BaseCommand):
    """Print the chains, a line each."""

    help = (
        "Print the chain of every active player whom nothing excludes now: those of them who consented, and nobody else, "
        "may be sent advertising."
    )

    def handle(self, **_: object) -> None:
        for chain in addressable(active_chains(), now=datetime.now(UTC)):
            self.stdout.write(chain.hex)
