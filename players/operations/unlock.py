"""Unlock a session after a pause, or a login after too many failures.

Source: docs/authentication.md; regulation F22, F23, F24.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

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
    compare_password_of,
    compare_password_of_name,
    credential_refusal,
    forget_failures,
    named_player_for_update,
    origin_of_proof,
)
from players.operations.open_login import open_login
from players.operations.set_pin import compare_pin, try_pin, wrong_pin


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
    session = Session.objects.select_related("device").get(id=session_id)
    if _full_login_is_due(session, rules=rules, now=now):
        raise FullLoginRequired("Nothing was unlocked. Send the password, and a code where there is a factor.")
    compared = compare_pin(ChainId(session.player_id), pin)
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(chain=session.player_id)
        right = try_pin(player, compared, now=now)
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
    session = Session.objects.select_related("device").get(id=session_id)
    password = compare_password_of(ChainId(session.player_id), proof.password)
    with transaction.atomic():
        player = Player.objects.select_for_update(no_key=True).get(chain=session.player_id)
        check = check_credentials(player, proof, password, now=now)
        enough = check is CredentialCheck.CODE_MISSING and not _full_login_is_due(session, rules=rules, now=now)
        if enough:
            forget_failures(player, origin_of_proof(proof))
        if check is CredentialCheck.FULL or enough:
            _mark_active(session, now=now)
        if check is CredentialCheck.FULL and session.device is not None:
            Device.objects.filter(id=session.device.id).update(full_login_at=now)
    if not (check is CredentialCheck.FULL or enough):
        raise credential_refusal(check, "Nothing was unlocked.", player=player, now=now)


def unlock_login(request: LoginUnlock, *, now: datetime) -> None:
    """Unlock a login that failures locked, wherever it is locked. Time alone does not unlock it.

    Raises:
        WrongCredentials: the same whatever was wrong.
        HashingUnavailable: nothing was counted.
    """
    password = compare_password_of_name(request.username, request.proof.password)
    with transaction.atomic():
        player = named_player_for_update(request.username)
        check = check_credentials_with_factor(player, request.proof, password, token=request.token, now=now)
        if check is CredentialCheck.FULL:
            ResetToken.objects.filter(player=player).delete()
            open_login(player, address=request.proof.address, now=now)
    if check is not CredentialCheck.FULL:
        raise credential_refusal(check, "Nothing was unlocked.", player=player, now=now)


def _full_login_is_due(session: Session, *, rules: SessionRules, now: datetime) -> bool:
    # A session from before devices were stored began with a full login.
    given_at = session.created_at if session.device is None else session.device.full_login_at
    return full_login_is_due(given_at, now=now, rules=rules)


def _mark_active(session: Session, *, now: datetime) -> None:
    Session.objects.filter(id=session.id, revoked_at=None).update(active_at=now)
