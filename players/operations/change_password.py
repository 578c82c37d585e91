"""Another password: by who knows the old one, or by an operator's one-time token where it was lost.

Either ends the other sessions and lets every other device ask for everything again.

Source: docs/authentication.md; regulation F22.
"""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import transaction

from audit.operations.note_event import Noted, note_event
from kernel.ids import ChainId
from players.core.session_state import EndReason
from players.models import Device, Player, ResetToken
from players.operations.check_credentials import (
    CredentialCheck,
    LoginProof,
    check_credentials,
    check_reset_token,
    credential_refusal,
    named_player_for_update,
)
from players.operations.end_sessions import end_sessions
from players.operations.unlock import open_log_in
from rest.passwords import require_strong

_NOTHING = "The password was not changed."


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordReset:
    """Who lost the password: the operator's token, the code of the second factor where there is one, and from where."""

    username: str
    token: str = field(repr=False)
    code: str | None = field(default=None, repr=False)
    new_password: str = field(repr=False)
    address: str = ""


def change_password(session_id: UUID, chain: ChainId, *, proof: LoginProof, new_password: str, now: datetime) -> None:
    """Replace the password, and end all of the player's sessions but the one that asks.

    Raises:
        WeakPassword: nothing was changed.
        WrongCredentials, SecondFactorRequired: not proved; a wrong password counts as a failed log-in.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(chain=chain)
        require_strong(new_password, username=player.username, nothing=_NOTHING)
        verdict = check_credentials(player, proof, now=now)
        if verdict is CredentialCheck.FULL:
            _store(player, new_password, kind="password-changed", besides=session_id, now=now)
    if verdict is not CredentialCheck.FULL:
        raise credential_refusal(verdict, _NOTHING)


def reset_password(asked: PasswordReset, *, now: datetime) -> None:
    """Replace a lost password, end all sessions, and unlock the log-in.

    Raises:
        WeakPassword: nothing was changed, and the token can still be used.
        WrongCredentials: the same whatever was wrong.
        SecondFactorRequired: the token is right, and the player has a second factor.
    """
    require_strong(asked.new_password, username=asked.username, nothing=_NOTHING)
    with transaction.atomic():
        player = named_player_for_update(asked.username)
        verdict = check_reset_token(player, asked.token, asked.code, address=asked.address, now=now)
        if verdict is CredentialCheck.FULL:
            open_log_in(player, address=asked.address, now=now)
            _store(player, asked.new_password, kind="password-reset", besides=None, now=now)
    if verdict is not CredentialCheck.FULL:
        raise credential_refusal(verdict, _NOTHING)


def _store(player: Player, password: str, *, kind: str, besides: UUID | None, now: datetime) -> None:
    chain = ChainId(player.chain)
    player.password = make_password(password)
    player.save(update_fields=["password"])
    # A token that somebody talked an operator into is worth nothing once its player has acted.
    ResetToken.objects.filter(player_id=chain).delete()
    # Nobody who knew the old password stays, and no device is trusted for having known it.
    ended = end_sessions(chain, EndReason.PASSWORD_CHANGED, besides=besides, now=now)
    others = Device.objects.filter(player_id=chain)
    if besides is not None:
        others = others.exclude(session=besides)
    others.update(full_login_at=None)
    note_event(Noted(kind=kind, subject=chain, actor="player", after={"sessions_ended": ended}), now=now)
