"""Issue the staff's one-time token: it resets a password, or replaces the second factor of a player who has none.

Whoever has it takes the account over. So two operators issue it: one identifies the person and proposes, the other looks
at it again and approves. Each of them has half of the token and hands it over, so that neither can use it. The platform
stores only a digest.

Source: docs/authentication.md; docs/approvals.md; regulation F22, F45.
"""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from credentials.split_secret import whole
from kernel.ids import ChainId
from players import vault
from players.models import Player, ResetToken
from players.queries.accounts import PlayerNotFound
from players.token_digests import token_digest
from players.vault import PlayerErased
from staff.core.approval import Approval

TOKEN_LIFE: Final = timedelta(minutes=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Issued:
    """A token, which is shown once."""

    token: str = field(repr=False)
    expires_at: datetime


def issue_reset_token(chain: ChainId, *, by: Approval, now: datetime, first_half: str = "") -> Issued:
    """Issue a token that is valid once, for 30 minutes. It replaces an earlier token.

    With `first_half`, the digest of what the proposer has, the token is the second half of what the player types.

    Raises:
        PlayerNotFound, PlayerErased: nothing was issued.
    """
    issued = Issued(token=secrets.token_urlsafe(), expires_at=now + TOKEN_LIFE)
    typed = whole(first_half, issued.token) if first_half else issued.token
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).filter(chain=chain).first()
        if player is None:
            raise PlayerNotFound("Nothing was issued. No player has this id.")
        if vault.is_erased(chain):
            raise PlayerErased("Nothing was issued. What identified the player was erased.")
        ResetToken.objects.update_or_create(
            player=player, defaults={"digest": token_digest(chain, typed), "expires_at": issued.expires_at}
        )
        save_event(NewEvent(kind="reset-token-issued", subject=chain, actor=by.actor, reason=by.reason), now=now)
    return issued
