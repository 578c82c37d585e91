"""Find the player who has an e-mail address, for the staff, and save that as an event.

Source: docs/casework.md, "Finding a player".
"""

from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from players.core.status import Status
from players.identity_digests import email_digest
from players.models import Player
from players.operations.save_vain_search import save_vain_search
from players.queries.accounts import PlayerNotFound
from players.queries.player_search import PlayerLine, player_line


def find_by_email(email: str, *, actor: str, now: datetime) -> PlayerLine:
    """Return the player of a whole e-mail address, in any case, whose account is not closed.

    The database knows the address by a keyed digest alone, so nobody is found by a part of it.

    Raises:
        PlayerNotFound: no open account has it. That somebody looked is saved all the same.
    """
    with transaction.atomic():
        found = Player.objects.filter(email_digest=email_digest(email)).exclude(status=Status.CLOSED).first()
        # Who finds an account by an address knows from then on whose it is. Whoever tries addresses is seen too.
        if found is None:
            save_vain_search("email", actor=actor, now=now)
        else:
            save_event(NewEvent(kind="found-by-email", subject=ChainId(found.chain), actor=actor), now=now)
    if found is None:
        raise PlayerNotFound("Nothing was shown. No open account has this e-mail address.")
    return player_line(ChainId(found.chain))
