"""Begin and end a session.

Source: docs/authentication.md; regulation F22 (one answer whatever was wrong), F24 (devices), F25 (sessions).
"""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from uuid_utils.compat import uuid7

from audit.operations.append import bump_version
from kernel.ids import ChainId
from players.core.account_rules import AccountRules
from players.core.session_reference import SALT_BYTES, session_reference
from players.core.session_rules import SessionRules
from players.core.session_state import SESSION_LENGTH, EndReason, full_login_is_due
from players.models import ORIGINS, Device, Player, Session
from players.operations.check_credentials import (
    CredentialCheck,
    LoginProof,
    check_credentials,
    compare_password_of_name,
    credential_refusal,
    forget_failures,
    named_player_for_update,
    origin_of_proof,
)
from players.operations.dormancy import wake
from players.operations.end_sessions import end_sessions
from players.operations.follow_other_cells import suspend_if_excluded_elsewhere
from players.operations.recognize_device import recognize_on_device
from players.queries.person_candidates import Excluded
from players.queries.session_history import Login, last_login
from players.queries.sessions import continued_from
from players.token_digests import common_device_digest, device_digest
from players.tokens import draw_session_token, session_id_of

EVERYWHERE: Final = "every device that is not known"

_DEVICE_BYTES: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginRequest:
    """The request to begin a session."""

    username: str
    proof: LoginProof
    device: str | None = None
    """The secret id of 16 to 64 characters that the device keeps; None where it has none yet."""
    label: str = ""
    """What the player calls the device, up to 60 characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedSession:
    """A new session."""

    chain: ChainId
    token: str
    expires_at: datetime
    device: str
    """The secret id that the device shall keep."""
    last_login: Login | None
    """The login before this one."""
    locks: Sequence[tuple[str, datetime]]
    """Where the login is locked by wrong attempts, and since when: `EVERYWHERE`, a network, or `device:` and its id."""


def log_in(
    request: LoginRequest, *, rules: SessionRules, accounts: AccountRules, excluded: Excluded, now: datetime
) -> StartedSession:
    """Begin a session of 24 hours. Where only one device is allowed at a time, older sessions end.

    The time that it counts goes on from the sessions before it, unless the player has paused (clause SE-9).

    A dormant account becomes active where a login is enough for that (clause AC-11).

    Raises:
        HashingUnavailable: nothing was counted.
        WrongCredentials: the same for an unknown name, a wrong password, a wrong code and a locked login.
        SecondFactorRequired: the player has a second factor, and this device requires a full login.
    """
    password = compare_password_of_name(request.username, request.proof.password)
    with transaction.atomic():
        player = named_player_for_update(request.username)
        device = None if request.device is None else _device(player, request.device)
        known = device is not None and not full_login_is_due(device.full_login_at, now=now, rules=rules)
        origin = origin_of_proof(request.proof, known_device=device if known else None)
        check = check_credentials(player, request.proof, password, origin=origin, now=now)
        # While somebody guesses, a device's id alone does not replace the code.
        trusted = known and player.login_locked_at is None
        if check is CredentialCheck.CODE_MISSING and trusted:
            forget_failures(player, origin)
        if check is CredentialCheck.FULL or (check is CredentialCheck.CODE_MISSING and trusted):
            full = check is CredentialCheck.FULL
            suspend_if_excluded_elsewhere(player, now=now)
            session = _begin(player, request, full=full, rules=rules, excluded=excluded, now=now)
            # The session is stored first: a run of `mark_dormant` either sees the session, or is seen here.
            wake(session.chain, rules=accounts, now=now)
            return session
    # Outside the transaction, so that the count of failures is not rolled back with the refusal.
    raise credential_refusal(check, "No session was begun.", player=player, now=now)


def log_out(session_id: UUID, *, now: datetime) -> None:
    """End a session at once. A running step reads again and is refused."""
    with transaction.atomic():
        for chain in Session.objects.filter(id=session_id, revoked_at=None).values_list("player_id", flat=True):
            end_sessions(ChainId(chain), EndReason.LOGGED_OUT, only=session_id, now=now)


def _device(player: Player, device: str) -> Device | None:
    digest = device_digest(ChainId(player.chain), device)
    return Device.objects.filter(player_id=player.chain, digest=digest).first()


def _begin(
    player: Player, request: LoginRequest, *, full: bool, rules: SessionRules, excluded: Excluded, now: datetime
) -> StartedSession:
    chain, token = ChainId(player.chain), draw_session_token()
    continues_from = continued_from(chain, now=now, rules=rules)
    if rules.single_device:
        end_sessions(chain, EndReason.REPLACED, now=now)
    device = request.device or secrets.token_hex(_DEVICE_BYTES)
    # Read before this login is stored.
    before = last_login(chain, before=None)
    kept, is_new = _kept_device(player, device, request.label, full=full, now=now)
    # Before any bet of the session.
    recognize_on_device(player, common_device_digest(device), is_new=is_new, excluded=excluded, now=now)
    session_id, salt = session_id_of(token), os.urandom(SALT_BYTES)
    session = Session.objects.create(
        id=session_id,
        salt=salt,
        # Computed here once, so that no deal has to.
        reference=session_reference(session_id, salt=salt),
        player=player,
        device=kept,
        address=request.proof.address,
        created_at=now,
        continues_from=continues_from,
        expires_at=now + SESSION_LENGTH,
        active_at=now,
    )
    # Played time is counted over all sessions, so a running decision must read this one.
    bump_version(chain)
    return StartedSession(
        chain=chain,
        token=token,
        expires_at=session.expires_at,
        device=device,
        last_login=before,
        locks=_locks(player),
    )


def _locks(player: Player) -> list[tuple[str, datetime]]:
    everywhere = [] if player.login_locked_at is None else [(EVERYWHERE, player.login_locked_at)]
    return [*everywhere, *ORIGINS.locked(player.chain)]


def _kept_device(player: Player, device: str, label: str, *, full: bool, now: datetime) -> tuple[Device, bool]:
    """Store the device, and return it, and whether the player has not logged in from it before."""
    kept, is_new = Device.objects.get_or_create(
        player=player,
        digest=device_digest(ChainId(player.chain), device),
        defaults={"id": uuid7(), "label": label, "first_seen_at": now},
    )
    if full:
        kept.full_login_at = now
    kept.label = label or kept.label
    kept.common_digest = common_device_digest(device)
    kept.save(update_fields=["common_digest", "full_login_at", "label"])
    return kept, is_new
