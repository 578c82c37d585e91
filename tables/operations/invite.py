"""Invite players to tables that are not public, and take invitations back."""

from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.queries.accounts import PlayerNotFound, player_exists
from tables.models import Invitation
from tables.queries.table_states import table_state


class AlreadyInvited(Refusal):
    """The player is invited already."""

    code, kind = "already-invited", RefusalKind.CONFLICT


class InvitationNotFound(Refusal):
    """There is no such invitation."""

    code, kind = "invitation-not-found", RefusalKind.NOT_FOUND


def invite(table: ChainId, player: ChainId, *, reason: str, actor: str, now: datetime) -> None:
    """Let a player sit at a table. At a public one everybody may, and an invitation changes nothing.

    Raises:
        TableNotFound, PlayerNotFound: there is none of this id.
        AlreadyInvited: nothing was changed.
    """
    table_state(table)
    if not player_exists(player):
        raise PlayerNotFound("Nobody was invited. There is no player of this id.")
    with transaction.atomic():
        _, created = Invitation.objects.get_or_create(table=table, chain=player)
        if not created:
            raise AlreadyInvited("Nothing was changed. The player may sit at this table already.")
        save_event(_event("table-invited", table, player, reason=reason, actor=actor), now=now)


def take_invitation_back(table: ChainId, player: ChainId, *, reason: str, actor: str, now: datetime) -> None:
    """Let a player sit at a table no longer. A stake that is placed stays.

    Raises:
        InvitationNotFound: nothing was changed.
    """
    with transaction.atomic():
        deleted, _ = Invitation.objects.filter(table=table, chain=player).delete()
        if not deleted:
            raise InvitationNotFound("Nothing was changed. The player is not invited to this table.")
        save_event(_event("table-invitation-taken-back", table, player, reason=reason, actor=actor), now=now)


def _event(kind: str, table: ChainId, player: ChainId, *, reason: str, actor: str) -> NewEvent:
    return NewEvent(kind=kind, actor=actor, subject=player, reason=reason, after={"table": table.hex})
