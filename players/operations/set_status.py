"""Suspending a player, and letting the player back.

The status and why it changed are written in one transaction with the version of the player's chain: a bet that is
being decided at that moment looks again, and none is decided on a memory of the old status. Open rounds are finished.

Source: regulation F40.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.append import touch
from audit.operations.note_event import Noted, note_event
from kernel.ids import ChainId
from kernel.refusals import Kind, Refusal
from players.models import Player, Status


class PlayerNotFound(Refusal):
    """There is no such player."""

    code, kind = "player-not-found", Kind.NOT_FOUND


class StatusUnchanged(Refusal):
    """The player has this status already."""

    code, kind = "status-unchanged", Kind.CONFLICT


def set_status(chain: ChainId, status: Status, *, reason: str, actor: str, now: datetime) -> None:
    """Give a player another status, for a reason (1 to 200 characters) and by an `actor` who are kept with it.

    Raises:
        PlayerNotFound, StatusUnchanged: nothing was changed.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(chain=chain).first()
        if player is None:
            raise PlayerNotFound("Nothing was changed. No player has this id.")
        if player.status == status:
            raise StatusUnchanged("Nothing was changed.", status=status.value)
        note_event(
            Noted(
                kind="player-status", subject=chain, actor=actor, reason=reason,
                before={"status": player.status}, after={"status": status.value},
            ),
            now=now,
        )  # fmt: skip
        player.status = status
        player.save(update_fields=["status"])
        touch(chain)
