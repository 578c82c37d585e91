"""Change a password with the old one, or reset a lost one with an operator's one-time token.

Both end the other sessions and open offers of a second factor, and make every other device require a full login.

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
    PlayerFactorProof,
    check_credentials,
    check_reset_token,
    compare_password_of,
    credential_refusal,
    named_player_for_update,
)
from players.operations.end_sessions import end_sessions
from players.operations.open_login import open_login
from players.operations.store_factor import end_offers
from rest.passwords import require_strong

_NOTHING = "The password was not changed."


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordReset:
    """The request to reset a lost password."""

    username: str
    token: str = field(repr=False)
    new_password: str = field(repr=False)
    proof: PlayerFactorProof = field(default_factory=PlayerFactorProof)


def change_password(session_id: UUID, chain: ChainId, *, proof: LoginProof, new_password: str, now: datetime) -> None:
    """Replace the password, and end all of the player's sessions but the one that asks.

    Raises:
        WeakPassword: nothing was changed.
        WrongCredentials, SecondFactorRequired: the credentials are wrong or not enough; a wrong password counts as a
        failed login.
        HashingUnavailable: nothing was counted.
    """
    username = Player.objects.values_list("username", flat=True).get(chain=chain)
    require_strong(new_password, username=username, nothing=_NOTHING)
    password = compare_password_of(chain, proof.password)
    new_hash = make_password(new_password) if password.matched else ""
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(chain=chain)
        check = check_credentials(player, proof, password, now=now)
        if check is CredentialCheck.FULL:
            _store(player, new_hash, kind="password-changed", except_session=session_id, now=now)
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, _NOTHING, player=player, now=now)


def reset_password(reset: PasswordReset, *, now: datetime) -> None:
    """Replace a lost password, end all sessions, and unlock the login.

    Raises:
        WeakPassword: nothing was changed, and the token can still be used.
        WrongCredentials: the same whatever was wrong.
        SecondFactorRequired: the token is right, and the player has a second factor.
        HashingUnavailable: nothing was counted.
    """
    require_strong(reset.new_password, username=reset.username, nothing=_NOTHING)
    # Before anything is locked, and so for every caller, whatever the token is.
    new_hash = make_password(reset.new_password)
    with transaction.atomic():
        player = named_player_for_update(reset.username)
        check = check_reset_token(player, reset.token, reset.proof, now=now)
        if check is CredentialCheck.FULL:
            open_login(player, address=reset.proof.address, now=now)
            _store(player, new_hash, kind="password-reset", except_session=None, now=now)
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, _NOTHING, player=player, now=now)


def _store(player: Player, password_hash: str, *, kind: str, except_session: UUID | None, now: datetime) -> None:
    chain = ChainId(player.chain)
    player.password = password_hash
    player.save(update_fields=["password"])
    end_offers(player)
    # A token that an operator was tricked into issuing is void once the player has acted.
    ResetToken.objects.filter(player_id=chain).delete()
    # Nobody who knew the old password stays logged in, and no device stays trusted.
    ended = end_sessions(chain, EndReason.PASSWORD_CHANGED, except_session=except_session, now=now)
    others = Device.objects.filter(player_id=chain)
    if except_session is not None:
        others = others.exclude(session=except_session)
    others.update(full_login_at=None)
    save_event(NewEvent(kind=kind, subject=chain, actor="player", after={"sessions_ended": ended}), now=now)
