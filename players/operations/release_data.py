"""Save that a player's personal data is released to a member of the staff.

Source: docs/privacy.md; regulation F34, F58; GLI-19 2.8.9.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from players.models import Player
from players.queries.accounts import PlayerNotFound


def release_data(chain: ChainId, *, reason: str, actor: str, now: datetime) -> None:
    """Save that an `actor` receives a player's data for a `reason` (1 to 200 characters). Call this before the release.

    Raises:
        PlayerNotFound: no player has this chain.
    """
    with transaction.atomic():
        if not Player.objects.filter(chain=chain).exists():
            raise PlayerNotFound("Nothing was shown. No player has this id.")
        save_event(NewEvent(kind="player-data-released", subject=chain, actor=actor, reason=reason), now=now)
