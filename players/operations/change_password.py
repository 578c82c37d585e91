"""Change a password with the old one, or reset a lost one with an operator's one-time token.

Both end the other sessions, and make every other device require a full login.

Source: docs/authentication.md; regulation F22.
"""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
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
from players.operations.unlock import open_login
from rest.passwords import require_strong

_NOTHING = "The password was not changed."


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordReset:
    """The request to reset a lost password."""

    username: str
    token: str = field(repr=False)
    code: str | None = field(default=None, repr=False)
    new_password: str = field(repr=False)
    address: str = ""


def change_password(session_id: UUID, chain: ChainId, *, proof: LoginProof, new_password: str, now: datetime) -> None:
    """Replace the password, and end all of the player's sessions but the one that asks.

    Raises:
        WeakPassword: nothing was changed.
        WrongCredentials, SecondFactorRequired: the credentials are wrong or not enough; a wrong password counts as a
        failed login.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(chain=chain)
        require_strong(new_password, username=player.username, nothing=_NOTHING)
        check = check_credentials(player, proof, now=now)
        if check is CredentialCheck.FULL:
            _store(player, new_password, kind="password-changed", except_session=session_id, now=now)
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, _NOTHING)


def reset_password(reset: PasswordReset, *, now: datetime) -> None:
    """Replace a lost password, end all sessions, and unlock the login.

    Raises:
        WeakPassword: nothing was changed, and the token can still be used.
        WrongCredentials: the same whatever was wrong.
        SecondFactorRequired: the token is right, and the player has a second factor.
    """
    require_strong(reset.new_password, username=reset.username, nothing=_NOTHING)
    with transaction.atomic():
        player = named_player_for_update(reset.username)
        check = check_reset_token(player, reset.token, reset.code, address=reset.address, now=now)
        if check is CredentialCheck.FULL:
            open_login(player, address=reset.address, now=now)
            _store(player, reset.new_password, kind="password-reset", except_session=None, now=now)
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, _NOTHING)


def _store(player: Player, password: str, *, kind: str, except_session: UUID | None, now: datetime) -> None:
    chain = ChainId(player.chain)
    player.password = make_password(password)
    player.save(update_fields=["password"])
    # A token that an operator was tricked into issuing is void once the player has acted.
    ResetToken.objects.filter(player_id=chain).delete()
    # Nobody who knew the old password stays logged in, and no device stays trusted.
    ended = end_sessions(chain, EndReason.PASSWORD_CHANGED, except_session=except_session, now=now)
    others = Device.objects.filter(player_id=chain)
    if except_session is not None:
        others = others.exclude(session=except_session)
    others.update(full_login_at=None)
    save_event(NewEvent(kind=kind, subject=chain, actor="player", after={"sessions_ended": ended}), now=now)
