"""Show a player's identity to a member of the staff, and save that as an event.

Source: docs/rules/accounts.md, clause AC-12; regulation F34; GLI-19 2.8.9.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from players import vault
from players.core.identity import Identity, identity_of
from players.models import Player
from players.queries.accounts import PlayerNotFound


def view_identity(chain: ChainId, *, reason: str, actor: str, now: datetime) -> Identity:
    """Return a player's identity, and save that an `actor` looked at it for a `reason` (1 to 200 characters).

    Raises:
        PlayerNotFound: no player has this chain.
        PlayerErased: the identity was erased.
    """
    with transaction.atomic():
        player = Player.objects.filter(chain=chain).first()
        if player is None:
            raise PlayerNotFound("Nothing was shown. No player has this id.")
        # The event comes first: if it cannot be saved, nothing is shown.
        save_event(NewEvent(kind="identity-viewed", subject=chain, actor=actor, reason=reason), now=now)
        return identity_of(vault.read(chain))
