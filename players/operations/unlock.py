"""Unlock a session after a pause, or a login after too many failures.

Source: docs/authentication.md; regulation F22, F23, F24.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.core.session_rules import SessionRules
from players.core.session_state import full_login_is_due
from players.models import Device, Player, ResetToken, Session
from players.operations.check_credentials import (
    CredentialCheck,
    LoginProof,
    check_credentials,
    check_credentials_with_factor,
    credential_refusal,
    forget_failures,
    named_player_for_update,
)
from players.operations.set_pin import try_pin, wrong_pin


class FullLoginRequired(Refusal):
    """This device requires the password and the second factor again."""

    code, kind = "full-login-required", RefusalKind.FORBIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginUnlock:
    """The request to unlock a login."""

    username: str
    proof: LoginProof
    token: str | None = None
    """An operator's one-time token, for a player without a second factor."""


def unlock_with_pin(session_id: UUID, pin: str, *, rules: SessionRules, now: datetime) -> None:
    """Unlock a session with the PIN. A wrong PIN is counted.

    Raises:
        FullLoginRequired: the last full login on this device is too long ago for a PIN.
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
    """
    with transaction.atomic():
        session = Session.objects.select_related("device").get(id=session_id)
        if _full_login_is_due(session, rules=rules, now=now):
            raise FullLoginRequired("Nothing was unlocked. Send the password, and a code where there is a factor.")
        player = Player.objects.select_for_update().get(chain=session.player_id)
        right = try_pin(player, pin, now=now)
        if right:
            _mark_active(session, now=now)
    if not right:
        raise wrong_pin(player)


def unlock_with_password(session_id: UUID, proof: LoginProof, *, rules: SessionRules, now: datetime) -> None:
    """Unlock a session with the password. A wrong password counts as a failed login.

    Raises:
        WrongCredentials: nothing was unlocked.
        SecondFactorRequired: the last full login on this device is too long ago for the password alone.
    """
    with transaction.atomic():
        session = Session.objects.select_related("device").get(id=session_id)
        player = Player.objects.select_for_update().get(chain=session.player_id)
        check = check_credentials(player, proof, now=now)
        enough = check is CredentialCheck.CODE_MISSING and not _full_login_is_due(session, rules=rules, now=now)
        if check is CredentialCheck.FULL or enough:
            forget_failures(player)
            _mark_active(session, now=now)
        if check is CredentialCheck.FULL and session.device is not None:
            Device.objects.filter(id=session.device.id).update(full_login_at=now)
    if not (check is CredentialCheck.FULL or enough):
        raise credential_refusal(check, "Nothing was unlocked.")


def unlock_login(request: LoginUnlock, *, now: datetime) -> None:
    """Unlock a login that three failures locked. Time alone does not unlock it.

    Raises:
        WrongCredentials: the same whatever was wrong.
    """
    with transaction.atomic():
        player = named_player_for_update(request.username)
        check = check_credentials_with_factor(player, request.proof, token=request.token, now=now)
        if check is CredentialCheck.FULL:
            ResetToken.objects.filter(player=player).delete()
            open_login(player, address=request.proof.address, now=now)
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, "Nothing was unlocked.")


def open_login(player: Player, *, address: str, now: datetime) -> None:
    """Unlock a login if it is locked, and reset the count of failures. The caller has locked the player's row."""
    if player.login_locked_at is not None:
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


def _full_login_is_due(session: Session, *, rules: SessionRules, now: datetime) -> bool:
    # A session from before devices were stored began with a full login.
    given_at = session.created_at if session.device is None else session.device.full_login_at
    return full_login_is_due(given_at, now=now, rules=rules)


def _mark_active(session: Session, *, now: datetime) -> None:
    Session.objects.filter(id=session.id, revoked_at=None).update(active_at=now)
