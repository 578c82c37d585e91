"""Giving an account another status: suspending a player, letting the player back, closing the account.

The status and why it changed are written in one transaction with the version of the player's chain: a bet that is
being decided at that moment looks again, and none is decided on a memory of the old status. Open rounds are finished.

Source: docs/rules/accounts.md, clauses AC-8 and AC-9; regulation F21, F40.
"""

from datetime import datetime

from django.db import transaction

from audit.operations.append import bump_version
from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.core.status import Actor, Status, require_transition
from players.models import Player
from players.queries.accounts import player_for_update


class StatusUnchanged(Refusal):
    """The player has this status already."""

    code, kind = "status-unchanged", RefusalKind.CONFLICT


def set_status(chain: ChainId, status: Status, *, reason: str, actor: str, now: datetime) -> None:
    """Give a player another status, for a reason (1 to 200 characters) and by an `actor` who are kept with it.

    Raises:
        PlayerNotFound, StatusUnchanged, StatusNotAllowed: nothing was changed.
    """
    with transaction.atomic():
        change_status(player_for_update(chain), status, reason=reason, actor=actor, now=now)


def change_status(player: Player, after: Status, *, reason: str, actor: str, now: datetime) -> None:
    """Change the status of a held player, with its event; `actor` is as in `Noted`.

    Raises:
        StatusUnchanged, StatusNotAllowed: nothing was changed.
    """
    before = Status(player.status)
    if before is after:
        raise StatusUnchanged("Nothing was changed.", account_status=after.value)
    require_transition(before, after, by=Actor(actor.partition(":")[0]))
    chain = ChainId(player.chain)
    save_event(
        NewEvent(
            kind="player-status",
            subject=chain,
            actor=actor,
            reason=reason,
            before={"status": before.value},
            after={"status": after.value},
        ),
        now=now,
    )
    player.status = after
    player.save(update_fields=["status"])
    bump_version(chain)
