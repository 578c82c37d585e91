"""Beginning and ending a session.

Source: regulation F22 (one answer whatever was wrong), F25 (sessions have ids).
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from uuid_utils.compat import uuid7

from audit.operations.append import touch
from kernel.ids import ChainId
from kernel.refusals import Kind, Refusal
from players.core.account_rules import AccountRules
from players.models import Player, Session
from players.operations.dormancy import wake
from players.queries import SESSION_LENGTH
from players.tokens import token_of


class WrongCredentials(Refusal):
    """User name or password is wrong."""

    code, kind = "wrong-credentials", Kind.UNAUTHENTICATED


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A new session and the token that stands for it."""

    chain: ChainId
    token: str
    expires_at: datetime


def log_in(*, username: str, password: str, rules: AccountRules, now: datetime) -> Begun:
    """Begin a session of 24 hours, and wake a dormant account where that is enough (clause AC-11).

    Raises:
        WrongCredentials: the same for an unknown name and a wrong password, after the same work.
    """
    player = Player.objects.filter(username=username.lower()).first()
    if player is None:
        make_password(password)
        raise WrongCredentials("No session was begun.")
    if not check_password(password, player.password):
        raise WrongCredentials("No session was begun.")
    session_id: UUID = uuid7()
    session = Session.objects.create(
        id=session_id, player=player, created_at=now, expires_at=now + SESSION_LENGTH, active_at=now, revoked_at=None
    )
    # After the session is there: whoever marks unused accounts either saw it, or is seen here.
    wake(ChainId(player.chain), rules=rules, now=now)
    return Begun(chain=ChainId(player.chain), token=token_of(session_id), expires_at=session.expires_at)


def log_out(session_id: UUID, *, now: datetime) -> None:
    """End a session at once: a step that is under way with it will look again and be refused."""
    with transaction.atomic():
        ended = Session.objects.filter(id=session_id, revoked_at=None)
        for chain in ended.values_list("player_id", flat=True):
            touch(ChainId(chain))
        ended.update(revoked_at=now)
