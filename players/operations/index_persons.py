"""Store the keys of players whose accounts are older than these keys.

Source: docs/rules/persons.md, PM-12; docs/adr/0055-the-person.md.
"""

from typing import Final

from django.db import transaction

from kernel.ids import ChainId
from players import vault
from players.core.identity import identity_of
from players.models import Player, SealedProfile
from players.models.persons import PersonKey
from players.operations.store_person_keys import store_person_keys

_BATCH: Final = 500


def index_some() -> int:
    """Store the keys of up to 500 players who have none, and return of how many. Repeat until there is none.

    Each batch is a transaction, so that it can be broken off, and done again, at any time.
    """
    with transaction.atomic():
        without = SealedProfile.objects.exclude(player__in=PersonKey.objects.values("player"))
        chains = list(without.order_by("player").values_list("player", flat=True)[:_BATCH])
        for player in (
            Player.objects.select_for_update(of=("self",), no_key=True).filter(chain__in=chains).order_by("chain")
        ):
            chain = ChainId(player.chain)
            # Erased meanwhile, it has nothing to make keys of.
            if not vault.is_erased(chain):
                store_person_keys(chain, identity_of(vault.read(chain)))
    return len(chains)
