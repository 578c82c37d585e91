"""manage.py index_persons: make players whose accounts are older than the search for persons findable."""

from django.core.management.base import BaseCommand

from players.operations.index_persons import index_some


class Command(BaseCommand):
    """Store the keys of all players who have none. If it is killed, another call continues where it was."""

    help = "Store the keyed digests that find a person, for every player who has none. Run it once after the upgrade."

    def handle(self, **_: object) -> None:
        indexed = 0
        while some := index_some():
            indexed += some
        self.stdout.write(f"Players who can be found now, and could not before: {indexed}.")
