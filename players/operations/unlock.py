"""Unlocking: a session after a time without activity, and a log-in after too many failures.

Source: docs/authentication.md; regulation F22, F23, F24.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.operations.note_event import Noted, note_event
from kernel.ids import ChainId
from kernel.refusals import Kind, Refusal
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
    """This device asks for the password and the second factor again."""

    code, kind = "full-login-required", Kind.FORBIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginUnlock:
    """Who wants a log-in unlocked: the password, and a code or, for a player without a second factor, a token."""

    username: str
    proof: LoginProof
    token: str | None = None


def unlock_with_pin(session_id: UUID, pin: str, *, rules: SessionRules, now: datetime) -> None:
    """Let a session go on after a time without activity; a wrong PIN is counted.

    Raises:
        FullLogInRequired: the last full log-in on this device is too long ago for a PIN.
        PinNotSet, PinLocked, WrongPin: as `require_pin` says.
    """
    with transaction.atomic():
        session = Session.objects.select_related("device").get(id=session_id)
        if _full_log_in_is_due(session, rules=rules, now=now):
            raise FullLoginRequired("Nothing was unlocked. Send the password, and a code where there is a factor.")
        player = Player.objects.select_for_update().get(chain=session.player_id)
        right = try_pin(player, pin, now=now)
        if right:
            _go_on(session, now=now)
    if not right:
        raise wrong_pin(player)


def unlock_with_password(session_id: UUID, proof: LoginProof, *, rules: SessionRules, now: datetime) -> None:
    """Let a session go on after a time without activity; a wrong password counts as a failed log-in.

    Raises:
        WrongCredentials: nothing was unlocked.
        SecondFactorRequired: the last full log-in on this device is too long ago for the password alone.
    """
    with transaction.atomic():
        session = Session.objects.select_related("device").get(id=session_id)
        player = Player.objects.select_for_update().get(chain=session.player_id)
        verdict = check_credentials(player, proof, now=now)
        enough = verdict is CredentialCheck.CODE_MISSING and not _full_log_in_is_due(session, rules=rules, now=now)
        if verdict is CredentialCheck.FULL or enough:
            forget_failures(player)
            _go_on(session, now=now)
        if verdict is CredentialCheck.FULL and session.device is not None:
            Device.objects.filter(id=session.device.id).update(full_login_at=now)
    if not (verdict is CredentialCheck.FULL or enough):
        raise credential_refusal(verdict, "Nothing was unlocked.")


def unlock_log_in(asked: LoginUnlock, *, now: datetime) -> None:
    """Let a player log in again after three failures locked it; no time alone does.

    Raises:
        WrongCredentials: the same whatever was wrong.
    """
    with transaction.atomic():
        player = named_player_for_update(asked.username)
        verdict = check_credentials_with_factor(player, asked.proof, token=asked.token, now=now)
        if verdict is CredentialCheck.FULL:
            ResetToken.objects.filter(player=player).delete()
            open_log_in(player, address=asked.proof.address, now=now)
    if verdict is not CredentialCheck.FULL:
        raise credential_refusal(verdict, "Nothing was unlocked.")


def open_log_in(player: Player, *, address: str, now: datetime) -> None:
    """Take a lock away, if there is one, and forget the failures; the player's row is held."""
    if player.login_locked_at is not None:
        event = Noted(
            kind="log-in-unlocked",
            subject=ChainId(player.chain),
            actor="player",
            before={"locked": True},
            after={"locked": False, "address": address},
        )
        note_event(event, now=now)
    player.login_failures, player.login_locked_at = [], None
    player.save(update_fields=["login_failures", "login_locked_at"])


def _full_log_in_is_due(session: Session, *, rules: SessionRules, now: datetime) -> bool:
    # A session from before devices were kept began with all that was asked then.
    given_at = session.created_at if session.device is None else session.device.full_login_at
    return full_login_is_due(given_at, now=now, rules=rules)


def _go_on(session: Session, *, now: datetime) -> None:
    Session.objects.filter(id=session.id, revoked_at=None).update(active_at=now)
