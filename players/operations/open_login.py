"""End every lock of a player's login, after password and second factor, or an operator's token.

Source: docs/authentication.md, AU-3; regulation F22.
"""

from datetime import datetime

from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from players.models import ORIGINS, Player


def open_login(player: Player, *, address: str, now: datetime) -> None:
    """Unlock a login wherever it is locked, and forget all failures. The caller has locked the player's row."""
    origins_locked = ORIGINS.forget(player.chain, None)
    if origins_locked or player.login_locked_at is not None:
        event = NewEvent(
            kind="log-in-unlocked",
            subject=ChainId(player.chain),
            actor="player",
            before={"locked": True},
            after={"locked": False, "address": address},
        )
        save_event(event, now=now)
    player.login_failures, player.login_locked_at = [], None
    player.save(update_fields=["login_failures", "login_locked_at"])
